import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Ranges, pages and rows taller than the viewport.
@Suite("Keyboard", .serialized, .needsDisplay)
struct ListKeyboardTests {
  private func row(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func press(_ key: Int32, _ modifiers: GdkModifierType..., in fixture: ListFixture) {
    _ = fixture.list.keyPressed(UInt32(key), modifiers: modifiers.reduce(0) { $0 | $1.rawValue })
  }

  private func rows(_ range: ClosedRange<Int>) -> RowSet { RowSet(range.map { row($0) }) }

  @Test func shiftSelectsARangeOverUnmeasuredRows() {
    let fixture = ListFixture([ListFixture.rows(0..<30), [], ListFixture.rows(30..<4_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    fixture.list.select(row(2))
    press(GDK_KEY_Down, GDK_SHIFT_MASK, in: fixture)
    press(GDK_KEY_Down, GDK_SHIFT_MASK, in: fixture)
    expect(fixture.list.selection.rows, equals: rows(2...4))
    press(GDK_KEY_Up, GDK_SHIFT_MASK, in: fixture)
    expect(fixture.list.selection.rows, equals: rows(2...3))
    press(GDK_KEY_End, GDK_SHIFT_MASK, GDK_CONTROL_MASK, in: fixture)
    expect(fixture.list.selection.rows.count, equals: 28 + 3_970)
    expect(fixture.list.geometry.unmeasuredCount > 3_000)
    fixture.settle()
    expect(fixture.list.selectedRow, equals: row(3_969, section: 2))
    press(GDK_KEY_Home, GDK_SHIFT_MASK, in: fixture)
    expect(fixture.list.selection.rows, equals: rows(0...2))
    press(GDK_KEY_Down, in: fixture)
    expect(fixture.list.selection.rows, equals: rows(1...1))
  }

  @Test func controlMovesTheCursorAndSpaceTogglesItsRow() {
    let fixture = ListFixture([ListFixture.rows(0..<40)])
    defer { fixture.close() }
    fixture.list.select(row(1))
    for _ in 0..<3 { press(GDK_KEY_Down, GDK_CONTROL_MASK, in: fixture) }
    expect(fixture.list.selection.rows, equals: rows(1...1))
    expect(fixture.list.selection.cursor, equals: row(4))
    // Commands for a single row apply to the selected one.
    expect(fixture.list.selectedRow, equals: row(1))
    press(GDK_KEY_space, GDK_CONTROL_MASK, in: fixture)
    expect(fixture.list.selection.rows, equals: [row(1), row(4)])
    press(GDK_KEY_a, GDK_CONTROL_MASK, in: fixture)
    expect(fixture.list.selection.rows, equals: rows(0...39))
    expect(fixture.list.selection.cursor, equals: row(4))
  }

  @Test func clicksToggleAndExtendTheSelection() throws {
    let fixture = ListFixture([ListFixture.rows(0..<40)])
    defer { fixture.close() }
    func click(_ number: Int, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) throws {
      let y = try require(fixture.y(of: .row(row(number))))
      fixture.list.click(x: 100, y: Double(y) + 4, modifiers: modifiers.rawValue)
    }
    try click(0)
    try click(2, GDK_CONTROL_MASK)
    expect(fixture.list.selection.rows, equals: [row(0), row(2)])
    try click(0, GDK_CONTROL_MASK)
    expect(fixture.list.selection.rows, equals: [row(2)])
    try click(2)
    try click(4, GDK_SHIFT_MASK)
    expect(fixture.list.selection.rows, equals: rows(2...4))
    // Only a plain click activates a row.
    expect(fixture.activated, equals: [row(0), row(2)])
    for number in 0...4 {
      let view = try require(fixture.list.pool.view(of: .row(row(number))))
      let flags = gtk_widget_get_state_flags(view.widget.pointer)
      expect(flags.rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0, equals: number >= 2)
    }
  }

  @Test func pageUpReturnsToThePreviousPage() {
    let fixture = ListFixture([ListFixture.rows(0..<300)])
    defer { fixture.close() }
    press(GDK_KEY_Down, in: fixture)
    fixture.settle()
    // Rows below the viewport may have widgets for a while.
    var seen: [String: Int] { fixture.picture.filter { $0.value < fixture.list.pageHeight } }
    var left: [(RowIndexPath?, [String: Int])] = []
    for _ in 0..<6 {
      left.append((fixture.list.selectedRow, seen))
      press(GDK_KEY_Page_Down, in: fixture)
      fixture.settle()
    }
    for (row, picture) in left.reversed() {
      press(GDK_KEY_Page_Up, in: fixture)
      fixture.settle()
      expect(fixture.list.selectedRow, equals: row)
      expect(seen, equals: picture)
    }
  }

  @Test func keysScrollOnlyAsFarAsNeeded() throws {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    func expectPicture(_ row: RowIndexPath, isAtBottom: Bool) throws {
      let element = ListElement.row(row)
      let y = try require(fixture.y(of: element))
      let header = fixture.height(of: .header(0))
      if isAtBottom {
        expect(y + fixture.height(of: element), equals: fixture.list.pageHeight)
      } else {
        expect(y, equals: header)
      }
    }
    for (key, isAtBottom) in [(GDK_KEY_Down, true), (GDK_KEY_Up, false)] {
      var scrolls = 0
      for _ in 0..<25 {
        let before = fixture.list.contentOffset
        press(key, in: fixture)
        fixture.settle()
        guard fixture.list.contentOffset != before else { continue }
        scrolls += 1
        try expectPicture(try require(fixture.list.selectedRow), isAtBottom: isAtBottom)
      }
      expect(scrolls > 5 && scrolls < 25)
    }
  }

  /// On a busy machine a held key repeats faster than frames are drawn: no key is lost, and none is handled late.
  @Test(arguments: [GDK_KEY_Page_Down, GDK_KEY_Down])
  func everyKeyBetweenTwoFramesCounts(key: Int32) {
    let fixture = ListFixture([ListFixture.rows(0..<300)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    let start = row(12)
    fixture.list.select(start)
    fixture.settle()
    let top = fixture.list.scrollState.anchor
    for _ in 0..<5 {
      press(key, in: fixture)
      fixture.settle()
    }
    let (reached, picture) = (fixture.list.selectedRow, fixture.picture)
    expect(reached != start)
    fixture.list.select(start)
    if let top { fixture.list.scroll(to: top) }
    fixture.settle()
    for _ in 0..<5 { press(key, in: fixture) }
    fixture.settle()
    expect(fixture.list.selectedRow, equals: reached)
    expect(fixture.picture, equals: picture)
    Display.run(seconds: 0.1)
    expect(fixture.list.selectedRow == reached && fixture.picture == picture)
  }

  @Test(arguments: [37, 1_500, 2_999])
  func jumpToAnUnmeasuredRowShowsItWholeInTheFirstFrame(number: Int) throws {
    let fixture = ListFixture([ListFixture.rows(0..<3_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    fixture.settle()
    var frames: [(top: Int?, height: Int, isMeasured: Bool)] = []
    let wanted = ListElement.row(row(number))
    fixture.observeFrames({
      let height = fixture.list.geometry.height(of: wanted)
      frames.append((fixture.y(of: wanted), height.value, height == .measured(height.value)))
    }) {
      fixture.list.select(row(number))
      fixture.settle()
    }
    expect(!frames.isEmpty)
    for frame in frames {
      let top = try require(frame.top)
      expect(frame.isMeasured && top >= 0 && top + frame.height <= fixture.list.pageHeight)
      expect(top, equals: frames[0].top)
    }
  }
}
