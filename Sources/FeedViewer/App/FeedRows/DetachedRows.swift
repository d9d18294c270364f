import FeedViewerBase

/// Rows of held files that are not in their sections, such as those that a search has found, as long as something shows them: an
/// entry has one row, so that its marks are the same wherever it is shown.
struct DetachedRows {
  private struct Reference {
    weak var row: FeedRow?
  }

  /// Beyond this many, rows that are gone are looked for.
  private static let firstLimit = 4_096

  private var rows: [FilePath: [Int: Reference]] = [:]
  private var limits: [FilePath: Int] = [:]

  /// The row of an entry; nil if there is none.
  subscript(path: FilePath, ordinal: Int) -> FeedRow? { rows[path]?[ordinal]?.row }

  /// Remembers rows of a file by the numbers of their entries.
  mutating func add(_ new: some Sequence<FeedRow>, of path: FilePath) {
    for row in new { rows[path, default: [:]][row.ordinal] = Reference(row: row) }
    guard let count = rows[path]?.count, count > limits[path] ?? Self.firstLimit else { return }
    rows[path] = rows[path]!.filter { $0.value.row != nil }
    limits[path] = max(Self.firstLimit, 2 * rows[path]!.count)
  }

  /// Forgets the rows of a file, whose entries get other numbers.
  mutating func forget(_ path: FilePath) {
    rows[path] = nil
    limits[path] = nil
  }
}
