/// The selected rows of a list, and the row where the keyboard is; both follow every edit.
public struct RowSelection: Equatable, Sendable {
  public private(set) var rows: Set<RowIndexPath> = []
  /// The row that keys move from; it need not be selected.
  public private(set) var cursor: RowIndexPath?
  /// The fixed end of a range that is being extended.
  private var pivot: RowIndexPath?

  public init() {}

  /// Selects one row and no other, or none.
  public mutating func select(_ row: RowIndexPath?) {
    rows = row.map { [$0] } ?? []
    cursor = row
    pivot = row
  }

  /// Selects these rows and no others.
  ///
  /// - Parameter cursor: Where the keyboard is after that; a range that is extended begins there.
  public mutating func select(_ rows: Set<RowIndexPath>, cursor: RowIndexPath?) {
    self.rows = rows
    self.cursor = cursor
    pivot = cursor
  }

  /// Moves the cursor alone.
  public mutating func moveCursor(to row: RowIndexPath?) {
    cursor = row
    pivot = row
  }

  /// Adds a row to the selection or takes it out.
  public mutating func toggle(_ row: RowIndexPath) {
    if rows.remove(row) == nil { rows.insert(row) }
    cursor = row
    pivot = row
  }

  /// Selects everything from where the range began to a row, measured or not, and nothing else.
  ///
  /// - Parameter rowCounts: The rows of each section.
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

  /// Follows an edit. Deleted rows leave the selection; if nothing is left of it, and for the cursor, the next
  /// row that survived takes their place, or the one before.
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
  /// Where a row is after, or, if it was deleted, the next row that survived, or the one before it.
  ///
  /// - Returns: nil if no row survived.
  /// - Complexity: O(log k) for each deleted row that is passed over.
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
