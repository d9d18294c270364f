import LayoutCore

/// A walk over the rows of a list, from one row on and around the list's end, for the next row that begins with what was
/// typed. It can be interrupted after any row.
struct TypeaheadSearch {
  enum Progress: Equatable {
    case found(RowIndexPath)
    case notFound
    /// There are rows left to look at.
    case interrupted
  }

  /// Rows that are looked at between two looks at the clock.
  private static let stride = 16

  /// What a row must begin with. It may grow while the search is under way: a row that did not begin with less does not
  /// begin with more.
  var prefix: TypeaheadText
  let skipsStart: Bool
  private let rowCounts: [Int]
  private var next: RowIndexPath
  private var remaining: Int

  /// - Parameters:
  ///   - start: The row that is looked at first; nil for the first one of the list.
  ///   - skipsStart: Whether `start` comes last instead.
  init(_ prefix: TypeaheadText, rowCounts: [Int], from start: RowIndexPath?, skipsStart: Bool) {
    self.prefix = prefix
    self.skipsStart = skipsStart
    self.rowCounts = rowCounts
    remaining = rowCounts.reduce(0, +)
    next = start ?? RowIndexPath(section: 0, row: 0)
    if start != nil, skipsStart { next.row += 1 }
  }

  /// Goes on with the search.
  ///
  /// - Parameters:
  ///   - matches: Whether a row begins with a text.
  ///   - isOutOfTime: Whether to interrupt; asked after some rows.
  /// - Complexity: O(rows that are looked at + sections).
  mutating func resume(
    matches: (RowIndexPath, TypeaheadText) -> Bool, isOutOfTime: () -> Bool
  ) -> Progress {
    var looked = 0
    while remaining > 0 {
      while next.row >= rowCounts[next.section] {
        next = RowIndexPath(section: (next.section + 1) % rowCounts.count, row: 0)
      }
      if looked == Self.stride {
        if isOutOfTime() { return .interrupted }
        looked = 0
      }
      let row = next
      next.row += 1
      remaining -= 1
      looked += 1
      if matches(row, prefix) { return .found(row) }
    }
    return .notFound
  }
}
