import FeedViewerBase

/// File names for display.
nonisolated enum FileName {
  /// - Parameter path: In the form of `PathText`.
  static func of(_ path: String) -> String {
    // Not by characters: a name may begin with an accent, which makes one character with the slash.
    PathText.display(path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path)
  }

  static func of(_ path: FilePath) -> String { of(path.text) }
}
