import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The context menu of the selected row, asked for by key.
@Suite("Menus of rows", .serialized, .needsDisplay)
struct RowMenuTests {
  private let fixture = ListFixture([ListFixture.rows(0..<400)])

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  /// GTK fails to place a menu at a row that is outside of the screen.
  @Test(arguments: [0, 150, 399]) func theMenuOpensAtTheRowWhereverTheListIs(selected: Int) throws {
    defer { fixture.close() }
    let list = fixture.list
    list.select(row(selected))
    fixture.settle()
    for place in [0, 399, 200] {
      fixture.show(.row(row(place)))
      list.openMenuOfSelection()
      let point = try require(fixture.menuPoint)
      fixture.settle()
      expect(fixture.menus.last, equals: row(selected))
      expect(list.row(atY: point.y), equals: row(selected))
    }
  }

  @Test func theMenuOfATallRowOpensInsideTheViewport() throws {
    defer { fixture.close() }
    fixture.change(7) { $0.title = String(repeating: "many words ", count: 2_000) }
    fixture.list.select(row(7))
    fixture.settle()
    fixture.list.openMenuOfSelection()
    let point = try require(fixture.menuPoint)
    expect(fixture.list.row(atY: point.y), equals: row(7))
    expect(point.y >= 0 && point.y < Double(gtk_widget_get_height(fixture.list.widget.pointer)))
  }
}
