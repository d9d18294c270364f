import ArgumentParser
import Feeds
import GtkInterop
import Localization

/// Prints each file as JSON Feed.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: localized("Print files as JSON Feed 1.1, without a window."))

  @Argument(help: ArgumentHelp(localized("Feed files.")), completion: .file())
  var files: [String]

  func run() throws {
    HeapMemory.keepMemory()
    var allDone = true
    for file in files {
      switch FeedFile.read(file) {
      case .success(let feed): JSONFeedExport.write(feed) { StandardOutput.write(json: $0) }
      case .failure(let error):
        StandardError.write(error.description)
        allDone = false
      }
    }
    if !allDone { throw ExitCode(1) }
  }
}
