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

  @Test func rubberBandSelectsTheRowsItCovers() throws {
    defer { fixture.close() }
    list.bandBegan(at: try middle(of: 2), keepsSelection: false)
    list.bandMoved(to: try middle(of: 3))
    expect(list.selection.rows, equals: rows(2...3))
    list.bandMoved(to: try middle(of: 1))
    expect(list.selection.rows, equals: rows(1...2))
    expect(list.selection.cursor, equals: row(1))
    list.bandEnded()
    expect(list.selection.rows, equals: rows(1...2))
    // With Control the selection is extended.
    list.bandBegan(at: try middle(of: 3), keepsSelection: true)
    list.bandMoved(to: try middle(of: 3))
    expect(list.selection.rows, equals: rows(1...3))
    list.bandEnded()
    expect(list.contentOffset == 0 && fixture.activated.isEmpty)
  }

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

  @Test func scrollSpeedGrowsTowardsTheEdges() {
    defer { fixture.close() }
    var band = RubberBand(
      start: ScrollAnchor(element: .header(0), offsetInside: 0), startX: 0, kept: [],
      pointer: Point(x: 0, y: 300))
    func speed(_ y: Double) -> Double {
      band.pointer.y = y
      return band.scrollSpeed(height: 600)
    }
    expect(speed(300) == 0 && speed(RubberBand.scrollZone) == 0)
    expect(speed(10) < 0 && speed(-40) < speed(10))
    expect(speed(590) > 0 && speed(640) > speed(590))
    expect(speed(9_000), equals: -speed(-9_000))
  }
}
