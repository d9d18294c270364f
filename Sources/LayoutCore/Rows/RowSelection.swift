/// The selected rows of a list, and the keyboard cursor. Both follow the edits of the list.
public struct RowSelection: Equatable, Sendable {
  /// The selected rows.
  public private(set) var rows = RowSet()
  /// The row from which arrow keys move; it need not be selected.
  public private(set) var cursor: RowIndexPath?
  /// The fixed end of a range that the user extends.
  private var pivot: RowIndexPath?

  /// Creates an empty selection without a cursor.
  public init() {}

  /// Selects one row and no other, or no row, and moves the cursor to it.
  public mutating func select(_ row: RowIndexPath?) {
    rows = row.map { [$0] } ?? []
    cursor = row
    pivot = row
  }

  /// Selects these rows and no others.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - cursor: The new cursor, which is also the fixed end of a range that is extended next.
  public mutating func select(_ rows: RowSet, cursor: RowIndexPath?) {
    self.rows = rows
    self.cursor = cursor
    pivot = cursor
  }

  /// Moves the cursor and does not change the selection.
  public mutating func moveCursor(to row: RowIndexPath?) {
    cursor = row
    pivot = row
  }

  /// Adds a row to the selection, or removes it, and moves the cursor to it.
  public mutating func toggle(_ row: RowIndexPath) {
    if !rows.remove(row) { rows.insert(row) }
    cursor = row
    pivot = row
  }

  /// Selects the range from its fixed end to a row, and no other rows. The fixed end is the row that was selected,
  /// toggled or made the cursor last.
  ///
  /// - Parameters:
  ///   - row: The other end of the range, and the new cursor.
  ///   - rowCounts: The number of rows of each section.
  /// - Complexity: O(s) for s sections of the range.
  public mutating func extend(to row: RowIndexPath, rowCounts: [Int]) {
    let start = pivot ?? cursor ?? row
    let (first, last) = (min(start, row), max(start, row))
    rows = RowSet(
      runs: (first.section...last.section).map { section in
        let from = section == first.section ? first.row : 0
        let end = section == last.section ? last.row + 1 : rowCounts[section]
        return RowSet.Run(section: section, rows: from..<max(from, end))
      })
    cursor = row
    pivot = start
  }

  /// Follows a batch of edits. Deleted rows leave the selection. The next kept row, or else the one before, becomes the
  /// cursor in place of a deleted one.
  ///
  /// - Parameters:
  ///   - change: The edits.
  ///   - selectsNext: Whether that row is selected if all selected rows were deleted.
  /// - Complexity: O(r log r) for r runs of selected and of edited rows, and O(d log d) for d rows with another section that
  ///   follow the cursor.
  public mutating func apply(_ change: ChangeSet, selectsNext: Bool = true) {
    let hadRows = !rows.isEmpty
    rows = rows.moved(by: change)
    cursor = cursor.flatMap { change.survivor(nearestTo: $0) }
    pivot = pivot.flatMap { change.survivor(nearestTo: $0) }
    if hadRows, selectsNext, rows.isEmpty, let cursor { rows = [cursor] }
  }
}

extension ChangeSet {
  /// The place after of a row before; for a deleted row, that of the next kept row, or else of the one before.
  ///
  /// - Parameter old: The row's place before.
  /// - Returns: Nil if no row was kept.
  /// - Complexity: O(s + log k) for s sections that are skipped and k edited rows.
  public func survivor(nearestTo old: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let new = newIndexPath(for: old) { return new }
    let survivor =
      firstSurvivor(from: old.row, inSection: old.section)
      ?? (old.section + 1..<max(old.section + 1, before.count)).lazy
      .compactMap { firstSurvivor(from: 0, inSection: $0) }.first
      ?? lastSurvivor(before: old.row, inSection: old.section)
      ?? (0..<old.section).reversed().lazy
      .compactMap { lastSurvivor(before: before[$0], inSection: $0) }.first
    return survivor.flatMap(newIndexPath)
  }

  /// The rows of a section that were deleted or moved; nil if its other rows did not stay.
  private func shift(ofSection section: Int) -> IndexShift? {
    guard let new = newSection(for: section), !reloadedSections.contains(new) else { return nil }
    return rows[new] ?? IndexShift.none
  }

  /// The first row of a section from one on that is still there, by its place before.
  private func firstSurvivor(from row: Int, inSection section: Int) -> RowIndexPath? {
    let start = RowIndexPath(section: section, row: row)
    let move = rowMoves.bySource.partitionPoint { $0.from < start }
    let moved = rowMoves.bySource.dropFirst(move).first.flatMap { $0.from.section == section ? $0.from : nil }
    guard let deletes = shift(ofSection: section)?.deletes.runs else { return moved }
    let run = deletes.partitionPoint { $0.upperBound <= row }
    let kept = run < deletes.count && deletes[run].contains(row) ? deletes[run].upperBound : row
    guard kept < before[section] else { return moved }
    return min(RowIndexPath(section: section, row: kept), moved ?? RowIndexPath(section: section, row: kept))
  }

  /// The last row of a section before one that is still there, by its place before.
  private func lastSurvivor(before row: Int, inSection section: Int) -> RowIndexPath? {
    let end = RowIndexPath(section: section, row: row)
    let move = rowMoves.bySource.partitionPoint { $0.from < end }
    let moved = rowMoves.bySource.prefix(move).last.flatMap { $0.from.section == section ? $0.from : nil }
    guard let deletes = shift(ofSection: section)?.deletes.runs else { return moved }
    let run = deletes.partitionPoint { $0.upperBound < row }
    let kept = run < deletes.count && deletes[run].contains(row - 1) ? deletes[run].lowerBound - 1 : row - 1
    guard kept >= 0 else { return moved }
    return max(RowIndexPath(section: section, row: kept), moved ?? RowIndexPath(section: section, row: kept))
  }
}
