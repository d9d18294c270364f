import Feeds
import FileNames
import Glibc

/// The location of the next page of a feed.
nonisolated enum PageLocation: Sendable, Equatable {
  /// A file on this machine, as a path without symbolic links.
  case file(FilePath)
  /// A remote address.
  case remote(String)
  /// An address on this machine that names no file.
  case missing(String)

  /// - Parameters:
  ///   - reference: The reference as written in the feed.
  ///   - path: The feed's file. Accesses the disk.
  init(of reference: String, from path: FilePath) {
    if let file = LocalReference.path(of: reference, relativeTo: path.text) {
      self = .file(RealPath.of(FilePath(file)))
    } else {
      self = LocalReference.isRemote(reference) ? .remote(reference) : .missing(reference)
    }
  }
}

/// Canonical paths, which are equal if the files are.
nonisolated enum RealPath {
  /// The path without symbolic links, dots and repeated slashes; the path itself if there is no such file.
  static func of(_ path: FilePath) -> FilePath {
    guard let real = path.withCString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FilePath(real)
  }
}
