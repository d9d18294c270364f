import FeedViewerRows
import GtkInterop
import VirtualList

/// Decodes pictures, whose socket is its standard input, in a process with limits. Only the window starts it.
struct DecodePicturesCommand: Command {
  fileprivate nonisolated static let name = "decode-pictures"
  static let description = CommandDescription(name: name)

  init(_ arguments: CommandArguments) {}

  func run() -> Int32 { PictureService.run() }
}

extension PictureDecoder {
  /// A decoder whose processes run this program. Its pictures are at paths that `LocalReference` found.
  ///
  /// - Parameter executable: The program's path.
  nonisolated convenience init(program executable: String) {
    self.init(
      executable: executable, arguments: [DecodePicturesCommand.name],
      maximumProcesses: ImageLoader.maximumDecoding, followsLinks: false)
  }
}
