import CGtk
import FeedViewerBase

/// What files have besides their permissions.
public nonisolated enum FileAttributes {
  /// Whether a file has an access list, or extended attributes of its owner (xattr(7)).
  public static func areExtended(of path: String) -> Bool {
    guard let file = PathText.withCString(path, { g_file_new_for_path($0) }) else { return false }
    defer { g_object_unref(file.raw) }
    guard let info = g_file_query_info(file, "xattr::*,xattr-sys::*", G_FILE_QUERY_INFO_NONE, nil, nil)
    else { return false }
    defer { g_object_unref(info.raw) }
    return g_file_info_has_namespace(info, "xattr") != 0
      || g_file_info_has_attribute(info, "xattr-sys::system.posix_acl_access") != 0
  }

  /// The folder for temporary files, with a slash at its end.
  public static var temporaryFolder: String { PathText.text(of: g_get_tmp_dir()) + "/" }
}
