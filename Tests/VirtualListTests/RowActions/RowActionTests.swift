import CGtk
import Expectations
import Glibc
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

/// Deletes the rows of a list of messages by their action.
final class DeletingDelegate: ListViewDelegate {
  static let action = RowAction("Delete", iconName: "user-trash-symbolic", isDestructive: true)

  private unowned let messages: MessageList
  private(set) var performed: [[RowIndexPath]] = []
  /// Whether rows are deleted when their action is performed.
  var deletes = true
  /// Rows without an action.
  var fixedRows: RowSet = []
  private(set) var activated: [RowIndexPath] = []

  init(_ messages: MessageList) {
    self.messages = messages
    messages.list.delegate = self
  }

  func listView(_ list: ListView, didActivate row: RowIndexPath) { activated.append(row) }

  func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction? {
    fixedRows.contains(row) ? nil : Self.action
  }

  func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath]) {
    performed.append(rows)
    guard deletes else { return }
    for row in rows.reversed() { messages.sections[row.section].rows.remove(at: row.row) }
    list.deleteRows(rows)
  }
}

/// Actions of rows by key, menu and swipe.
@Suite("Row actions", .serialized, .needsDisplay)
struct RowActionTests {
  private let messages = MessageList([MessageList.Section(name: "A", rows: MessageList.rows(0..<40))])
  private let delegate: DeletingDelegate
  private var list: ListView { messages.list }

  init() {
    ObjectProperty.set("gtk-enable-animations", of: gtk_settings_get_default()!, to: true)
    delegate = DeletingDelegate(messages)
  }

  private func middle(of row: Int) throws -> Double {
    let place = try require(messages.picture.first { $0.element == .row(0, row) })
    return Double(place.y + place.height / 2)
  }

  /// Where a row is drawn, by the first column of the list that is not the background's, at the heights of its text.
  private func firstInk(row: Int) throws -> Int? {
    let y = Int(try middle(of: row))
    return (0..<200).first { x in
      (y - 5...y + 5).contains { messages.pixel(x: x, y: $0) != messages.pixel(x: 399, y: y - 9) }
    }
  }

  @Test func deleteKeyPerformsTheDestructiveActionOnSelectedRows() throws {
    defer { messages.close() }
    list.select(RowIndexPath(0, 2))
    for row in [3, 4, 6] { list.go(to: RowIndexPath(0, row), .toggle) }
    delegate.fixedRows = [RowIndexPath(0, 3)]
    expect(list.keyPressed(UInt32(GDK_KEY_Delete), modifiers: 0), equals: .handled)
    expect(delegate.performed, equals: [[RowIndexPath(0, 2), RowIndexPath(0, 4), RowIndexPath(0, 6)]])
    expect(list.rowCounts, equals: [37])
    messages.settle()
    expect(messages.sections[0].rows.prefix(5).map(\.key), equals: ["m0", "m1", "m3", "m5", "m7"])
    // What is left of the selection is one row without an action: the key is free for the window.
    delegate.fixedRows = list.selection.rows
    expect(list.keyPressed(UInt32(GDK_KEY_Delete), modifiers: 0), equals: .unhandled)
    list.select(nil)
    expect(list.keyPressed(UInt32(GDK_KEY_Delete), modifiers: 0), equals: .unhandled)
  }

  @Test func defaultContextMenuOffersTheRowAction() throws {
    defer { messages.close() }
    list.select(RowIndexPath(0, 1))
    list.go(to: RowIndexPath(0, 2), .toggle)
    expect(list.keyPressed(UInt32(GDK_KEY_Menu), modifiers: 0), equals: .handled)
    expect(Display.settle(seconds: 10) { list.rowSwipes.menu.isOpen })
    expect(gtk_widget_activate_action_variant(list.widget.pointer, "row-action.perform", nil) != 0)
    expect(delegate.performed, equals: [[RowIndexPath(0, 1), RowIndexPath(0, 2)]])
    // A row that is not selected becomes the selected one.
    delegate.listView(list, wantsMenuFor: RowIndexPath(0, 5), x: 50, y: 90)
    expect(list.selection.rows, equals: [RowIndexPath(0, 5)])
    // Nothing to choose from, no menu.
    list.rowSwipes.menu.close()
    delegate.fixedRows = [RowIndexPath(0, 6)]
    delegate.listView(list, wantsMenuFor: RowIndexPath(0, 6), x: 50, y: 90)
    expect(!list.rowSwipes.menu.isOpen)
  }

