import Feeds
import FileNames
import Glibc

/// Where the next page of a feed is.
nonisolated enum PageLocation: Sendable, Equatable {
  /// A file on this machine, by its path without symbolic links.
  case file(String)
  /// An address beyond this machine.
  case remote(String)
  /// An address on this machine where there is no file.
  case missing(String)

  /// - Parameters:
  ///   - reference: The address as the feed gives it.
  ///   - path: The feed's file. Looks at the disk.
  init(of reference: String, from path: String) {
    if let file = LocalReference.path(of: reference, relativeTo: path) {
      self = .file(RealPath.of(file))
    } else {
      self = LocalReference.isRemote(reference) ? .remote(reference) : .missing(reference)
    }
  }
}

/// Paths that are equal when their files are.
nonisolated enum RealPath {
  /// The path without symbolic links, dots and doubled slashes; the path itself if there is no such file.
  static func of(_ path: String) -> String {
    guard let real = PathText.withCString(path, { realpath($0, nil) }) else { return path }
    defer { free(real) }
    return PathText.text(of: real)
  }
}
