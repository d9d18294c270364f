import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// The keyboard focus through scrolling, edits and Tab.
@Suite("Focus", .serialized, .needsDisplay)
struct ListFocusTests {
  private let fixture: ListFixture
  private let before = gtk_button_new_with_label("before")!
  private let after = gtk_button_new_with_label("after")!

  /// A list between two buttons.
  init() {
    fixture = ListFixture([ListFixture.rows(0..<400)])
    let scroller = GObjectReference(retaining: fixture.scroller)
    gtk_window_set_child(fixture.window.cast(), nil)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_set_vexpand(fixture.scroller, 1)
    gtk_box_append(box.cast(), before)
    gtk_box_append(box.cast(), scroller.pointer)
    gtk_box_append(box.cast(), after)
    gtk_window_set_child(fixture.window.cast(), box)
    gtk_widget_grab_focus(fixture.list.widget.pointer)
    fixture.settle()
  }

  private func row(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func press(_ key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) {
    _ = fixture.list.keyPressed(UInt32(key), modifiers: modifiers.rawValue)
  }

  private var focus: WidgetPointer? { gtk_root_get_focus(fixture.window.opaque) }

  /// The row whose widget has the focus.
  private var focusedRow: RowIndexPath? {
    for element in fixture.list.pool.boundElements {
      guard case .row(let row) = element else { continue }
      if fixture.list.pool.view(of: element)?.widget.pointer == focus { return row }
    }
    return nil
  }

  private func scroll(by distance: Double) throws {
    fixture.scroll(by: distance)
  }

  @Test func listHasTheFocusUntilARowIsFocused() {
    defer { fixture.close() }
    expect(focus, equals: fixture.list.widget.pointer)
    press(GDK_KEY_Down)
    fixture.settle()
    expect(focusedRow, equals: row(0))
    for number in 1..<10 {
      press(GDK_KEY_Down)
      fixture.settle()
      expect(focusedRow, equals: row(number))
    }
  }

  @Test func focusMovesToADistantRowWithoutPassingThroughTheList() throws {
    defer { fixture.close() }
    press(GDK_KEY_Down)
    fixture.settle()
    expect(focusedRow, equals: row(0))
    var passed: [WidgetPointer?] = []
    let connection = Signal.connect(fixture.window, "notify::focus-widget") { passed.append(focus) }
    defer { Signal.disconnect(fixture.window, connection) }
    for (key, target) in [(GDK_KEY_End, 399), (GDK_KEY_Home, 0)] {
      press(key)
      fixture.settle()
      expect(focusedRow, equals: row(target))
    }
    expect(passed.count == 2 && !passed.contains(fixture.list.widget.pointer))
    // The row that had the focus before has no widget any more.
    expect(Display.settle { fixture.list.pool.view(of: .row(row(399))) == nil })
  }

  @Test func takingTheFocusGoesStraightToTheCursorsRow() {
    defer { fixture.close() }
    fixture.list.select(row(2))
    fixture.settle()
    gtk_widget_grab_focus(after)
    var passed: [WidgetPointer?] = []
    let connection = Signal.connect(fixture.window, "notify::focus-widget") { passed.append(focus) }
    defer { Signal.disconnect(fixture.window, connection) }
    fixture.list.takeFocus()
    fixture.settle()
    expect(focusedRow, equals: row(2))
    expect(passed.count, equals: 1)
  }

  @Test func focusedRowKeepsItsWidgetWhileScrolledAway() throws {
    defer { fixture.close() }
    fixture.list.select(row(3))
    fixture.settle()
    let widget = focus
    expect(focusedRow, equals: row(3))
    for _ in 0..<5 { try scroll(by: 3_000) }
    expect(focus == widget && focusedRow == row(3))
    let offset = fixture.list.contentOffset
    expect(offset > 10_000)
    // The row's position above the viewport; measured heights move it with the next layout.
    let list = fixture.list
    expect(
      Display.settle {
        fixture.y(of: .row(row(3))) == list.geometry.offset(of: .row(row(3))) - list.contentOffset
      })
    // The list has not jumped, and a key continues from the row.
    press(GDK_KEY_Down)
    fixture.settle()
    expect(focusedRow, equals: row(4))
    expect(fixture.list.row(atY: Double(fixture.y(of: .row(row(4)))!)), equals: row(4))
  }

  @Test func neighboursOfTheFocusedRowHaveWidgets() throws {
    defer { fixture.close() }
    fixture.list.select(row(50))
    fixture.settle()
    for step in [40.0, 300, -200, 5_000, -20_000] {
      try scroll(by: step)
      for near in 49...51 {
        let view = fixture.list.pool.view(of: .row(row(near)))
        expect(view?.layoutHeight, equals: fixture.list.geometry.height(of: .row(row(near))).value)
      }
    }
    gtk_widget_grab_focus(after)
    try scroll(by: 9_000)
    expect(fixture.list.pool.view(of: .row(row(50))) == nil)
    expect(fixture.list.statistics.liveRowWidgets <= 28)
  }

  @Test func focusFollowsItsRowThroughEdits() throws {
    defer { fixture.close() }
    fixture.list.select(row(5))
    fixture.settle()
    let widget = focus
    fixture.insert(ListFixture.rows(900..<903), at: 0)
    fixture.settle()
    expect(focus == widget && focusedRow == row(8))
    // The same off screen.
    try scroll(by: 4_000)
    fixture.moveRow(8, to: 1)
    fixture.settle()
    expect(focus == widget && focusedRow == row(1))
    fixture.change(1) { $0.title += " and more of it" }
    fixture.settle()
    expect(focus == widget && focusedRow == row(1))
  }

  @Test func deletingTheFocusedRowFocusesItsNeighbour() {
    defer { fixture.close() }
    fixture.list.select(row(2))
    fixture.settle()
    fixture.delete(2..<3)
    expect(fixture.list.isFocusInRows)
    fixture.settle()
    expect(focusedRow, equals: row(2))
    fixture.delete(2..<399)
    fixture.settle()
    expect(focusedRow, equals: row(1))
    fixture.delete(0..<2)
    fixture.settle()
    expect(focus, equals: fixture.list.widget.pointer)
    fixture.sections[0] = ListFixture.rows(0..<3)
    fixture.list.reloadData()
    fixture.settle()
    press(GDK_KEY_Down)
    fixture.settle()
    expect(focusedRow, equals: row(0))
  }

  @Test func tabLeavesTheListAndReturnsToTheFocusedRow() throws {
    defer { fixture.close() }
    fixture.list.select(row(7))
    fixture.settle()
    func tab(forward: Bool) {
      gtk_widget_child_focus(fixture.window, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)
      fixture.settle()
    }
    func isOn(_ button: WidgetPointer) -> Bool { focus == button }
    tab(forward: true)
    expect(isOn(after))
    tab(forward: false)
    expect(focusedRow, equals: row(7))
    tab(forward: false)
    expect(isOn(before))
    tab(forward: true)
    expect(focusedRow, equals: row(7))
    // Scrolled away meanwhile, the row comes back with the focus.
    tab(forward: true)
    try scroll(by: 12_000)
    expect(isOn(after))
    tab(forward: false)
    expect(focusedRow, equals: row(7))
    let y = try require(fixture.y(of: .row(row(7))))
    expect(y >= 0 && y < fixture.list.pageHeight)
  }

  @Test func keysContinueFromTheFocusedRow() throws {
    defer { fixture.close() }
    fixture.list.select(row(1))
    fixture.settle()
    gtk_window_present(fixture.window.cast())
    let view = try require(fixture.list.pool.view(of: .row(row(3))))
    gtk_widget_grab_focus(view.widget.pointer)
    view.onFocus()
    fixture.settle()
    expect(fixture.list.selection.cursor, equals: row(3))
    expect(fixture.list.selection.rows, equals: [row(1)])
    press(GDK_KEY_Down)
    fixture.settle()
    expect(focusedRow, equals: row(4))
  }

  @Test func rowFocusedBetweenAnEditAndItsLayoutStaysFocused() throws {
    defer { fixture.close() }
    fixture.list.select(row(1))
    fixture.settle()
    let view = try require(fixture.list.pool.view(of: .row(row(3))))
    fixture.delete(0..<2)
    view.onFocus()
    expect(fixture.list.selection.cursor, equals: row(1))
    // A deleted row can't be focused.
    fixture.delete(1..<2)
    view.onFocus()
    fixture.settle()
    expect(fixture.list.selection.cursor, equals: row(1))
  }

  @Test func reloadingForgetsTheFocusedRow() {
    defer { fixture.close() }
    fixture.list.select(row(6))
    fixture.settle()
    fixture.list.reloadData()
    fixture.settle()
    expect(focus, equals: fixture.list.widget.pointer)
    expect(fixture.list.selection.cursor == nil)
  }
}
