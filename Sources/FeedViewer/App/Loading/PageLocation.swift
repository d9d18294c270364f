import FeedViewerBase
import FeedViewerFeeds

/// The location of the next page of a feed.
nonisolated enum PageLocation: Sendable, Equatable {
  /// A file on this machine, as a path without symbolic links.
  case file(FilePath)
  /// An address that is not read: it is remote, or leads out of the feed's folder.
  case remote(String)
  /// An address on this machine that names no file.
  case missing(String)

  /// - Parameters:
  ///   - reference: The reference as written in the feed.
  ///   - path: The feed's file. Accesses the disk.
  init(of reference: String, from path: FilePath) {
    do throws(LocalReference.Refusal) {
      self = .file(FilePath(try LocalReference.file(reference, of: path.text)))
    } catch {
      self = error == .missing ? .missing(reference) : .remote(reference)
    }
  }
}

/// Canonical paths, which are equal if the files are.
nonisolated enum RealPath {
  /// The path without symbolic links, dots and repeated slashes; the path itself if there is no such file.
  static func of(_ path: FilePath) -> FilePath {
    FolderBoundary.realPath(of: path.text).map { FilePath($0) } ?? path
  }
}