  @Test func closedMenuGivesTheFocusBackToItsRow() throws {
    defer { messages.close() }
    let button = gtk_button_new_with_label("first in the window")!
    let scroller = GObjectReference(retaining: messages.scroller)
    gtk_window_set_child(messages.window.cast(), nil)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), button)
    gtk_widget_set_vexpand(scroller.pointer, 1)
    gtk_box_append(box.cast(), scroller.pointer)
    gtk_window_set_child(messages.window.cast(), box)
    list.takeFocus()
    list.select(RowIndexPath(0, 2))
    messages.settle()
    let row = try require(list.view(of: RowIndexPath(0, 2))).widget.pointer
    expect(Display.settle(seconds: 10) { gtk_root_get_focus(messages.window.opaque) == row })
    expect(list.keyPressed(UInt32(GDK_KEY_Menu), modifiers: 0), equals: .handled)
    expect(
      Display.settle(seconds: 10) {
        list.rowSwipes.menu.isOpen && gtk_root_get_focus(messages.window.opaque) != row
      })
    // As Escape does.
    var child = gtk_widget_get_first_child(list.widget.pointer)
    while let current = child, g_type_check_instance_is_a(current.cast(), gtk_popover_get_type()) == 0 {
      child = gtk_widget_get_next_sibling(current)
    }
    gtk_popover_popdown(try require(child).cast())
    // At once, or in GTK 4.18 a moment later.
    expect(Display.settle(seconds: 10) { gtk_root_get_focus(messages.window.opaque) == row })
    messages.settle()
    expect(gtk_root_get_focus(messages.window.opaque), equals: row)
  }

  @Test(arguments: [false, true])
  func swipedRowRevealsItsActionAndReturns(isRightToLeft: Bool) throws {
    defer { messages.close() }
    gtk_widget_set_direction(list.widget.pointer, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    messages.settle()
    let y = try middle(of: 2)
    let before = messages.pixel(x: 3, y: Int(y))
    expect(list.rowSwipes.begin(atY: y))
    list.rowSwipes.drag(to: 100, at: 0)
    messages.settle()
    messages.settle()
    func isRed(_ fromEnd: Int) -> Bool {
      let pixel = messages.pixel(x: isRightToLeft ? fromEnd : 399 - fromEnd, y: Int(y) - 8)
      return pixel[0] > 150 && pixel[1] < 60
    }
    expect(isRed(5) && isRed(97))
    expect(!isRed(103) && !isRed(300))
    list.rowSwipes.release(at: 500)
    expect(Display.settle(seconds: 10) { list.rowSwipes.swipe == nil })
    messages.settle()
    expect(!isRed(5))
    expect(messages.pixel(x: 3, y: Int(y)), equals: before)
    expect(delegate.performed.isEmpty)
  }

  @Test func deletedRowStaysSwipedAwayThroughTheEditAnimation() throws {
    defer { messages.close() }
    expect(messages.finishPrecache())
    let y = try middle(of: 2)
    expect(list.rowSwipes.begin(atY: y))
    list.rowSwipes.drag(to: 250, at: 0)
    list.rowSwipes.release(at: 500)
    expect(Display.settle(seconds: 10) { !delegate.performed.isEmpty })
    expect(delegate.performed, equals: [[RowIndexPath(0, 2)]])
    expect(list.rowCounts, equals: [39])
    expect(Display.settle(seconds: 10) { list.editMotion.animation != nil })
    // In place of the row that fades its action does; the rows below slide up.
    let ghost = try require(list.editMotion.animation?.ghosts.first)
    let snapshot = gtk_snapshot_new()!
    expect(list.rowSwipes.snapshotInsteadOf(ghost.painter, on: snapshot))
    if let node = gtk_snapshot_free_to_node(snapshot) { gsk_render_node_unref(node) }
    expect(list.editMotion.animation?.displacements[.row(0, 2)] ?? 0 > 0)
    expect(Display.settle(seconds: 10) { list.editMotion.animation == nil })
    expect(list.rowSwipes.swipe == nil)
    messages.settle()
    expect(messages.rowsOnScreen["m2"] == nil && messages.rowsOnScreen["m3"] != nil)
  }

  @Test func undeletedRowReturns() throws {
    defer { messages.close() }
    delegate.deletes = false
    expect(list.rowSwipes.begin(atY: try middle(of: 1)))
    list.rowSwipes.drag(to: 300, at: 0)
    list.rowSwipes.release(at: 500)
    expect(Display.settle(seconds: 10) { list.rowSwipes.swipe == nil })
    expect(delegate.performed, equals: [[RowIndexPath(0, 1)]])
    messages.settle()
    expect(messages.rowsOnScreen["m1"] != nil)
  }

  @Test func withoutAnimationsASwipeIsOverAtOnce() throws {
    defer { messages.close() }
    ObjectProperty.set("gtk-enable-animations", of: gtk_settings_get_default()!, to: false)
    for deletes in [false, true] {
      delegate.deletes = deletes
      expect(list.rowSwipes.begin(atY: try middle(of: 1)))
      list.rowSwipes.drag(to: 300, at: 0)
      list.rowSwipes.release(at: 500)
      expect(list.rowSwipes.swipe == nil)
      messages.settle()
    }
    expect(delegate.performed.count, equals: 2)
    expect(list.rowCounts, equals: [39])
  }

  @Test func swipeFollowsItsRowThroughEdits() throws {
    defer { messages.close() }
    expect(list.rowSwipes.begin(atY: try middle(of: 3)))
    list.rowSwipes.drag(to: 90, at: 0)
    messages.insert([.init(key: "new", text: "new")], at: 0)
    messages.settle()
    expect(list.rowSwipes.swipe?.row, equals: RowIndexPath(0, 4))
    messages.delete(4..<5)
    expect(list.rowSwipes.swipe == nil)
    messages.settle()
    expect(list.rowSwipes.begin(atY: try middle(of: 3)))
    list.reloadData()
    expect(list.rowSwipes.swipe == nil)
    messages.settle()
    expect(delegate.performed.isEmpty)
  }
}

