import FeedViewerRows
import GtkInterop
import VirtualList

/// The settings of the program, with the names and defaults of the schema in `data`.
enum ViewerSetting {
  /// In logical pixels, when the window is not maximized.
  static let windowWidth = SettingsKey("window-width", default: 1_100)
  static let windowHeight = SettingsKey("window-height", default: 720)
  static let isMaximized = SettingsKey("window-maximized", default: false)
  static let sidebarVisible = SettingsKey("sidebar-visible", default: true)
  /// The width of the list beside an article, in logical pixels; 0 lets the window choose.
  static let panePosition = SettingsKey("pane-position", default: 0)
  static let sidebarWidth = SettingsKey("sidebar-width", default: 0)
  /// The size of texts as a factor.
  static let textZoom = SettingsKey("text-zoom", default: 1.0)
  static let colorScheme = SettingsKey("color-scheme", default: ColorScheme.system)
  static let lineLength = SettingsKey("line-length", default: LineLength.normal)
  static let density = SettingsKey("density", default: EntryDensity.usual)
  static let order = SettingsKey("sort-order", default: Arrangement.Order.file)
  static let grouping = SettingsKey("grouping", default: Arrangement.Grouping.feed)
  static let sectionIndex = SettingsKey("section-index", default: false)
  static let marksReadOnOpen = SettingsKey("mark-read-on-open", default: true)
  /// Whether the program, started without files, opens those of the last time.
  static let restoresSession = SettingsKey("restore-session", default: true)
  /// Whether new entries of open files are told by the desktop while the window is not active.
  static let notifiesOfNewEntries = SettingsKey("notify-new-entries", default: false)
  static let singleKeyShortcuts = SettingsKey("single-key-shortcuts", default: true)
  static let cacheMode = SettingsKey("cache-mode", default: HeightCacheMode.indexPath)
  static let statistics = SettingsKey("statistics", default: false)
}

nonisolated extension Arrangement.Order: SettingsValue {}
nonisolated extension Arrangement.Grouping: SettingsValue {}
nonisolated extension HeightCacheMode: SettingsValue {}
nonisolated extension EntryDensity: SettingsValue {}
nonisolated extension ColorScheme: SettingsValue {}
nonisolated extension LineLength: SettingsValue {}

extension Settings {
  /// The order and the sections of the list. A filter is not stored: at the next start, nothing would tell that entries are
  /// hidden.
  var arrangement: Arrangement {
    get {
      Arrangement(order: self[ViewerSetting.order], grouping: self[ViewerSetting.grouping])
    }
    set {
      self[ViewerSetting.order] = newValue.order
      self[ViewerSetting.grouping] = newValue.grouping
    }
  }
}
