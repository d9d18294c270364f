import FeedViewerBase
import FeedViewerReadingState
import Foundation

/// Sessions that can't be opened.
extension HostileFile {
  public static let sessions: [HostileFile] = [
    HostileFile("session-of-files-that-are-gone", view: .session) { folder, size in
      let path = folder.path + "/state.sqlite"
      let state = ReadingState(path: path) { _ in }
      let files = (0..<size.pick(3_000, 100_000)).map { FilePath("\(folder.path)/gone/\($0).xml") }
      state.setSession(ReadingSession(files: files, listPlace: nil, article: nil), of: "main")
      guard state.close(within: .seconds(60)) else { throw CocoaError(.fileWriteUnknown) }
      return [Array(path.utf8)]
    }
  ]
}
