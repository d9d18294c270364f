import CGtk
import Expectations
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import GtkInterop
@testable import VirtualList

/// GTK shows the tooltip of the widget that it picks at the pointer.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct MenuTooltipTests {
  private let fixture: WindowFixture
  private var window: WidgetPointer { fixture.window.pointer.cast() }

  init() async throws { fixture = try await WindowFixture([["a", "b"]]) }

  /// The mapped widgets that have tooltips.
  private var widgets: [WidgetPointer] {
    WidgetTree.widgets(below: window).filter {
      gtk_widget_get_mapped($0) != 0 && gtk_widget_get_has_tooltip($0) != 0
        && gtk_widget_get_native($0) == gtk_widget_get_native(window)
    }
  }

  /// Whether GTK picks a widget, or one inside it, in its middle.
  private func isPicked(_ widget: WidgetPointer) -> Bool {
    var point = Point.zero
    let middle = (Double(gtk_widget_get_width(widget)) / 2, Double(gtk_widget_get_height(widget)) / 2)
    guard gtk_widget_translate_coordinates(widget, window, middle.0, middle.1, &point.x, &point.y) != 0,
      let found = gtk_widget_pick(window, point.x, point.y, GTK_PICK_DEFAULT)
    else { return false }
    return found == widget || gtk_widget_is_ancestor(found, widget) != 0
  }

  private func popover(below widget: WidgetPointer) -> WidgetPointer? {
    WidgetTree.widgets(below: widget).first {
      gtk_widget_get_mapped($0) != 0 && String(cString: gtk_widget_get_name($0)) == "GtkPopoverMenu"
    }
  }

  enum Opened: CaseIterable {
    case rowMenu, sidebarMenu, headerBarMenu
  }

  private func open(_ opened: Opened) async throws {
    switch opened {
    case .rowMenu: fixture.window.popUpMenu(of: RowIndexPath(section: 0, row: 0), x: 30, y: 20)
    case .sidebarMenu: fixture.window.sidebar.popUpMenuOfSelection()
    case .headerBarMenu:
      let button = try require(
        WidgetTree.widgets(below: window).first {
          String(cString: gtk_widget_get_name($0)) == "GtkMenuButton"
        })
      gtk_menu_button_popup(button.opaque)
    }
    try await expect(fixture.settle { popover(below: window) != nil })
  }

  private func closeMenu() async throws {
    gtk_popover_popdown(try require(popover(below: window)).cast())
    try await expect(fixture.settle { popover(below: window) == nil })
  }

  @Test func noTooltipIsFoundUnderAnOpenMenu() async throws {
    gtk_window_set_default_size(fixture.window.pointer, 1_100, 600)
    try await expect(fixture.settle { fixture.window.sidebar.shownRows.count == 6 })
    let before = widgets.filter(isPicked)
    expect(before.count > 3)
    for opened in Opened.allCases {
      for _ in 0..<2 {
        try await open(opened)
        expect(before.filter(isPicked), equals: [], "\(opened)")
        try await closeMenu()
        expect(before.filter(isPicked), equals: before, "\(opened)")
      }
    }
  }

  /// The pointer may have moved inside the menu, and be over the list or the sidebar when that closes.
  @Test(arguments: Opened.allCases)
  func noRowIsHighlightedUnderAnOpenMenuNorAfterItBeforeThePointerMoves(_ opened: Opened) async throws {
    gtk_window_set_default_size(fixture.window.pointer, 1_100, 600)
    try await expect(fixture.settle { fixture.window.sidebar.shownRows.count == 6 })
    let (list, sidebar) = (fixture.window.list, fixture.window.sidebar)
    func move(to point: Point) {
      list.rowHighlight.pointerMoved(to: point, offset: list.contentOffset)
      sidebar.pointerMoved(to: point)
    }
    var highlighted: [Bool] {
      let row = list.pool.view(of: .row(RowIndexPath(section: 0, row: 0)))
      return [row?.isHighlighted == true, gtk_widget_has_css_class(sidebar.list, "pointed-at") != 0]
    }
    let (first, after) = (Point(x: 40, y: 9), Point(x: 44, y: 12))
    move(to: first)
    expect(highlighted, equals: [true, true])
    try await open(opened)
    expect(highlighted, equals: [false, false])
    try await closeMenu()
    // GTK reports a pointer at rest.
    for _ in 0..<2 { move(to: after) }
    expect(highlighted, equals: [false, false])
    move(to: first)
    expect(highlighted, equals: [true, true])
  }

  /// GTK reports a pointer at rest again when a menu has closed over it.
  @Test func noRowIsHighlightedAfterItsMenuBeforeThePointerMoves() async throws {
    let list = fixture.window.list
    func point(at row: Int) throws -> Point {
      let place = ListElement.row(RowIndexPath(section: 0, row: row))
      let view = try require(list.pool.view(of: place)?.widget.pointer)
      var point = Point.zero
      expect(gtk_widget_translate_coordinates(view, list.widget.pointer, 40, 9, &point.x, &point.y) != 0)
      return point
    }
    var highlighted: [Bool] {
      (0..<2).map { list.pool.view(of: .row(RowIndexPath(section: 0, row: $0)))?.isHighlighted ?? false }
    }
    func move(to point: Point) { list.rowHighlight.pointerMoved(to: point, offset: list.contentOffset) }
    let (first, second) = (try point(at: 0), try point(at: 1))
    // Inside the menu, the pointer may have gone over another row.
    for closedAt in [first, second] {
      move(to: Point(x: first.x + 5, y: first.y))
      move(to: first)
      expect(highlighted, equals: [true, false])
      fixture.window.popUpMenu(of: RowIndexPath(section: 0, row: 0), x: first.x, y: first.y)
      expect(highlighted, equals: [false, false])
      try await expect(fixture.settle { popover(below: window) != nil })
      gtk_popover_popdown(try require(popover(below: window)).cast())
      try await expect(fixture.settle { popover(below: window) == nil })
      for _ in 0..<2 { move(to: closedAt) }
      expect(highlighted, equals: [false, false])
      move(to: Point(x: second.x + 1, y: second.y))
      expect(highlighted, equals: [false, true])
    }
  }

  /// GTK activates the item with the focus, and writes a warning if there is none.
  @Test func keysThatActivateFindAnItem() async throws {
    for key in [GDK_KEY_Return, GDK_KEY_space, GDK_KEY_KP_Enter] {
      fixture.window.popUpMenu(of: RowIndexPath(section: 0, row: 0), x: 30, y: 20)
      try await expect(fixture.settle { popover(below: window) != nil })
      let menu = try require(popover(below: window))
      gtk_window_set_focus(fixture.window.pointer, nil)
      expect(MenuPopover.activate(UInt32(key), in: menu), equals: .handled, "\(key)")
      let focused = try require(gtk_window_get_focus(fixture.window.pointer))
      expect(gtk_widget_is_ancestor(focused, menu) != 0, "\(key)")
      expect(MenuPopover.activate(UInt32(key), in: menu), equals: .unhandled, "\(key)")
      // A menu that is open when its window goes would keep the input of all windows.
      gtk_popover_popdown(menu.cast())
      try await expect(fixture.settle { popover(below: window) == nil })
    }
  }

  /// In a narrow window, another page takes the place of the one that a menu was opened on.
  @Test func menusCloseWhenTheirPageMovesAwayAndHaveAPlaceWhenItComesBack() async throws {
    try await makeNarrow()
    fixture.window.popUpMenu(of: RowIndexPath(section: 0, row: 0), x: 30, y: 20)
    try await expect(fixture.settle { popover(below: window) != nil })
    fixture.window.panes.front = .article
    expect(fixture.window.panes.isMoving)
    expect(popover(below: window) == nil)
    try await expect(fixture.settle { !fixture.window.panes.isMoving })
    fixture.window.panes.front = .list
    try await expect(fixture.settle { !fixture.window.panes.isMoving })
    // GTK makes the menu of a text itself.
    let text = try await searchText()
    expect(gtk_widget_activate_action_variant(text, "menu.popup", nil) != 0)
    try await expect(fixture.settle { popover(below: window) != nil })
    fixture.window.panes.front = .article
    expect(popover(below: window) == nil)
    try await expect(fixture.settle { !fixture.window.panes.isMoving })
    // GDK writes a warning for a menu of a widget that is on no monitor, and places it anywhere: a page that moves in is in its
    // place.
    fixture.window.panes.front = .list
    expect(fixture.window.panes.isMoving)
    var (least, isPlaced) = (Float.infinity, true)
    try await expect(
      fixture.settle {
        var bounds = graphene_rect_t()
        isPlaced = isPlaced && gtk_widget_compute_bounds(text, window, &bounds) != 0
        least = min(least, bounds.origin.x)
        return !fixture.window.panes.isMoving
      })
    expect(isPlaced && least > 0)
  }

  private func makeNarrow() async throws {
    gtk_window_set_default_size(fixture.window.pointer, 360, 500)
    try await expect(
      fixture.settle {
        !fixture.window.panes.arrangement.isSplit && gtk_widget_get_width(window) < 400
      })
  }

  /// The text of the search in a narrow window.
  private func searchText() async throws -> WidgetPointer {
    try await makeNarrow()
    fixture.window.beginSearch()
    var text: WidgetPointer?
    try await expect(
      fixture.settle {
        text = WidgetTree.widgets(below: fixture.window.searchBar.field.entry).first {
          String(cString: gtk_widget_get_name($0)) == "GtkText" && gtk_widget_get_mapped($0) != 0
        }
        return text != nil
      })
    return try require(text)
  }
}
