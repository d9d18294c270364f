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

  /// At most one row in this many stays if looking each of them up is faster than going through all that were there.
  private static let rowsPerLookup = 64

  /// Whether so few rows stay that each of them is looked up.
  ///
  /// - Complexity: O(s) for s sections.
  var keepsFewRows: Bool {
    var kept = rowMoves.count
    for (section, count) in before.enumerated() {
      guard let new = newSection(for: section), !reloadedSections.contains(new) else { continue }
      kept += count - (rows[new]?.deletes.count ?? 0)
    }
    return kept * Self.rowsPerLookup < before.reduce(0, +)
  }

  /// Calls `body` with runs of a section's rows after the change, in order, and with the place before of their first row; the
  /// others were after it. Rows that are new or were reloaded have none.
  ///
  /// - Complexity: O(r log r) for r runs, and O(log m) for m moved rows.
  func forEachRun(ofSection section: Int, _ body: (_ rows: Range<Int>, _ source: RowIndexPath?) -> Void) {
    forEachRun(ofSection: section, body) { for move in $0 { body(move.to.row..<move.to.row + 1, move.from) } }
  }

  /// The same, where rows that follow each other and have moved one by one are passed to `moved` together: in another order these
  /// are nearly all.
  func forEachRun(
    ofSection section: Int, _ body: (_ rows: Range<Int>, _ source: RowIndexPath?) -> Void,
    moved: (ArraySlice<Moves<RowIndexPath>.Move>) -> Void
  ) {
    let count = after[section]
    guard count > 0 else { return }
    guard !isReloadData, !reloadedSections.contains(section) else { return body(0..<count, nil) }
    let moves = rowMoves.byDestination
    var move = moves.partitionPoint { $0.to < RowIndexPath(section: section, row: 0) }
    let old = oldSection(for: section)
    let shift = rows[section] ?? .none
    var reloads = reloadedRows.lazy.filter { $0.section == section }.map(\.row).sorted()[...]
    var inserts = (old == nil ? [0..<count] : shift.inserts.runs)[...]
    var deletes = shift.deletes.runs[...]
    var row = 0
    // The row before the change that is in the place of `row`, unless that was inserted.
    var next = 0
    while row < count {
      if let run = inserts.first, run.upperBound <= row { inserts.removeFirst() }
      let insertion = inserts.first.flatMap { $0.contains(row) ? $0 : nil }
      if let insertion {
        let end = min(insertion.upperBound, reloads.first ?? count)
        let first = move
        while row < end, move < moves.count, moves[move].to.row == row, moves[move].to.section == section {
          row += 1
          move += 1
        }
        if move > first {
          moved(moves[first..<move])
          continue
        }
      }
      if insertion == nil, let run = deletes.first, run.lowerBound == next {
        deletes.removeFirst()
        next = run.upperBound
      }
      var end = insertion?.upperBound ?? min(count, inserts.first?.lowerBound ?? count)
      if insertion == nil, let run = deletes.first { end = min(end, row + run.lowerBound - next) }
      var source = insertion == nil ? old.map { RowIndexPath(section: $0, row: next) } : nil
      if insertion != nil, move < moves.count, moves[move].to.section == section {
        if moves[move].to.row == row {
          source = moves[move].from
          end = row + 1
          move += 1
        } else {
          end = min(end, moves[move].to.row)
        }
      }
      if let reload = reloads.first {
        if reload == row {
          source = nil
          end = row + 1
          reloads.removeFirst()
        } else {
          end = min(end, reload)
        }
      }
      body(row..<end, source)
      if insertion == nil { next += end - row }
      row = end
    }
  }
}
