import Expectations
import Testing

@testable import LayoutCore

@Suite("Selection")
struct RowSelectionTests {
  private func path(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func selection(_ row: RowIndexPath) -> RowSelection {
    var selection = RowSelection()
    selection.select(row)
    return selection
  }

  @Test func theCursorMovesWithoutSelectingAndStartsARange() {
    var selection = selection(path(1))
    selection.moveCursor(to: path(3))
    expect(selection.rows, equals: [path(1)])
    expect(selection.cursor, equals: path(3))
    selection.extend(to: path(5), rowCounts: [8])
    expect(selection.rows, equals: [path(3), path(4), path(5)])
  }

  @Test func severalRowsAreSelectedAtOnceAndARangeStartsAtTheCursor() {
    var selection = selection(path(1))
    selection.select([path(2), path(6)], cursor: path(6))
    expect(selection.rows, equals: [path(2), path(6)])
    selection.extend(to: path(7), rowCounts: [8])
    expect(selection.rows, equals: [path(6), path(7)])
  }

  @Test func withoutANextRowOnlyTheCursorMovesOn() throws {
    var selection = selection(path(1))
    selection.apply(
      try ChangeSet([.deleteRows([path(1)])], before: [3], after: [2]), selectsNext: false)
    expect(selection.rows.isEmpty && selection.cursor == path(1))
    selection.select(path(0))
    selection.apply(
      try ChangeSet([.insertRows([path(0)])], before: [2], after: [3]), selectsNext: false)
    expect(selection.rows == [path(1)] && selection.cursor == path(1))
  }

  @Test func anEmptiedOrReloadedListHasNoSelection() throws {
    for edits: ([ListEdit], Int) in [([.deleteRows([path(0), path(1)])], 0), ([.reloadData], 2)] {
      var selection = selection(path(1))
      selection.apply(try ChangeSet(edits.0, before: [2], after: [edits.1]))
      expect(selection.rows.isEmpty)
      expect(selection.cursor == nil)
    }
  }

  @Test func aRangeExtendsAcrossSectionsFromItsFixedEnd() {
    var selection = selection(path(1))
    selection.extend(to: path(1, section: 2), rowCounts: [3, 1, 4])
    let forward: RowSet = [
      path(1), path(2), path(0, section: 1), path(0, section: 2), path(1, section: 2),
    ]
    expect(selection.rows, equals: forward)
    selection.extend(to: path(0), rowCounts: [3, 1, 4])
    expect(selection.rows, equals: [path(0), path(1)])
    expect(selection.cursor, equals: path(0))
  }
}
