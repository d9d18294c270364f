import CGtk
import FeedViewerBase

/// File names for display.
nonisolated enum FileName {
  /// - Parameter path: In the form of `PathText`.
  static func of(_ path: String) -> String {
    // Not by characters: a name may begin with an accent, which makes one character with the slash.
    PathText.display(path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path)
  }

  static func of(_ path: FilePath) -> String { of(path.text) }

  /// The folder of a file, as "~/Feeds" if it is in the home folder.
  ///
  /// - Parameter home: The home folder.
  static func folder(of path: FilePath, home: FilePath = FilePath(g_get_home_dir())) -> String {
    let (folder, home) = (path.folder.text.utf8, home.text.utf8)
    guard folder.starts(with: home) else { return path.folder.display }
    let rest = folder.dropFirst(home.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return path.folder.display }
    return "~" + PathText.display(String(Substring(rest)))
  }
}
