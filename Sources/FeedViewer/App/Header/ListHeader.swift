import CGtk
import FeedViewerBase
import GtkInterop

/// The header bar of the list: what is shown and how many entries it has, the search, and the options of the list.
final class ListHeader {
  let bar: PaneHeader
  let title = HeaderTitle(leastWidth: 56)
  let openButton: OpenButton
  let menuButton: HeaderMenuButton
  let optionsButton: HeaderMenuButton
  let zoom = ZoomRow()
  private let sidebarButton = HeaderButton.make(
    "sidebar-show-symbolic", localized("Show Sidebar"), command: .sidebar, isToggle: true)
  private let searchButton = HeaderButton.make(
    "edit-find-symbolic", localized("Search Entries"), command: .searchMode, isToggle: true)
  private let options = AccessibleContainer.make(gtk_overlay_get_type())
  /// On the button of the options while a filter is on.
  private let dot: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

  /// - Parameters:
  ///   - recent: Gives the menu of recent files.
  ///   - primary: Gives the primary menu.
  ///   - settings: Tell whether letters are shortcuts.
  init(
    recent: @escaping () -> [Menu.Item], primary: @escaping () -> [Menu.Item],
    _ settings: Settings
  ) {
    openButton = OpenButton(recent: recent)
    menuButton = .primary(primary, zoom)
    optionsButton = HeaderMenuButton(icon: "view-sort-descending-symbolic", name: localized("List Options")) {
      MenuContents.listOptions(singleKeys: settings[ViewerSetting.singleKeyShortcuts])
    }
    bar = PaneHeader(title: title.widget)
    gtk_widget_add_css_class(dot, "icon-dot")
    gtk_widget_set_halign(dot, GTK_ALIGN_END)
    gtk_widget_set_valign(dot, GTK_ALIGN_START)
    gtk_widget_set_can_target(dot, 0)
    Accessible.setHidden(true, of: dot)
    gtk_widget_set_valign(options, GTK_ALIGN_CENTER)
    gtk_overlay_set_child(options.opaque, optionsButton.widget)
    gtk_overlay_add_overlay(options.opaque, dot)
    bar.addAtStart(openButton.widget, sidebarButton)
    bar.addAtEnd(searchButton, options, menuButton.widget)
  }

  /// Shows the buttons that apply to what the panes show.
  ///
  /// - Parameter isFiltered: Whether only some of the entries are shown.
  func show(_ panes: PaneArrangement, isFiltered: Bool) {
    // While nothing is open, the bar is that of the whole window.
    let isEmpty = panes.isEmpty
    gtk_widget_set_visible(openButton.widget, isEmpty ? 1 : 0)
    openButton.isNarrow = panes.isOpenButtonNarrow
    gtk_widget_set_visible(sidebarButton, isEmpty || panes.hasSidebarAtSide ? 0 : 1)
    for widget in [searchButton, options] { gtk_widget_set_visible(widget, isEmpty ? 0 : 1) }
    gtk_widget_set_visible(menuButton.widget, panes.hasSidebarAtSide ? 0 : 1)
    gtk_widget_set_visible(dot, isFiltered ? 1 : 0)
    title.isShort = panes.isNarrow
  }
}
