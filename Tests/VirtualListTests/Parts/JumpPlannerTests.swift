import Expectations
import LayoutCore
import Testing

@testable import VirtualList

struct JumpPlannerTests {
  private func row(_ row: Int) -> ListElement { .row(0, row) }

  @Test func nearestMovesNoFurtherThanNeeded() {
    let viewport = FixedViewport([.init(header: 20, rows: Array(repeating: 50, count: 20))])
    viewport.contentOffset = 200
    let planner = JumpPlanner(viewport)
    // Rows 4...8 lie between the sticky header and the viewport's bottom.
    for visible in 4...8 { expect(planner.side(for: row(visible), .nearest) == nil) }
    expect(planner.side(for: row(3), .nearest), equals: .top)
    expect(planner.side(for: row(9), .nearest), equals: .bottom)
    expect(planner.position(for: row(5), .nearest) == nil)
    expect(planner.position(for: row(3), .nearest), equals: ScrollAnchor(element: row(3), offsetInside: -20))
    expect(
      planner.position(for: row(10), .nearest), equals: ScrollAnchor(element: row(10), offsetInside: -250))
    // The sticky header covers the top of row 4.
    viewport.contentOffset = 215
    expect(planner.side(for: row(4), .nearest), equals: .top)
  }

  @Test func rowTallerThanTheViewportIsShownFromItsTop() {
    let viewport = FixedViewport(rows: [50, 301, 50])
    viewport.contentOffset = 101
    expect(JumpPlanner(viewport).side(for: row(1), .nearest), equals: .top)
  }

  @Test func jumpMeasuresItsTargetAndTheHeaderAbove() {
    let viewport = FixedViewport([.init(header: 20, rows: [50, 70, 50])], estimate: 40)
    let position = JumpPlanner(viewport).position(for: row(1), .bottom)
    expect(position, equals: ScrollAnchor(element: row(1), offsetInside: 70 - 300))
    expect(viewport.measured, equals: [row(1)])
  }

  @Test func headersAreNotCoveredByThemselves() {
    let viewport = FixedViewport([.init(header: 20, rows: [50])])
    expect(
      JumpPlanner(viewport).position(for: .header(0), .top),
      equals: ScrollAnchor(element: .header(0), offsetInside: 0))
  }

  @Test func firstPositionIsAtTheTopUnlessTheBottomIsAskedFor() {
    let planner = JumpPlanner(FixedViewport(rows: Array(repeating: 50, count: 20)))
    // A list that has no layout yet shows nothing: `nearest` always moves.
    expect(
      planner.firstPosition(for: row(2), .nearest), equals: ScrollAnchor(element: row(2), offsetInside: 0))
    expect(
      planner.firstPosition(for: row(2), .bottom), equals: ScrollAnchor(element: row(2), offsetInside: -250))
  }

  @Test func scrollingByADistanceEndsAtTheContentsEnds() {
    let viewport = FixedViewport(rows: Array(repeating: 50, count: 10))
    viewport.contentOffset = 120
    let planner = JumpPlanner(viewport)
    expect(planner.position(movedBy: 35), equals: ScrollAnchor(element: row(3), offsetInside: 5))
    expect(planner.position(movedBy: -500)?.offset(in: viewport.geometry), equals: 0)
    expect(planner.position(movedBy: 500), equals: ScrollAnchor(element: row(4), offsetInside: 0))
    expect(JumpPlanner(FixedViewport([])).position(movedBy: 10) == nil)
  }

  @Test func upwardTheRowAtTheTopMovesByTheDistanceWhateverIsMeasuredAboveIt() {
    let viewport = FixedViewport(rows: Array(repeating: 50, count: 20))
    viewport.contentOffset = 620
    let planner = JumpPlanner(viewport)
    expect(planner.position(movedBy: -35), equals: ScrollAnchor(element: row(12), offsetInside: -15))
    expect(planner.position(movedBy: -299), equals: ScrollAnchor(element: row(12), offsetInside: -279))
    // No row of before is in view then.
    expect(planner.position(movedBy: -300), equals: ScrollAnchor(element: row(6), offsetInside: 20))
  }

  @Test func distanceIsInLogicalPixelsAndEndsAtTheContentsEnds() {
    let planner = JumpPlanner(FixedViewport([.init(rows: Array(repeating: 50, count: 10))], scale: 2))
    let origin = ScrollOrigin(offset: 100, scale: 2)
    let position = ScrollAnchor(element: row(3), offsetInside: 10)
    expect(planner.distance(to: position, from: -20, origin: origin), equals: 50)
    let beyond = ScrollAnchor(element: row(9), offsetInside: 0)
    expect(planner.distance(to: beyond, from: 0, origin: origin), equals: 50)
  }

  @Test func lastElementIsMeasuredOnlyIfAllowed() {
    let rows = [50, 50, 80]
    let estimated = FixedViewport(rows: rows, estimate: 40)
    expect(
      JumpPlanner(estimated).positionAtEnd(measures: false),
      equals: ScrollAnchor(element: row(2), offsetInside: -260))
    expect(estimated.measured.isEmpty)
    expect(JumpPlanner(estimated).positionAtEnd(), equals: ScrollAnchor(element: row(2), offsetInside: -220))
    expect(estimated.measured, equals: [row(2)])
  }
}

struct SavedPositionTests {
  private func key(_ row: RowIndexPath) -> ItemKey { ItemKey("\(row.section)-\(row.row)") }

  @Test func positionIsFoundAgainAtAnotherScale() throws {
    let geometry = FixedViewport([.init(header: 20, rows: Array(repeating: 50, count: 90))]).geometry
    let saved = try require(SavedPosition.capture(atOffset: 135, in: geometry, scale: 2, key: key))
    expect(saved.offset, equals: 7.5)
    expect(saved.keys.count == SavedPosition.maximumKeyCount && saved.keys.first == ItemKey("0-2"))
    let found = saved.find(in: geometry, scale: 1, key: key)
    expect(found, equals: ScrollAnchor(element: .row(0, 2), offsetInside: 8))
  }

  @Test func headerAtTheTopIsSavedAsADistanceFromTheNextRow() throws {
    let geometry = FixedViewport([.init(rows: [50]), .init(header: 20, rows: [50, 50])]).geometry
    let saved = try require(SavedPosition.capture(atOffset: 55, in: geometry, scale: 1, key: key))
    expect(saved.keys == [ItemKey("1-0"), ItemKey("1-1")] && saved.offset == -15)
  }

  @Test func topOfTheListAndAnEmptyListHaveNoPosition() {
    let geometry = FixedViewport(rows: [50, 50]).geometry
    expect(SavedPosition.capture(atOffset: 0, in: geometry, scale: 1, key: key) == nil)
    expect(SavedPosition.capture(atOffset: 10, in: RowGeometry(), scale: 1, key: key) == nil)
  }

  @Test func firstSurvivingKeyReplacesADeletedRow() {
    let geometry = FixedViewport(rows: [50, 50, 50]).geometry
    let position = SavedPosition(keys: ["gone", "0-1", "0-2"].map { ItemKey($0) }, offset: 30)
    expect(
      position.find(in: geometry, scale: 1, key: key),
      equals: ScrollAnchor(element: .row(0, 1), offsetInside: 0))
    expect(SavedPosition(keys: [ItemKey("gone")], offset: 0).find(in: geometry, scale: 1, key: key) == nil)
  }
}
