import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Selecting rows with a rubber band.
@Suite("Rubber band", .serialized, .needsDisplay)
struct RubberBandTests {
  private let fixture = ListFixture([ListFixture.rows(0..<300)])
  private var list: ListView { fixture.list }

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  private func middle(of number: Int) throws -> Point {
    let y = try require(fixture.y(of: .row(row(number))))
    return Point(x: 100, y: Double(y + fixture.height(of: .row(row(number))) / 2))
  }

  private func rows(_ range: ClosedRange<Int>) -> RowSet { RowSet(range.map { row($0) }) }

  @Test func rubberBandScrollsAtTheEdgesOverUnmeasuredRows() throws {
    defer { fixture.close() }
    list.idle.stop()
    list.bandBegan(at: try middle(of: 1), keepsSelection: false)
    let before = list.contentOffset
    list.bandMoved(to: Point(x: 120, y: 640))
    expect(list.focus.rubberBand.ticks != nil)
    for _ in 0..<40 {
      list.scrollBand(seconds: 0.05)
      fixture.settle()
    }
    expect(list.contentOffset > before + 2_000)
    let last = try require(list.selection.cursor?.row)
    expect(list.selection.rows, equals: rows(1...last))
    expect(last > 15)
    // Back at its start, the band covers only the row at which it began.
    list.bandMoved(to: Point(x: 120, y: -400))
    expect(Display.settle { list.contentOffset == 0 })
    list.bandMoved(to: try middle(of: 1))
    expect(list.selection.rows, equals: rows(1...1))
    list.bandEnded()
    expect(list.focus.rubberBand.ticks == nil && list.focus.rubberBand.band == nil)
  }

  @Test func rubberBandFollowsItsRowsThroughEdits() throws {
    defer { fixture.close() }
    fixture.show(.row(row(50)))
    list.bandBegan(at: try middle(of: 51), keepsSelection: false)
    list.bandMoved(to: try middle(of: 52))
    fixture.insert(ListFixture.rows(900..<910), at: 0)
    fixture.settle()
    list.bandMoved(to: try middle(of: 63))
    expect(list.selection.rows, equals: rows(61...63))
    fixture.delete(0..<310)
    fixture.settle()
    list.bandMoved(to: Point(x: 10, y: 10))
    expect(list.selection.rows.isEmpty)
    list.bandEnded()
  }
}
