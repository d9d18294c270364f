import CGtk
import FileNames

/// Conversions between GFiles and paths. Paths are in the form of `PathText`, whatever their bytes.
package nonisolated enum FilePath {
  /// The local path of a GFile; nil if it has none, as for remote files.
  package static func path(of file: OpaquePointer) -> String? {
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return PathText.text(of: path)
  }

  /// The absolute path of a command-line argument, which is a path relative to `directory` or a `file:` URI.
  package static func absolute(_ argument: String, from directory: String? = nil) -> String? {
    let file = PathText.withCString(argument) { argument in
      directory.map { PathText.withCString($0) { g_file_new_for_commandline_arg_and_cwd(argument, $0) } }
        ?? g_file_new_for_commandline_arg(argument)
    }
    guard let file else { return nil }
    defer { g_object_unref(file.raw) }
    return path(of: file)
  }

  /// The `file:` URI of a path.
  package static func uri(of path: String) -> String? {
    guard let file = PathText.withCString(path, g_file_new_for_path) else { return nil }
    defer { g_object_unref(file.raw) }
    guard let uri = g_file_get_uri(file) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }
}
