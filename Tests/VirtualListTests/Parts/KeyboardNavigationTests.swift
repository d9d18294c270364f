import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

struct KeyboardNavigationTests {
  private func row(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func selection(_ cursor: RowIndexPath?) -> RowSelection {
    var selection = RowSelection()
    selection.select(cursor)
    return selection
  }

  /// The action of a key with the cursor at a row of the first section.
  private func action(
    _ key: Int32, _ modifiers: GdkModifierType..., at cursor: Int? = nil, in viewport: FixedViewport
  ) -> ListAction? {
    var keyboard = KeyboardNavigation()
    return keyboard.action(
      for: UInt32(key), modifiers: modifiers.reduce(0) { $0 | $1.rawValue },
      selection: selection(cursor.map { row($0) }), in: viewport)
  }

  private func focus(
    _ row: RowIndexPath, _ change: SelectionChange = .select, revealing reveal: ListAction.Reveal? = nil
  ) -> ListAction { .focus(row, selecting: change, revealing: reveal) }

  @Test(arguments: [(GDK_KEY_Down, 3), (GDK_KEY_KP_Down, 3), (GDK_KEY_Up, 1), (GDK_KEY_KP_Up, 1)])
  func arrowsMoveByOneRow(key: Int32, expected: Int) {
    let viewport = FixedViewport(rows: Array(repeating: 50, count: 10))
    expect(action(key, at: 2, in: viewport), equals: focus(row(expected)))
    expect(action(key, GDK_SHIFT_MASK, at: 2, in: viewport), equals: focus(row(expected), .extend))
    expect(action(key, GDK_CONTROL_MASK, at: 2, in: viewport), equals: focus(row(expected), .keep))
  }

  @Test func arrowsSkipRowsThatTurnOutToHaveNoHeight() {
    let viewport = FixedViewport(rows: [50, 0, 0, 50], estimate: 40)
    expect(action(GDK_KEY_Down, at: 0, in: viewport), equals: focus(row(3)))
    expect(viewport.measured.contains(.row(row(1))))
    expect(
      action(GDK_KEY_Up, at: 3, in: viewport),
      equals: focus(row(0), revealing: .element(.row(row(0)), .nearest)))
  }

  @Test func withoutCursorAnArrowFocusesTheFirstVisibleRow() {
    let viewport = FixedViewport([.init(header: 20, rows: [50, 50, 50])])
    expect(action(GDK_KEY_Down, in: viewport), equals: focus(row(0)))
    viewport.contentOffset = 80
    expect(action(GDK_KEY_Up, in: viewport), equals: focus(row(1)))
    expect(action(GDK_KEY_Down, in: FixedViewport([])), equals: .stay)
  }

  @Test func firstHeaderAndLastFooterAreRevealedWithTheirRows() {
    let viewport = FixedViewport([
      .init(header: 20, rows: []), .init(header: 20, rows: [50, 50, 50], footer: 30),
    ])
    var keyboard = KeyboardNavigation()
    func action(_ key: Int32, at cursor: Int) -> ListAction? {
      keyboard.action(
        for: UInt32(key), modifiers: 0, selection: selection(row(cursor, section: 1)), in: viewport)
    }
    expect(
      action(GDK_KEY_Up, at: 1), equals: focus(row(0, section: 1), revealing: .element(.header(0), .nearest)))
    expect(
      action(GDK_KEY_Down, at: 1),
      equals: focus(row(2, section: 1), revealing: .element(.footer(1), .nearest)))
    // At the end of the list the cursor stays, and the footer still comes into view.
    expect(
      action(GDK_KEY_Down, at: 2),
      equals: focus(row(2, section: 1), revealing: .element(.footer(1), .nearest)))
    expect(action(GDK_KEY_Down, at: 0), equals: focus(row(1, section: 1)))
  }

  @Test func arrowsScrollInsideRowsTallerThanTheViewport() {
    let viewport = FixedViewport([.init(rows: [50, 500, 50])], scale: 2)
    viewport.contentOffset = 50
    // 60 logical pixels are 120 device pixels.
    expect(action(GDK_KEY_Down, at: 1, in: viewport), equals: .scroll(by: 120))
    viewport.contentOffset = 170
    // 80 pixels are left.
    expect(action(GDK_KEY_Down, at: 1, in: viewport), equals: .scroll(by: 80))
    expect(action(GDK_KEY_Up, at: 1, in: viewport), equals: .scroll(by: -120))
    viewport.contentOffset = 250
    expect(action(GDK_KEY_Down, at: 1, in: viewport), equals: focus(row(2)))
    viewport.contentOffset = 50
    expect(
      action(GDK_KEY_Up, at: 1, in: viewport),
      equals: focus(row(0), revealing: .element(.row(row(0)), .nearest)))
  }

  @Test func headerAboveReducesTheSpaceOfATallRow() {
    let viewport = FixedViewport([.init(header: 20, rows: [290, 50])])
    // The row is lower than the viewport, but not than the part below its header.
    expect(action(GDK_KEY_Down, at: 0, in: viewport), equals: .scroll(by: 10))
  }

  @Test func pageKeysMoveByTheViewportLessTheOverlap() {
    let viewport = FixedViewport(rows: Array(repeating: 50, count: 40))
    // 300 - 40 = 260 pixels below the top of row 2 lies row 7.
    expect(action(GDK_KEY_Page_Down, at: 2, in: viewport), equals: focus(row(7)))
    expect(action(GDK_KEY_space, at: 2, in: viewport), equals: focus(row(7)))
    expect(action(GDK_KEY_Page_Down, GDK_SHIFT_MASK, at: 2, in: viewport), equals: focus(row(7), .extend))
    expect(action(GDK_KEY_Page_Up, at: 10, in: viewport), equals: focus(row(4)))
    expect(action(GDK_KEY_space, GDK_SHIFT_MASK, at: 10, in: viewport), equals: focus(row(4)))
    expect(action(GDK_KEY_Page_Down, at: 39, in: viewport), equals: focus(row(39)))
  }

  @Test func pageLeadsAtLeastToTheNextRow() {
    let viewport = FixedViewport(rows: Array(repeating: 299, count: 5))
    expect(action(GDK_KEY_Page_Down, at: 1, in: viewport), equals: focus(row(2)))
    expect(action(GDK_KEY_Page_Up, at: 3, in: viewport), equals: focus(row(2)))
  }

  @Test func pageSkipsAnEstimatedRowThatTurnsOutToHaveNoHeight() {
    let viewport = FixedViewport(rows: [50, 50, 50, 50, 50, 0, 50, 50], estimate: 50)
    expect(action(GDK_KEY_Page_Down, at: 0, in: viewport), equals: focus(row(6)))
  }

  @Test func turningBackReturnsToTheRowAndScrollPositionThatWereLeft() {
    let viewport = FixedViewport(rows: (0..<40).map { 30 + $0 * 7 % 60 })
    viewport.contentOffset = 75
    var keyboard = KeyboardNavigation()
    func press(_ key: Int32, at cursor: RowIndexPath) -> ListAction? {
      keyboard.action(for: UInt32(key), modifiers: 0, selection: selection(cursor), in: viewport)
    }
    guard case .focus(let reached, _, _)? = press(GDK_KEY_Page_Down, at: row(3)) else {
      Issue.record("Page Down moves the focus.")
      return
    }
    viewport.contentOffset = 320
    let left = ListAction.Reveal.position(ScrollAnchor(element: .row(row(2)), offsetInside: 75 - 67))
    expect(viewport.geometry.offset(of: .row(row(2))), equals: 67)
    expect(press(GDK_KEY_Page_Up, at: reached), equals: focus(row(3), revealing: left))
    // The way back was used up.
    expect(press(GDK_KEY_Page_Up, at: reached) != focus(row(3), revealing: left))
  }

  @Test func changedRowsMakePagesForgotten() {
    let viewport = FixedViewport(rows: Array(repeating: 50, count: 40))
    var keyboard = KeyboardNavigation()
    func press(_ key: Int32, at cursor: Int) -> ListAction? {
      keyboard.action(for: UInt32(key), modifiers: 0, selection: selection(row(cursor)), in: viewport)
    }
    expect(press(GDK_KEY_Page_Down, at: 10), equals: focus(row(15)))
    keyboard.rowsChanged()
    // By distance alone, without the scroll position that was left.
    expect(press(GDK_KEY_Page_Up, at: 15), equals: focus(row(9)))
  }

  @Test func homeAndEndRevealTheEndsOfTheContent() {
    let viewport = FixedViewport([
      .init(header: 20, rows: [0, 50, 50]), .init(rows: [50, 0], footer: 30), .init(rows: []),
    ])
    expect(
      action(GDK_KEY_Home, at: 2, in: viewport), equals: focus(row(1), revealing: .element(.header(0), .top)))
    expect(
      action(GDK_KEY_End, at: 2, in: viewport),
      equals: focus(row(0, section: 1), revealing: .element(.footer(1), .bottom)))
    let plain = FixedViewport(rows: [50, 50])
    expect(
      action(GDK_KEY_KP_End, GDK_SHIFT_MASK, at: 0, in: plain),
      equals: focus(row(1), .extend, revealing: .element(.row(row(1)), .bottom)))
    expect(action(GDK_KEY_Home, in: FixedViewport([])), equals: .stay)
    expect(action(GDK_KEY_End, in: FixedViewport([.init(header: 20, rows: [])])), equals: .stay)
  }

  @Test func commandsAreIndependentOfTheGeometry() {
    let viewport = FixedViewport(rows: [50, 50])
    expect(action(GDK_KEY_space, GDK_CONTROL_MASK, at: 1, in: viewport), equals: focus(row(1), .toggle))
    expect(action(GDK_KEY_space, GDK_CONTROL_MASK, in: viewport) == nil)
    expect(action(GDK_KEY_a, GDK_CONTROL_MASK, in: viewport), equals: .selectAll)
    expect(action(GDK_KEY_A, GDK_CONTROL_MASK, GDK_SHIFT_MASK, in: viewport), equals: .clearSelection)
    expect(action(GDK_KEY_Return, at: 1, in: viewport), equals: .activate(row(1), selecting: false))
    expect(action(GDK_KEY_Return, in: viewport) == nil)
    expect(action(GDK_KEY_KP_Enter, GDK_ALT_MASK, at: 1, in: viewport), equals: .activateAccessoryAtCursor)
    expect(action(GDK_KEY_Delete, in: viewport), equals: .delete)
    expect(action(GDK_KEY_Menu, in: viewport), equals: .openMenuOfSelection)
    expect(action(GDK_KEY_F10, GDK_SHIFT_MASK, in: viewport), equals: .openMenuOfSelection)
  }

  @Test func otherKeysAreLeftToTheWindow() {
    let viewport = FixedViewport(rows: [50, 50])
    expect(action(GDK_KEY_F10, at: 0, in: viewport) == nil)
    expect(action(GDK_KEY_a, at: 0, in: viewport) == nil)
    expect(action(GDK_KEY_Tab, at: 0, in: viewport) == nil)
    expect(action(GDK_KEY_Down, GDK_ALT_MASK, at: 0, in: viewport) == nil)
    expect(action(GDK_KEY_Down, GDK_SUPER_MASK, at: 0, in: viewport) == nil)
  }

  @Test func returnActivatesTheCursorsRowAndSelectsItIfNeeded() {
    let viewport = FixedViewport(rows: [50, 50])
    var keyboard = KeyboardNavigation()
    var selection = RowSelection()
    selection.select(row(0))
    selection.moveCursor(to: row(1))
    expect(
      keyboard.action(for: UInt32(GDK_KEY_Return), modifiers: 0, selection: selection, in: viewport),
      equals: .activate(row(1), selecting: true))
  }
}
