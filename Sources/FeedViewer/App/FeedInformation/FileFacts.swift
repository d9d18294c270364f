import FeedViewerBase
import FeedViewerFeeds
import Glibc

/// What the disk tells of a file.
nonisolated struct FileFacts: Sendable {
  /// In bytes; nil if the file is not there.
  let size: Int?
  /// The name of the encoding; nil if the file can't be opened.
  let encoding: String?

  /// Asks a disk that may be slow.
  @concurrent static func read(_ path: FilePath) async -> FileFacts {
    var status = stat()
    let isThere = path.withCString { stat($0, &status) } == 0
    return FileFacts(
      size: isThere ? Int(status.st_size) : nil,
      encoding: FeedReader.encodingName(ofFileAt: path.text))
  }
}