/// Swipes of a finger on a touch screen and of two on a touchpad, as the X server reports them.
@Suite("Swipe devices", .serialized, .needsInputDevices)
struct SwipeDeviceTests {
  private let devices: DeviceMessages
  private let delegate: DeletingDelegate
  private var server: InputTestServer { devices.server }
  private var messages: MessageList { devices.messages }
  private var list: ListView { messages.list }

  init() throws {
    devices = try DeviceMessages()
    let messages = devices.messages
    delegate = DeletingDelegate(messages)
    // Measured heights move offsets, but nothing on screen.
    expect(messages.finishPrecache())
    messages.show(.row(0, 200))
  }

  private func key(atY y: Double) throws -> (row: RowIndexPath, key: String) {
    let row = try require(list.row(atY: y))
    return (row, messages.key(of: row))
  }

  @Test(arguments: [false, true])
  func touchSwipeTowardsTheStartDeletesTheRow(isRightToLeft: Bool) throws {
    defer { messages.close() }
    gtk_widget_set_direction(list.widget.pointer, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    messages.settle()
    let before = messages.rowsOnScreen
    let (row, key) = try key(atY: 300)
    let step = isRightToLeft ? 20.0 : -20.0
    devices.touch(from: (500, 300), by: Array(repeating: (step, 0.4), count: 18))
    expect(Display.settle(seconds: 10) { delegate.performed == [[row]] })
    messages.settle()
    expect(!messages.sections[0].rows.contains { $0.key == key })
    // Neither a click nor a scroll.
    expect(delegate.activated.isEmpty && list.selection.rows.isEmpty)
    for (other, y) in before where y < 200 { expect(messages.rowsOnScreen[other], equals: y) }
  }

  @Test func verticalTouchDragScrollsWithoutSwiping() throws {
    defer { messages.close() }
    let offset = list.contentOffset
    devices.touch(
      from: (600, 500),
      by: Array(repeating: (-2.0, -12), count: 6) + Array(repeating: (-25, -1), count: 12))
    expect(list.contentOffset > offset + 50)
    expect(list.rowSwipes.swipe == nil)
    expect(delegate.performed.isEmpty)
  }

  @Test func touchSwipeTowardsTheEndDoesNothing() throws {
    defer { messages.close() }
    let offset = list.contentOffset
    devices.touch(from: (300, 300), by: Array(repeating: (20, 0), count: 18))
    messages.settle()
    expect(delegate.performed.isEmpty && delegate.activated.isEmpty)
    expect(list.rowSwipes.swipe == nil)
    expect(list.contentOffset, equals: offset)
  }

  @Test func shortSlowSwipeReturnsTheRow() throws {
    defer { messages.close() }
    server.touch(.began, x: 500, y: 300)
    for step in 1...10 {
      server.touch(.moved, x: 500 - Double(step) * 8, y: 300)
      Display.run(seconds: 0.01)
    }
    expect(Display.settle(seconds: 10) { abs((list.rowSwipes.swipe?.offset ?? 0) - 72) < 0.1 })
    Display.run(seconds: 0.2)
    server.touch(.ended, x: 420, y: 300)
    expect(Display.settle(seconds: 10) { list.rowSwipes.swipe == nil })
    expect(delegate.performed.isEmpty && delegate.activated.isEmpty)
  }

  @Test func touchpadSwipeDeletesTheRowUnderThePointer() throws {
    defer { messages.close() }
    devices.beginTouchpad()
    let before = messages.rowsOnScreen
    server.scrollTouchpad(16, by: 0.01, horizontally: 0.3)
    // The row under the pointer, which is where the screen was touched last.
    let swipe = try require(list.rowSwipes.swipe)
    expect(swipe.offset > 240)
    let place = try require(messages.y(of: .row(swipe.row)))
    let key = messages.key(of: swipe.row)
    server.scrollTouchpad(0)
    expect(Display.settle(seconds: 10) { delegate.performed == [[swipe.row]] })
    Display.run(seconds: 0.3)
    messages.settle()
    expect(!messages.sections[0].rows.contains { $0.key == key })
    for (other, y) in before where y < place { expect(messages.rowsOnScreen[other], equals: y) }
  }

  @Test func verticalTouchpadScrollContinuesWithoutSwiping() throws {
    defer { messages.close() }
    devices.beginTouchpad()
    let offset = list.contentOffset
    server.scrollTouchpad(4, by: 0.3, horizontally: 0.05)
    server.scrollTouchpad(10, by: 0.05, horizontally: 0.4)
    server.scrollTouchpad(0)
    messages.settle()
    expect(list.contentOffset > offset + 50)
    expect(list.rowSwipes.swipe == nil && delegate.performed.isEmpty)
  }
}
