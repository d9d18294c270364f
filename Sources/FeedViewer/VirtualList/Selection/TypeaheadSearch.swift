import LayoutCore

/// A search for the next row that begins with the typed text. It starts at a row, continues at the list's start after its
/// end, and can be interrupted after any row.
struct TypeaheadSearch {
  enum Progress: Equatable {
    case found(RowIndexPath)
    case notFound
    /// Rows are left to be searched.
    case interrupted
  }

  /// The number of rows searched between two checks of the clock.
  private static let stride = 16

  /// The text that a row must begin with. It may grow during the search: a row that does not match a prefix does not match
  /// a longer one either.
  var prefix: TypeaheadText
  let skipsStart: Bool
  private let rowCounts: [Int]
  private var next: RowIndexPath
  private var remaining: Int

  /// - Parameters:
  ///   - start: The row that is searched first; nil for the first row of the list.
  ///   - skipsStart: Whether `start` is searched last instead.
  init(_ prefix: TypeaheadText, rowCounts: [Int], from start: RowIndexPath?, skipsStart: Bool) {
    self.prefix = prefix
    self.skipsStart = skipsStart
    self.rowCounts = rowCounts
    remaining = rowCounts.reduce(0, +)
    next = start ?? RowIndexPath(section: 0, row: 0)
    if start != nil, skipsStart { next.row += 1 }
  }

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - matches: Whether a row begins with a text.
  ///   - isOutOfTime: Whether to interrupt the search; called every few rows.
  /// - Complexity: O(searched rows + sections).
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
