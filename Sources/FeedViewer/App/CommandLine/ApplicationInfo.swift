import FeedViewerBase

/// Names and version of the application.
nonisolated enum ApplicationInfo {
  static let identifier = "io.github.feedviewer.FeedViewer"
  static var name: String { localized("Feed Viewer") }
  /// The program's name, also used in the desktop's list of recent files.
  static let programName = "feed-viewer"
  /// The one place of the version: meson, the packages and the man page take it from here.
  static let version = "0.1.0"
  /// What the program does, in one sentence.
  static var purpose: String {
    localized("Open RSS, Atom, JSON Feed or OPML files stored on this computer.")
  }
  /// What it never does.
  static var promise: String { localized("Feed Viewer never goes online.") }
}
