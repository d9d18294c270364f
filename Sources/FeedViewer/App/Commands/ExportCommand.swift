import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// Prints each file as JSON Feed.
struct ExportCommand: Command {
  static let description = CommandDescription(
    name: "export", summary: Message("Print files as JSON Feed 1.1, without a window."),
    files: Message("Feed files."))

  private let files: [String]

  init(_ arguments: CommandArguments) { files = arguments.files }

  func run() -> Int32 {
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
    return allDone ? 0 : 1
  }
}
