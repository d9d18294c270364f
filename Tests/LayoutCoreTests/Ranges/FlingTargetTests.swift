import Expectations
import Testing

@testable import LayoutCore

@Suite("Rows at the target of a fling")
struct FlingTargetTests {
  private func geometry(rows: Int) -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: rows)]) { _ in .measured(10) }
    return geometry
  }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  @Test func aFarFlingDownLoadsItsTargetAndThreeRowsAbove() {
    var target = FlingTarget()
    target.flung(from: row(20), to: 500..<600, in: geometry(rows: 200))
    expect(target.elements, equals: (47..<60).map(row))
  }

  @Test func aFarFlingUpLoadsItsTargetAndThreeRowsBelow() {
    var target = FlingTarget()
    target.flung(from: row(120), to: 500..<600, in: geometry(rows: 200))
    expect(target.elements, equals: (50..<63).map(row))
  }

  @Test func aFlingOfUpToEightRowsLoadsEverythingOnItsWay() {
    var target = FlingTarget()
    let geometry = geometry(rows: 200)
    for (from, isFar) in [(41, true), (42, false), (58, false), (59, true)] {
      target.flung(from: row(from), to: 500..<600, in: geometry)
      expect(target.elements != nil, equals: isFar, "from row \(from)")
    }
  }

  @Test func grabbingTheListClearsTheTarget() {
    var target = FlingTarget()
    target.flung(from: row(0), to: 500..<600, in: geometry(rows: 200))
    target.dragBegan()
    expect(target.elements == nil)
  }

  @Test func aTargetBeyondTheEndIsClamped() {
    var target = FlingTarget()
    target.flung(from: row(0), to: 5_000..<5_100, in: geometry(rows: 200))
    expect(target.elements, equals: (187..<200).map(row))
    target.flung(from: row(150), to: -300 ..< -200, in: geometry(rows: 200))
    expect(target.elements, equals: (0..<13).map(row))
  }

  @Test func anEmptyListHasNoTarget() {
    var target = FlingTarget()
    target.flung(from: row(0), to: 0..<100, in: geometry(rows: 0))
    expect(target.elements == nil)
  }
}
