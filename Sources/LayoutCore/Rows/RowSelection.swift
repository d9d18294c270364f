/// The selected rows of a list, and the keyboard cursor. Both follow the edits of the list.
public struct RowSelection: Equatable, Sendable {
  /// The selected rows.
  public private(set) var rows: Set<RowIndexPath> = []
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
  public mutating func select(_ rows: Set<RowIndexPath>, cursor: RowIndexPath?) {
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
    if rows.remove(row) == nil { rows.insert(row) }
    cursor = row
    pivot = row
  }

  /// Selects the range from its fixed end to a row, and no other rows. The fixed end is the row that was selected,
  /// toggled or made the cursor last.
  ///
  /// - Parameters:
  ///   - row: The other end of the range, and the new cursor.
  ///   - rowCounts: The number of rows of each section.
  /// - Complexity: O(k) for k rows of the range.
  public mutating func extend(to row: RowIndexPath, rowCounts: [Int]) {
    let start = pivot ?? cursor ?? row
    let (first, last) = (min(start, row), max(start, row))
    rows = []
    for section in first.section...last.section {
      let from = section == first.section ? first.row : 0
      let end = section == last.section ? last.row + 1 : rowCounts[section]
      for row in from..<max(from, end) { rows.insert(RowIndexPath(section: section, row: row)) }
    }
    cursor = row
    pivot = start
  }

  /// Follows a batch of edits. Deleted rows leave the selection. The next kept row, or else the one before, becomes the
  /// cursor in place of a deleted one; it is selected if all selected rows were deleted.
  ///
  /// - Complexity: O(k log k) for k selected rows, and O(d) for d deleted rows that follow the cursor.
  public mutating func apply(_ change: ChangeSet) {
    let hadRows = !rows.isEmpty
    rows = Set(rows.lazy.compactMap(change.newIndexPath(for:)))
    cursor = cursor.flatMap { change.survivor(nearestTo: $0) }
    pivot = pivot.flatMap { change.survivor(nearestTo: $0) }
    if hadRows, rows.isEmpty, let cursor { rows = [cursor] }
  }
}

extension ChangeSet {
  /// The place after of a row before; for a deleted row, that of the next kept row, or else of the one before.
  ///
  /// - Parameter old: The row's place before.
  /// - Returns: Nil if no row was kept.
  /// - Complexity: O(log k) for each deleted row that is skipped, with k edited rows in a section.
  public func survivor(nearestTo old: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let new = newIndexPath(for: old) { return new }
    var next = old
    while let row = rowAfter(next) {
      if let new = newIndexPath(for: row) { return new }
      next = row
    }
    var previous = old
    while let row = rowBefore(previous) {
      if let new = newIndexPath(for: row) { return new }
      previous = row
    }
    return nil
  }

  private func rowAfter(_ row: RowIndexPath) -> RowIndexPath? {
    if row.row + 1 < before[row.section] { return RowIndexPath(section: row.section, row: row.row + 1) }
    guard let section = before.indices.dropFirst(row.section + 1).first(where: { before[$0] > 0 }) else {
      return nil
    }
    return RowIndexPath(section: section, row: 0)
  }

  private func rowBefore(_ row: RowIndexPath) -> RowIndexPath? {
    if row.row > 0 { return RowIndexPath(section: row.section, row: row.row - 1) }
    guard let section = before[..<row.section].lastIndex(where: { $0 > 0 }) else { return nil }
    return RowIndexPath(section: section, row: before[section] - 1)
  }
}
