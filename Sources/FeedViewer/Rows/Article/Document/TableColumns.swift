/// The least and the preferred widths of a table's columns, as in CSS 2.2, section 17.5.2.2: wide enough for the longest
/// word, and for the longest line, of every cell.
package nonisolated struct TableColumns: Sendable, Hashable {
  /// From this number of columns on a table is wide. With the room between its columns it is wider than any column of
  /// text, so that its columns have their least widths.
  package static let leastCountOfWide = 61

  /// The width of the longest word of each column.
  package private(set) var least: [Double]
  /// The width of the longest line of each column; not below `least`.
  package private(set) var preferred: [Double]

  /// Columns of width 0.
  package init(count: Int) {
    least = Array(repeating: 0, count: count)
    preferred = least
  }

  /// The number of columns.
  package var count: Int { least.count }

  /// The most columns of a table: cells that span columns without cells of their own must not make a table wide, or
  /// columns out of nothing.
  ///
  /// - Parameter cellCount: The cells of the row with most cells.
  package static func limit(cellCount: Int) -> Int {
    cellCount < leastCountOfWide ? leastCountOfWide - 1 : 2 * cellCount
  }

  /// Whether they are those of a wide table.
  package var areWide: Bool { count >= Self.leastCountOfWide }

  /// Widens columns for a cell. Cells of one column come before those that span several.
  ///
  /// - Parameters:
  ///   - columns: What the cell spans; clamped to the table's columns.
  ///   - preferred: The width of its longest line.
  ///   - least: The width of its longest word, which is only asked for if it can matter.
  package mutating func fit(_ columns: Range<Int>, preferred: Double, least: () -> Double) {
    let columns = columns.clamped(to: 0..<count)
    guard !columns.isEmpty else { return }
    Self.widen(&self.preferred, columns, to: preferred)
    if preferred > self.least[columns].reduce(0, +) {
      Self.widen(&self.least, columns, to: min(least(), preferred))
    }
    for column in columns { self.preferred[column] = max(self.preferred[column], self.least[column]) }
  }

  /// Widens all columns by the same amount until together they are as wide as asked for.
  private static func widen(_ widths: inout [Double], _ columns: Range<Int>, to width: Double) {
    let missing = width - widths[columns].reduce(0, +)
    guard missing > 0 else { return }
    for column in columns { widths[column] += missing / Double(columns.count) }
  }

  /// Columns with other widths.
  package func mapped(_ change: (Double) -> Double) -> TableColumns {
    var columns = self
    columns.least = least.map(change)
    columns.preferred = preferred.map(change)
    return columns
  }
}
