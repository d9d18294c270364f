import Expectations
import Testing

@testable import LayoutCore

@Suite("Leaving a range for less than a turn of the loop")
struct DeferredExitsTests {
  private func rows(_ rows: Int...) -> [ListElement] {
    rows.map { .row(0, $0) }
  }

  @Test func aRowThatReentersWithinATurnKeepsItsResources() {
    var exits = DeferredExits()
    exits.exited(rows(5, 3, 4))
    exits.entered(rows(4))
    expect(!exits.isEmpty)
    expect(exits.takeAll(), equals: rows(3, 5))
    expect(exits.isEmpty)
    expect(exits.takeAll(), equals: [])
  }

  @Test func exitingTwiceFreesOnce() {
    var exits = DeferredExits()
    exits.exited(rows(1))
    exits.entered(rows(1))
    exits.exited(rows(1))
    expect(exits.takeAll(), equals: rows(1))
  }

  @Test func exitingRowsFollowEditsAndDeletedOnesAreFreedAtOnce() throws {
    var exits = DeferredExits()
    exits.exited(rows(1, 2, 5))
    let deleted = [RowIndexPath(0, 0), RowIndexPath(0, 2)]
    expect(exits.apply(try ChangeSet([.deleteRows(deleted)], before: [9], after: [7])), equals: rows(2))
    expect(exits.takeAll(), equals: rows(0, 3))
  }
}
