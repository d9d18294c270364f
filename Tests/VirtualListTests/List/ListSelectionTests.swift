import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

@Suite(.serialized, .needsDisplay)
struct ListSelectionTests {
  @Test func arrowKeysMoveTheSelectionAcrossHeaders() {
    let fixture = ListFixture([ListFixture.rows(0..<2), [], ListFixture.rows(2..<4)])
    defer { fixture.close() }
    press(GDK_KEY_Down, in: fixture)
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 0))
    for _ in 0..<2 { press(GDK_KEY_Down, in: fixture) }
    expect(fixture.list.selectedRow, equals: RowIndexPath(2, 0))
    press(GDK_KEY_Up, in: fixture)
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 1))
    for _ in 0..<9 { press(GDK_KEY_Down, in: fixture) }
    expect(fixture.list.selectedRow, equals: RowIndexPath(2, 1))
  }

  @Test func homeAndEndAreExactInTheNextFrame() throws {
    let fixture = ListFixture([ListFixture.rows(0..<4_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    press(GDK_KEY_End, in: fixture)
    fixture.settle()
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 3_999))
    let lastTop = try require(fixture.picture["key-3999"])
    let lastHeight = try require(fixture.allocatedHeight(of: RowIndexPath(0, 3_999)))
    expect(lastTop + lastHeight, equals: Int(gtk_widget_get_height(fixture.list.widget.pointer)))
    press(GDK_KEY_Home, in: fixture)
    fixture.settle()
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 0))
    expect(fixture.list.contentOffset, equals: 0)
  }

  @Test func pageKeysMoveByAPageAndKeepTheRowVisible() {
    let fixture = ListFixture([ListFixture.rows(0..<300)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    press(GDK_KEY_Down, in: fixture)
    for _ in 0..<5 {
      let before = offset(fixture)
      press(GDK_KEY_Page_Down, in: fixture)
      fixture.settle()
      let moved = offset(fixture) - before
      expect(moved > 300 && moved <= 600, "\(moved)")
      expectSelectionInView(fixture)
    }
    for _ in 0..<9 { press(GDK_KEY_Page_Up, in: fixture) }
    fixture.settle()
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 0))
  }

  @Test func selectionFollowsItsRowThroughEdits() {
    let fixture = ListFixture([ListFixture.rows(0..<20)])
    defer { fixture.close() }
    fixture.list.select(RowIndexPath(0, 5))
    fixture.insert(ListFixture.rows(50..<52), at: 0)
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 7))
    fixture.delete(7..<8)
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 7))
    fixture.delete(7..<21)
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 6))
  }

  @Test func returnActivatesTheSelectedRow() {
    let fixture = ListFixture([ListFixture.rows(0..<5)])
    defer { fixture.close() }
    press(GDK_KEY_Return, in: fixture)
    expect(fixture.activated.isEmpty)
    fixture.list.select(RowIndexPath(0, 3))
    press(GDK_KEY_Return, in: fixture)
    expect(fixture.activated, equals: [RowIndexPath(0, 3)])
  }

  @Test func hitTestingFindsTheRowDrawnAtAPoint() throws {
    let fixture = ListFixture([ListFixture.rows(0..<50)])
    defer { fixture.close() }
    for (key, y) in fixture.picture where y >= 0 {
      let row = try require(fixture.list.row(atY: Double(y)))
      expect(fixture.sections[row.section][row.row].key, equals: key)
    }
    expect(fixture.list.row(atY: 1) == nil)
  }

  private func press(_ key: Int32, in fixture: ListFixture) {
    _ = fixture.list.keyPressed(UInt32(key), modifiers: 0)
  }

  private func offset(_ fixture: ListFixture) -> Int {
    fixture.list.selectedRow.map { fixture.list.geometry.offset(of: .row($0)) } ?? 0
  }

  private func expectSelectionInView(_ fixture: ListFixture) {
    guard let row = fixture.list.selectedRow else {
      Issue.record("No row is selected.")
      return
    }
    let top = fixture.list.geometry.offset(of: .row(row)) - fixture.list.contentOffset
    let height = fixture.list.geometry.height(of: .row(row)).value
    expect(top >= 0 && top + min(height, fixture.list.pageHeight) <= fixture.list.pageHeight)
  }
}
