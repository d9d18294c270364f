import CGtk
import FeedViewerBase
import GtkInterop

/// The header bars of the panes, and the buttons of the window in them.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class HeaderBars {
  /// How many recent files the menu offers.
  private static let recentLimit = 8
  private static let layoutSetting = "gtk-decoration-layout"

  let sidebar: SidebarHeader
  let list: ListHeader
  let article: ArticleHeader
  /// The desktop's list of recent files, which the menus offer.
  let recent = RecentDocuments(applicationName: ApplicationInfo.programName)
  private let recentMenu = Menu.make([])
  private let settings: OpaquePointer?
  private var connection: gulong?
  private var panes = PaneArrangement(width: 0)

  init(_ viewerSettings: Settings) {
    let recent = recent
    let items = { MenuContents.recent(recent.paths(limit: Self.recentLimit)) }
    let primary = { [recentMenu] in
      Menu.replaceItems(of: recentMenu, with: items())
      return MenuContents.primary(recent: recentMenu)
    }
    sidebar = SidebarHeader(recent: items, primary: primary)
    list = ListHeader(recent: items, primary: primary, viewerSettings)
    article = ArticleHeader(primary: primary, viewerSettings)
    settings = gtk_settings_get_default()
    // Their lines meet.
    GObjectReference(adopting: gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)!).use { group in
      for bar in [sidebar.bar, list.bar, article.bar] { gtk_size_group_add_widget(group, bar.widget) }
    }
    if let settings {
      connection = Signal.connect(settings, "notify::\(Self.layoutSetting)") { [weak self] in
        self?.placeWindowButtons()
      }
    }
    placeWindowButtons()
  }

  isolated deinit {
    if let settings, let connection { Signal.disconnect(settings, connection) }
  }

  weak var follower: (any WindowEventFollower)? {
    didSet {
      for button in [
        sidebar.menuButton, list.menuButton, list.optionsButton, article.menuButton, article.primaryButton,
        sidebar.openButton.recentButton, list.openButton.recentButton,
      ] { button.follower = follower }
    }
  }

  /// Shows the buttons that apply to what the panes show.
  ///
  /// - Parameters:
  ///   - isFiltered: Whether only some of the entries are shown.
  ///   - row: The entry that is shown, if there is one.
  ///   - hidesList: Whether the article takes the place of the list.
  func show(_ panes: PaneArrangement, isFiltered: Bool, row: FeedRow?, hidesList: Bool) {
    list.show(panes, isFiltered: isFiltered)
    article.show(row, panes, hidesList: hidesList)
    sidebar.show(panes)
    self.panes = panes
    // F10 opens the primary menu of a window.
    gtk_menu_button_set_primary(sidebar.menuButton.widget.opaque, panes.hasSidebarAtSide ? 1 : 0)
    gtk_menu_button_set_primary(list.menuButton.widget.opaque, panes.hasSidebarAtSide ? 0 : 1)
    placeWindowButtons()
  }

  /// The first bar has the window's buttons of the start, the last one those of the end.
  private func placeWindowButtons() {
    let layout = settings.flatMap { ObjectProperty.string(Self.layoutSetting, of: $0) } ?? ""
    let all = WindowButtons(layout: layout)
    var (first, last) = (all, all)
    first.end = ""
    last.start = ""
    if panes.isSplit {
      list.bar.showWindowButtons(panes.hasSidebarAtSide ? WindowButtons() : first)
      article.bar.showWindowButtons(last)
    } else {
      // One of both is seen at a time.
      let whole = panes.hasSidebarAtSide ? last : all
      list.bar.showWindowButtons(whole)
      article.bar.showWindowButtons(whole)
    }
    sidebar.showWindowButtons(panes.hasSidebarAtSide ? first : WindowButtons())
  }

  /// The path of one of the recent files that the menu offers; nil for any other.
  func recentFile(_ path: String) -> FilePath? {
    let path = FilePath(path)
    return recent.paths(limit: Self.recentLimit).contains(path) ? path : nil
  }

  /// Shows the size of text in the primary menus.
  func show(zoom: Double) {
    for row in [sidebar.zoom, list.zoom, article.zoom] { row.show(zoom) }
  }
}
