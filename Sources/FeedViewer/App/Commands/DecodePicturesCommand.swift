import ArgumentParser
import EntryRows
import VirtualList
import GtkInterop

/// Decodes pictures in a process with limits. Only the window starts it.
struct DecodePicturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode-pictures", abstract: "Decode pictures from a socket at standard input.",
    shouldDisplay: false)

  func run() throws {
    let status = PictureService.run()
    if status != 0 { throw ExitCode(status) }
  }
}

extension PictureDecoder {
  /// A decoder whose processes run this program. Its pictures are at paths that `LocalReference` found.
  ///
  /// - Parameter executable: The program's path.
  nonisolated convenience init(program executable: String) {
    self.init(
      executable: executable, arguments: [DecodePicturesCommand.configuration.commandName!],
      maximumProcesses: ImageLoader.maximumDecoding, followsLinks: false)
  }
}
