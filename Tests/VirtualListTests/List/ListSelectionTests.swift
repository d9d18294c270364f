import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

@Suite(.serialized, .needsDisplay)
struct ListSelectionTests {
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
}
