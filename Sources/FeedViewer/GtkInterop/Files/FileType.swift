import CGtk

/// MIME types of files, from the desktop's database (shared-mime-info).
package nonisolated enum FileType {
  /// The MIME types that the desktop may assign to a file: by its name, by its content, and by both.
  ///
  /// - Parameter start: The first bytes of the file; a few thousand are enough.
  package static func types(name: String, start: [UInt8]) -> [String] {
    func found(_ name: String?, _ bytes: [UInt8]?) -> String? {
      guard let type = g_content_type_guess(name, bytes, gsize(bytes?.count ?? 0), nil) else { return nil }
      defer { g_free(type) }
      return String(cString: type)
    }
    return [found(name, start), found(name, nil), found(nil, start)].compactMap { $0 }
  }

  /// Whether a type equals another one or is a subtype of it: shell scripts are a subtype of plain text.
  package static func isKind(_ type: String, of other: String) -> Bool {
    g_content_type_is_a(type, other) != 0
  }

  /// The localised name of a type.
  package static func description(of type: String) -> String {
    guard let description = g_content_type_get_description(type) else { return type }
    defer { g_free(description) }
    return String(cString: description)
  }
}
