import ArgumentParser
import Localization

/// `feed-viewer`: without a subcommand it opens the window.
struct FeedViewerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed-viewer",
    abstract: localized("Show local feed files: RSS, Atom, JSON Feed, OPML."),
    usage: localized(
      """
      feed-viewer [OPTIONS] [FILE...]
      feed-viewer inspect [--limit N] FILE...
      feed-viewer export FILE...
      feed-viewer measure --width PX FILE...
      """),
    discussion: ViewCommand.helpText,
    version: ApplicationInfo.version,
    subcommands: [
      ViewCommand.self, InspectCommand.self, ExportCommand.self, MeasureCommand.self,
      DecodePicturesCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)
}
