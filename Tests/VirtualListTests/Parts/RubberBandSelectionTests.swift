import Expectations
import LayoutCore
import Testing

@testable import VirtualList

struct RubberBandSelectionTests {
  private let geometry = FixedViewport(rows: Array(repeating: 50, count: 10)).geometry

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  private func band(at number: Int, keeping kept: RowSet = []) -> RubberBandSelection {
    let selection = RubberBandSelection()
    selection.begin(
      RubberBand(
        start: ScrollAnchor(element: .row(row(number)), offsetInside: 25), startX: 10, kept: kept,
        pointer: Point(x: 10, y: 100)))
    return selection
  }

  @Test func pressBecomesABandBeyondEightPixels() {
    expect(!RubberBandSelection.begins(at: Point(x: 8, y: -8)))
    expect(RubberBandSelection.begins(at: Point(x: 0, y: -8.5)))
    expect(RubberBandSelection.begins(at: Point(x: 9, y: 0)))
  }

  @Test func selectionIsTheCoveredRowsAndTheKeptOnes() {
    let band = band(at: 4, keeping: [row(9)])
    let down = band.selection(from: RowSelection(), pointerOffset: 310, in: geometry)
    expect(down.rows == [row(4), row(5), row(6), row(9)] && down.cursor == row(6))
    // Rows that the band leaves are deselected.
    let up = band.selection(from: down, pointerOffset: 199, in: geometry)
    expect(up.rows == [row(3), row(4), row(9)] && up.cursor == row(3))
  }

  @Test func withoutBandOrRowsTheSelectionStays() {
    var selection = RowSelection()
    selection.select(row(2))
    expect(
      RubberBandSelection().selection(from: selection, pointerOffset: 0, in: geometry), equals: selection)
    expect(band(at: 4).selection(from: selection, pointerOffset: 0, in: RowGeometry()), equals: selection)
  }

  @Test func bandMovesWithItsRowAndEndsWithoutIt() throws {
    let band = band(at: 4, keeping: [row(1), row(5)])
    let deletion = try ChangeSet([.deleteRows([row(1)])], before: [10], after: [9])
    band.apply(deletion, from: geometry)
    expect(band.band?.start.element == .row(row(3)) && band.band?.kept == [row(4)])
    let all = try ChangeSet([.deleteRows((0..<9).map { row($0) })], before: [9], after: [0])
    band.apply(all, from: FixedViewport(rows: Array(repeating: 50, count: 9)).geometry)
    expect(band.band == nil && !band.end())
  }

  @Test func scrollDistanceIsInDevicePixelsAndBoundedInTime() {
    let band = band(at: 4)
    expect(band.scrollDistance(seconds: 0.05, height: 300, scale: 1), equals: 0)
    band.move(to: Point(x: 10, y: 310))
    // 38 pixels inside the zone, at 18 pixels a second for each.
    expect(band.scrollDistance(seconds: 0.05, height: 300, scale: 1), equals: 35)
    expect(band.scrollDistance(seconds: 0.05, height: 300, scale: 2), equals: 69)
    expect(band.scrollDistance(seconds: 5, height: 300, scale: 1), equals: 69)
    band.move(to: Point(x: 10, y: -10))
    expect(band.scrollDistance(seconds: 0.05, height: 300, scale: 1), equals: -35)
    expect(band.end())
    expect(band.scrollDistance(seconds: 0.05, height: 300, scale: 1), equals: 0)
  }
}
