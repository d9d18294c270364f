import FeedViewerBase
import Glibc

/// The folders that the environment names for data, settings, caches and sockets.
///
/// The XDG Base Directory Specification wants paths that are not absolute to be ignored. GLib, GTK and Fontconfig use them
/// as they are, so that `XDG_DATA_HOME=data` would mean a folder beside whatever the current one is. Hence the environment
/// itself is corrected, once, for the program, its libraries and the programs that it starts.
nonisolated enum BaseFolders {
  private static let folders = [
    "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
  ]
  private static let searchPaths = ["XDG_CONFIG_DIRS", "XDG_DATA_DIRS"]

  /// Removes what is not absolute, so that everybody uses the defaults. Without `HOME`, GLib takes the user's home folder
  /// from the system. Call it before any other thread runs, and before GLib reads the environment.
  static func correctEnvironment() {
    for (names, isSearchPath) in [(folders, false), (searchPaths, true)] {
      for name in names {
        guard let value = getenv(name).map({ PathText.text(of: $0) }) else { continue }
        let valid = valid(value, isSearchPath: isSearchPath)
        guard valid != value else { continue }
        if let valid { _ = PathText.withCString(valid) { setenv(name, $0, 1) } } else { unsetenv(name) }
      }
    }
  }

  /// What is valid of a variable's value; nil for nothing.
  ///
  /// - Parameter isSearchPath: Whether it may name several folders, separated by colons.
  static func valid(_ value: String, isSearchPath: Bool) -> String? {
    guard isSearchPath else { return isAbsolute(value) ? value : nil }
    let folders = value.split(separator: ":").filter(isAbsolute)
    return folders.isEmpty ? nil : folders.joined(separator: ":")
  }

  /// By bytes: a mark that follows the slash would make another character of it.
  static func isAbsolute(_ path: some StringProtocol) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
