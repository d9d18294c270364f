import CGtk
import FeedViewerBase

/// Conversions between GFiles and paths.
nonisolated extension FilePath {
  /// The local path of a GFile; nil if it has none, as for remote files.
  package static func path(of file: OpaquePointer) -> FilePath? {
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return FilePath(path)
  }

  /// The absolute path of a command-line argument, which is a path relative to `directory` or a `file:` URI.
  ///
  /// - Parameter argument: In the form of `PathText`.
  package static func absolute(_ argument: String, from directory: String? = nil) -> FilePath? {
    let file = PathText.withCString(argument) { argument in
      directory.map { PathText.withCString($0) { g_file_new_for_commandline_arg_and_cwd(argument, $0) } }
        ?? g_file_new_for_commandline_arg(argument)
    }
    guard let file else { return nil }
    defer { g_object_unref(file.raw) }
    return path(of: file)
  }

  /// The `file:` URI of a path.
  package static func uri(of path: String) -> String? { FilePath(path).uri }

  /// The `file:` URI of the path.
  package var uri: String? {
    guard let file = withCString(g_file_new_for_path) else { return nil }
    defer { g_object_unref(file.raw) }
    guard let uri = g_file_get_uri(file) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }
}
