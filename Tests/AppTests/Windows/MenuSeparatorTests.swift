import CGtk
import Expectations
import GtkInterop
import Testing

@testable import FeedViewer

/// Lines in menus stand between sections, and nowhere else.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct MenuSeparatorTests {
  /// What is seen of a menu, from top to bottom.
  private enum Part {
    case item, separator
  }

  private static var menus: [[Menu.Item]] {
    [
      MenuContents.primary(recent: Menu.make(MenuContents.recent(["/a.xml", "/b.xml"]))),
      MenuContents.listOptions(singleKeys: true), MenuContents.recent(["/a.xml", "/b.xml"]),
      MenuContents.entry(isRead: true, hasMarks: true, singleKeys: true), ArticlePage.menuItems(of: nil),
    ] + SidebarMenus.all + RowMenus.all
  }

  private func isKind(_ widget: WidgetPointer, _ type: GType) -> Bool {
    type != 0 && g_type_check_instance_is_a(widget.cast(), type) != 0
  }

  private func parts(of page: WidgetPointer) -> [Part] {
    var parts: [Part] = []
    var child = gtk_widget_get_first_child(page)
    while let current = child {
      child = gtk_widget_get_next_sibling(current)
      guard gtk_widget_get_visible(current) != 0 else { continue }
      if isKind(current, gtk_separator_get_type()) {
        parts.append(.separator)
      } else if isKind(current, g_type_from_name("GtkModelButton")) {
        parts.append(.item)
      } else {
        parts += self.parts(of: current)
      }
    }
    return parts
  }

  /// The numbers of items between the lines of each page of a menu.
  private func sections(of popover: WidgetPointer) -> [[Int]] {
    let stack = WidgetTree.widgets(below: popover).first { isKind($0, gtk_stack_get_type()) }
    var pages: [[Int]] = []
    var page = stack.flatMap { gtk_widget_get_first_child($0) }
    while let current = page {
      page = gtk_widget_get_next_sibling(current)
      pages.append(
        parts(of: current).split(separator: .separator, omittingEmptySubsequences: false).map(\.count))
    }
    return pages
  }

  @Test func linesStandBetweenSections() async throws {
    try require(TestDisplay.isReady)
    for items in Self.menus {
      let popover = Menu.make(items).use { gtk_popover_menu_new_from_model($0.cast())! }
      let window = gtk_window_new()!
      gtk_window_set_child(window.cast(), gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
      gtk_widget_set_parent(popover, try require(gtk_window_get_child(window.cast())))
      // GTK places the lines in idle time.
      try await expect(
        MainLoop.settle {
          let pages = sections(of: popover)
          return !pages.isEmpty && !pages.contains { $0.contains(0) }
        }, "\(items)")
      gtk_widget_unparent(popover)
      gtk_window_destroy(window.cast())
    }
  }

  @Test func aLineStandsAboveTheItemThatClearsTheRecentFiles() async throws {
    try require(TestDisplay.isReady)
    let recent = Menu.make([])
    let popover = Menu.make(MenuContents.primary(recent: recent)).use {
      gtk_popover_menu_new_from_model($0.cast())!
    }
    let window = gtk_window_new()!
    defer { gtk_window_destroy(window.cast()) }
    gtk_window_set_child(window.cast(), gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_set_parent(popover, try require(gtk_window_get_child(window.cast())))
    defer { gtk_widget_unparent(popover) }
    Menu.replaceItems(of: recent, with: MenuContents.recent(["/a.xml", "/b.xml"]))
    // With the item that goes back to the menu.
    try await expect(MainLoop.settle { sections(of: popover).contains([3, 1]) })
  }
}
