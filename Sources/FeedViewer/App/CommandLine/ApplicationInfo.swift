import Localization

/// Names and version of the application.
nonisolated enum ApplicationInfo {
  static let identifier = "io.github.feedviewer.FeedViewer"
  static var name: String { localized("Feed Viewer") }
  /// The program's name, also used in the desktop's list of recent files.
  static let programName = "feed-viewer"
  static let version = "0.1.0"
}
