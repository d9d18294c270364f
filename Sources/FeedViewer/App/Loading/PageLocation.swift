import Feeds
import FileNames
import Glibc

/// The location of the next page of a feed.
nonisolated enum PageLocation: Sendable, Equatable {
  /// A file on this machine, as a path without symbolic links.
  case file(String)
  /// A remote address.
  case remote(String)
  /// An address on this machine that names no file.
  case missing(String)

  /// - Parameters:
  ///   - reference: The reference as written in the feed.
  ///   - path: The feed's file. Accesses the disk.
  init(of reference: String, from path: String) {
    if let file = LocalReference.path(of: reference, relativeTo: path) {
      self = .file(RealPath.of(file))
    } else {
      self = LocalReference.isRemote(reference) ? .remote(reference) : .missing(reference)
    }
  }
}

/// Canonical paths, which are equal if the files are.
nonisolated enum RealPath {
  /// The path without symbolic links, dots and repeated slashes; the path itself if there is no such file.
  static func of(_ path: String) -> String {
    guard let real = PathText.withCString(path, { realpath($0, nil) }) else { return path }
    defer { free(real) }
    return PathText.text(of: real)
  }
}
