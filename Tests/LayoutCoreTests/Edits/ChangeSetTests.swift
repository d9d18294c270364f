import Expectations
import Testing

@testable import LayoutCore

@Suite("Change sets: validation and index paths")
struct ChangeSetTests {
  @Test(arguments: [
    ([ListEdit.insertRows([RowIndexPath(0, 0)])], [2], [2], "2 rows before, 1 inserted"),
    ([.deleteRows([RowIndexPath(0, 2)])], [2], [1], "section 0 has 2 rows"),
    ([.insertRows([RowIndexPath(0, 3)])], [2], [3], "section 0 has 3 rows"),
    ([.insertRows([RowIndexPath(1, 0)])], [2], [3], "there are 1 sections"),
    ([.deleteSections([1])], [2], [], "there are 1 sections"),
    ([.insertSections([2])], [2], [2, 2], "there are 2 sections"),
    ([.deleteSections([0])], [2], [2], "1 sections before, 0 inserted and 1 deleted make 0"),
    ([], [2], [3], "2 rows before, 0 inserted and 0 deleted make 2, but there are 3"),
    ([], [2], [2, 0], "but there are 2 after"),
    (
      [.deleteRows([RowIndexPath(0, 0)]), .reloadRows([RowIndexPath(0, 0)])], [2],
      [1], "both reloaded and deleted"
    ),
    ([.deleteSections([0]), .reloadSections([0])], [2], [], "both reloaded and deleted"),
    ([.deleteSections([0, 0])], [2, 2], [], "deleted or moved twice"),
    ([.insertSections([0, 0])], [], [1, 1], "inserted twice"),
    ([.reloadRows([RowIndexPath(0, -1)])], [2], [2], "section 0 has 2 rows"),
    ([.moveSection(from: 0, to: 2)], [1, 1], [1, 1], "there are 2 sections"),
  ])
  func contradictionsAreReportedWithTheirCounts(
    edits: [ListEdit], before: [Int], after: [Int], message: String
  ) {
    let error = #expect(throws: ChangeSetError.self) {
      try ChangeSet(edits, before: before, after: after)
    }
    expect(error?.description.contains(message), equals: true, "\(error?.description ?? "no error")")
  }

  @Test func deletesAndInsertsOfOneBatchAreMapped() throws {
    let change = try ChangeSet(
      [
        .insertRows([RowIndexPath(0, 4), RowIndexPath(0, 1), RowIndexPath(0, 2)]),
        .deleteRows([RowIndexPath(0, 3), RowIndexPath(0, 0), RowIndexPath(0, 1)]),
      ], before: [5], after: [5])
    expect((0..<5).map { change.newIndexPath(for: RowIndexPath(0, $0))?.row }, equals: [nil, nil, 0, nil, 3])
    expect((0..<5).map { change.oldIndexPath(for: RowIndexPath(0, $0))?.row }, equals: [2, nil, nil, 4, nil])
  }

  @Test func emptyBatchesChangeNothing() throws {
    let change = try ChangeSet([], before: [3, 0], after: [3, 0])
    expect(change.isEmpty)
    expect(change.newIndexPath(for: RowIndexPath(0, 2)), equals: RowIndexPath(0, 2))
  }

  @Test func reloadDataReplacesAllOtherEdits() throws {
    let change = try ChangeSet([.insertRows([RowIndexPath(9, 9)]), .reloadData], before: [3], after: [1, 1])
    expect(change.isReloadData)
    expect(change.newIndexPath(for: RowIndexPath(0, 0)) == nil)
    expect(change.oldSection(for: 0) == nil)
  }

  @Test func rowEditsInDeletedAndReloadedSectionsAreOptional() throws {
    let change = try ChangeSet(
      [.deleteRows([RowIndexPath(0, 1), RowIndexPath(1, 0)]), .deleteSections([0]), .reloadSections([1])],
      before: [3, 2],
      after: [7])
    expect(change.newSection(for: 1), equals: 0)
    expect(change.newIndexPath(for: RowIndexPath(1, 1)) == nil)
  }

  @Test(
    arguments: [
      (
        [ListEdit.insertRows([RowIndexPath(1, 2), RowIndexPath(1, 0)])],
        [2, 3, 3],
        .row(1, 0)
      ),
      ([.moveRow(from: RowIndexPath(2, 0), to: RowIndexPath(0, 1))], [3, 1, 2], .row(0, 1)),
      ([.insertSections([1])], [2, 4, 1, 3], .header(1)),
      ([.insertSections([2]), .insertRows([RowIndexPath(1, 1)])], [2, 2, 4, 3], .row(1, 1)),
      ([.insertSections([1]), .insertRows([RowIndexPath(2, 0)])], [2, 4, 2, 3], .header(1)),
      ([.deleteRows([RowIndexPath(0, 0)]), .deleteSections([1])], [1, 3], nil),
      ([.reloadData], [4], nil),
    ] as [([ListEdit], [Int], ListElement?)])
  func theFirstInsertionIsThatWhichComesFirstInTheList(
    edits: [ListEdit], after: [Int], first: ListElement?
  ) throws {
    try expect(ChangeSet(edits, before: [2, 1, 3], after: after).firstInsertion, equals: first)
  }

  @Test func editingARangeIsTheSameAsEditingItsRows() throws {
    for count in 0...4 {
      for low in 0...count {
        for inserted in 0...3 {
          let rows = low..<low + inserted
          let range = ChangeSet(inserting: rows, inSection: 1, before: [2, count, 3])
          let single = try ChangeSet(
            [.insertRows(rows.map { RowIndexPath(1, $0) })], before: [2, count, 3],
            after: [2, count + inserted, 3])
          expect(range.after == single.after && range.isEmpty == single.isEmpty)
          expect(range.rows == single.rows && range.sections == single.sections)
          let back = ChangeSet(deleting: rows, inSection: 1, before: range.after)
          let backOneByOne = try ChangeSet(
            [.deleteRows(rows.map { RowIndexPath(1, $0) })], before: range.after, after: [2, count, 3])
          expect(back.after == [2, count, 3] && back.rows == backOneByOne.rows)
          for deleted in 0...(count - low) {
            let (old, new) = (low..<low + deleted, low..<low + inserted)
            let range = ChangeSet(replacing: old, with: new, inSection: 1, before: [2, count, 3])
            let after = [2, count + inserted - deleted, 3]
            let single = try ChangeSet(
              [.deleteRows(old.map { RowIndexPath(1, $0) }), .insertRows(new.map { RowIndexPath(1, $0) })],
              before: [2, count, 3], after: after)
            expect(range.after == after && range.rows == single.rows)
          }
        }
      }
    }
  }
}
