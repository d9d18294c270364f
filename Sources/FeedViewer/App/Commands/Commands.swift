import FeedViewerBase
import Glibc

/// The commands of the program.
enum Commands {
  /// The first one needs no name.
  static let all: [any Command.Type] = [
    ViewCommand.self, InspectCommand.self, ExportCommand.self, ArticleCommand.self,
    MeasureCommand.self, DecodePicturesCommand.self, HelpCommand.self,
  ]

  /// Those that readers are told of.
  static var listed: [CommandDescription] { all.map { $0.description }.filter { $0.summary != nil } }

  static func named(_ name: String) -> (any Command.Type)? { all.first { $0.description.name == name } }

  /// The command that a command line asks for.
  ///
  /// - Parameter arguments: Without the name of the program.
  static func parse(_ arguments: [String]) throws(UsageError) -> any RunnableCommand {
    let command = arguments.first.flatMap(named)
    if command == nil, let name = arguments.first, isNoFile(name) { try refuseMisspelled(name) }
    let type = command ?? ViewCommand.self
    let parsed = try CommandArguments(
      command == nil ? arguments : Array(arguments.dropFirst()), of: type.description)
    if parsed.has(.table) { return PrintedText(text: CommandTable.text) }
    if parsed.has(.version) { return PrintedText(text: ApplicationInfo.version) }
    let listsHidden = parsed.has(.hiddenHelp)
    if parsed.has(.help) || listsHidden {
      let page =
        command == nil || type is HelpCommand.Type
        ? HelpPage.overview : HelpPage.page(of: type.description, listsHidden: listsHidden)
      return PrintedText(text: page)
    }
    try parsed.refuseUnknown()
    let understood = try type.init(parsed)
    try parsed.refuseMissing()
    return understood
  }

  /// Fails if a word is nearly the name of a command.
  static func refuseMisspelled(_ word: String) throws(UsageError) {
    let names = listed.map(\.name) + [HelpCommand.description.name]
    guard let name = word.nearest(of: names) else { return }
    throw UsageError(
      localized("Unknown command “\(PathText.display(word))”. Did you mean “\(name)”?"), in: nil)
  }

  /// Whether a word looks like the name of a command, and there is no such file.
  private static func isNoFile(_ word: String) -> Bool {
    !word.hasPrefix("-") && !word.contains { $0 == "." || $0 == "/" }
      && PathText.withCString(word) { access($0, F_OK) } != 0
  }
}
