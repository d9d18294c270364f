/// Changes of many rows, such as another order of the list. Splicing row by row would take a microsecond for each; going
/// through all rows once takes a few nanoseconds for each.
extension ChangeSet {
  /// At most one row in this many is edited by a change that is applied row by row.
  private static let rowsPerEdit = 16
  /// So few runs of rows are always inserted and deleted one after the other, however long they are.
  private static let fewRuns = 4

  /// Whether so many rows are inserted, deleted or moved that going through all rows is faster.
  var editsManyRows: Bool {
    var (count, runs) = (0, 0)
    for shift in rows.values {
      count += shift.deletes.count + shift.inserts.count
      runs += shift.deletes.runs.count + shift.inserts.runs.count
    }
    if runs <= Self.fewRuns { count = 0 }
    // Rows that move into new sections are in no row edits.
    count = max(count, 2 * rowMoves.count)
    let all = before.reduce(0, +) + after.reduce(0, +)
    return count * Self.rowsPerEdit > all
  }

  /// Calls `body` with each row of a section after the change, in order, and with its place before, or nil if it is new
  /// or was reloaded.
  ///
  /// - Complexity: O(n + log m) for the n rows of the section and m moved rows.
  func forEachSource(ofSection section: Int, _ body: (_ row: Int, _ source: RowIndexPath?) -> Void) {
    if isReloadData || reloadedSections.contains(section) {
      for row in 0..<after[section] { body(row, nil) }
      return
    }
    let moves = rowMoves.byDestination
    var move = moves.partitionPoint { $0.to < RowIndexPath(section: section, row: 0) }
    let old = oldSection(for: section)
    let shift = rows[section] ?? .none
    var inserts = shift.inserts.runs[...]
    var deletes = shift.deletes.runs[...]
    var next = 0
    for row in 0..<after[section] {
      if let run = inserts.first, run.upperBound == row { inserts.removeFirst() }
      let isInserted = old == nil || inserts.first?.contains(row) == true
      var source: RowIndexPath?
      if isInserted {
        if move < moves.count, moves[move].to == RowIndexPath(section: section, row: row) {
          source = moves[move].from
          move += 1
        }
      } else if let old {
        if let run = deletes.first, run.lowerBound == next {
          deletes.removeFirst()
          next = run.upperBound
        }
        source = RowIndexPath(section: old, row: next)
        next += 1
      }
      if !reloadedRows.isEmpty, reloadedRows.contains(RowIndexPath(section: section, row: row)) {
        source = nil
      }
      body(row, source)
    }
  }
}
