import Expectations
import Testing

@testable import LayoutCore

@Suite("Scroll anchor")
struct ScrollAnchorTests {
  private func path(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func geometry(_ heights: [Int], hasHeader: Bool = false) -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: heights.count, hasHeader: hasHeader)]) { element in
      if case .row(let row) = element { .measured(heights[row.row]) } else { .measured(25) }
    }
    return geometry
  }

  /// The offset of the viewport's top after edits.
  private func offset(
    _ offset: Int, after edits: [ListEdit], on heights: [Int], rows: Int, inserted: Int = 40
  ) throws -> Int? {
    var geometry = geometry(heights)
    let change = try ChangeSet(edits, before: [heights.count], after: [rows])
    let moved = ScrollAnchor.capture(atOffset: offset, in: geometry)?.moved(by: change, from: geometry)
    geometry.apply(change) { _ in .measured(inserted) }
    return moved?.offset(in: geometry)
  }

  @Test func captureAndOffsetAreInverse() {
    let geometry = geometry([10, 0, 30, 20], hasHeader: true)
    for offset in 0..<geometry.totalHeight {
      expect(ScrollAnchor.capture(atOffset: offset, in: geometry)?.offset(in: geometry), equals: offset)
    }
    expect(ScrollAnchor.capture(atOffset: -1, in: geometry) == nil)
    expect(ScrollAnchor.capture(atOffset: geometry.totalHeight, in: geometry) == nil)
  }

  @Test func aRowThatGrowsAboveTheViewportKeepsTheVisibleRowInPlace() throws {
    var geometry = geometry([50, 60, 70])
    let anchor = try require(ScrollAnchor.capture(atOffset: 80, in: geometry))
    geometry.setHeight(.measured(87), of: .row(path(0)))
    expect(anchor.offset(in: geometry), equals: 117)
    geometry.setHeight(.measured(90), of: .row(path(1)))
    expect(anchor.offset(in: geometry), equals: 117)
  }

  @Test func insertingAndDeletingAboveKeepsTheVisibleRowInPlace() throws {
    try expect(offset(60, after: [.deleteRows([path(0)])], on: [50, 60, 70], rows: 2), equals: 10)
    let above = [path(0), path(1), path(2)]
    try expect(offset(60, after: [.insertRows(above)], on: [50, 60, 70], rows: 6), equals: 180)
    try expect(offset(60, after: [.insertRows([path(1)])], on: [50, 60, 70], rows: 4), equals: 100)
    try expect(offset(60, after: [.insertRows([path(3)])], on: [50, 60, 70], rows: 4), equals: 60)
  }

  @Test func theNextKeptRowReplacesADeletedOne() throws {
    // The viewport begins 10 inside row 1, which is deleted: row 2 takes its position.
    try expect(offset(60, after: [.deleteRows([path(1)])], on: [50, 60, 70], rows: 2), equals: 60)
    try expect(offset(60, after: [.deleteRows([path(0), path(1)])], on: [50, 60, 70], rows: 1), equals: 10)
  }

  @Test func theRowBeforeReplacesDeletedLastRows() throws {
    try expect(offset(115, after: [.deleteRows([path(2)])], on: [50, 60, 70], rows: 2), equals: 55)
  }

  @Test func anEmptiedListHasNoAnchor() throws {
    try expect(
      offset(60, after: [.deleteRows([path(0), path(1), path(2)])], on: [50, 60, 70], rows: 0) == nil)
  }

  @Test func theViewportFollowsAMovedRow() throws {
    try expect(
      offset(10, after: [.moveRow(from: path(0), to: path(2))], on: [50, 60, 70], rows: 3), equals: 140)
  }
}
