import CGtk
import FeedViewerBase

/// A folder, by its path.
package nonisolated enum Folder {
  /// The names of the files in a folder, in no order; empty if it can't be read.
  package static func names(in path: String) -> [String] {
    guard let folder = PathText.withCString(path, { g_dir_open($0, 0, nil) }) else { return [] }
    defer { g_dir_close(folder) }
    var names: [String] = []
    while let name = g_dir_read_name(folder) { names.append(PathText.text(of: name)) }
    return names
  }

  /// Creates a folder that only the user may enter, and those above it, unless they are there.
  ///
  /// - Returns: Whether it is there now.
  package static func create(_ path: String) -> Bool {
    PathText.withCString(path) { g_mkdir_with_parents($0, 0o700) } == 0
  }
}
