import Expectations
import Testing

@testable import LayoutCore

@Suite("Scroll position")
struct ScrollPositionTests {
  private static let viewport = 100

  private func path(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  private func geometry(_ heights: [Int]) -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: heights.count)]) { element in
      guard case .row(let row) = element else { return .measured(0) }
      return .measured(heights[row.row])
    }
    return geometry
  }

  private func position(
    _ offset: Int, in geometry: RowGeometry, _ rules: ScrollPosition.Rules = .init()
  ) -> ScrollPosition {
    .capture(atOffset: offset, viewportHeight: Self.viewport, in: geometry, rules: rules)
  }

  private func offset(_ position: ScrollPosition, in geometry: RowGeometry) -> Int {
    position.offset(viewportHeight: Self.viewport, in: geometry)
  }

  /// The offset of the viewport's top after rows of 40 pixels were inserted.
  private func offset(
    _ offset: Int, inserting rows: [Int], into heights: [Int], _ rules: ScrollPosition.Rules = .init()
  ) throws -> Int {
    var geometry = geometry(heights)
    let change = try ChangeSet(
      [.insertRows(rows.map(path))], before: [heights.count], after: [heights.count + rows.count])
    let moved = position(offset, in: geometry, rules).moved(by: change, from: geometry)
    geometry.apply(change) { _ in .measured(40) }
    return self.offset(moved, in: geometry)
  }

  @Test func rowsInsertedAtTheStartAreVisibleOnlyAtTheStart() throws {
    try expect(offset(0, inserting: [0, 1], into: [60, 60, 60]), equals: 0)
    try expect(offset(1, inserting: [0, 1], into: [60, 60, 60]), equals: 81)
    try expect(offset(0, inserting: [0, 1], into: [60, 60, 60], .init(holdsStart: false)), equals: 80)
  }

  /// A signed sum of 32 bits would overflow.
  @Test func threeBillionPixelsOfTenMillionRowsAreExact() throws {
    let count = 10_000_000
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: count)], rowsAlike: { count - $0.row }) { _ in
      .estimated(300)
    }
    expect(geometry.totalHeight, equals: 3_000_000_000)
    expect(geometry.offset(of: .row(path(count - 1))), equals: 2_999_999_700)
    let found = geometry.element(atOffset: 2_999_999_999)
    expect(found?.element == .row(path(count - 1)) && found?.offsetInside == 299)
    let position = position(2_500_000_123, in: geometry)
    expect(geometry.setHeight(.measured(301), of: .row(path(7))), equals: 1)
    expect(offset(position, in: geometry), equals: 2_500_000_124)
    let change = try ChangeSet([.insertRows([path(0)])], before: [count], after: [count + 1])
    let moved = position.moved(by: change, from: geometry)
    geometry.apply(change) { _ in .measured(40) }
    expect(offset(moved, in: geometry) == 2_500_000_164 && geometry.totalHeight == 3_000_000_041)
  }

  @Test func aListPinnedToItsEndStaysThereUntilTheUserScrollsUp() throws {
    let rules = ScrollPosition.Rules(holdsEnd: true)
    try expect(offset(80, inserting: [3], into: [60, 60, 60], rules), equals: 120)
    try expect(offset(79, inserting: [3], into: [60, 60, 60], rules), equals: 79)
    try expect(offset(80, inserting: [3], into: [60, 60, 60]), equals: 80)
    var growing = geometry([60, 60, 60])
    let pinned = position(80, in: growing, rules)
    growing.setHeight(.measured(500), of: .row(path(2)))
    expect(offset(pinned, in: growing), equals: 520)
  }

  @Test func contentThatFitsStaysAtItsStart() throws {
    try expect(offset(0, inserting: [1], into: [60], .init(holdsStart: false, holdsEnd: true)), equals: 0)
  }

  @Test func aRowAcrossTheTopGrowsDownwards() {
    var geometry = geometry([60, 60, 60])
    let kept = position(30, in: geometry)
    geometry.setHeight(.measured(200), of: .row(path(0)))
    expect(offset(kept, in: geometry), equals: 30)
    geometry.setHeight(.measured(10), of: .row(path(2)))
    expect(offset(kept, in: geometry), equals: 30)
  }

  @Test func offsetsAreClampedToTheContent() {
    let geometry = geometry([60, 60, 60])
    expect(offset(position(500, in: geometry), in: geometry), equals: 80)
    expect(offset(position(-20, in: geometry, .init(holdsStart: false)), in: geometry), equals: 0)
    expect(position(5, in: self.geometry([])), equals: .start)
    expect(position(0, in: self.geometry([0, 0]), .init(holdsStart: false)), equals: .start)
  }

  @Test func aReplacedListKeepsItsPositionByKeys() throws {
    let heights = ["a": 50, "b": 60, "c": 70, "d": 80, "e": 90, "f": 110]
    func keys(_ rows: String) -> [SectionKeys] {
      [SectionKeys(key: "s", rows: rows.map { SectionKeys.Row(key: String($0), revision: 0) })]
    }
    func offsetAfterReplacing(_ old: String, by new: String, at offset: Int) -> Int {
      let change = ChangeSet.difference(from: keys(old), to: keys(new))
      var geometry = geometry(old.map { heights[String($0)] ?? 0 })
      let kept = position(offset, in: geometry).moved(by: change, from: geometry)
      geometry.apply(change) { element in
        guard case .row(let row) = element else { return .measured(0) }
        return .measured(heights[String(Array(new)[row.row])] ?? 0)
      }
      return self.offset(kept, in: geometry)
    }
    // The viewport begins 5 inside c, also after the list is sorted the other way, and among other rows.
    expect(offsetAfterReplacing("abcde", by: "edcba", at: 115), equals: 175)
    expect(offsetAfterReplacing("abcde", by: "fcab", at: 115), equals: 115)
    expect(offsetAfterReplacing("abcde", by: "fabd", at: 115), equals: 200)
    expect(offsetAfterReplacing("abc", by: "def", at: 115), equals: 0)
  }
}
