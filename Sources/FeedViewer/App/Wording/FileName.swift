import FileNames

/// File names for display.
nonisolated enum FileName {
  static func of(_ path: String) -> String {
    PathText.display(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
