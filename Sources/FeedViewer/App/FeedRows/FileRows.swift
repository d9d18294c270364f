import Synchronization

/// The rows of one state of a file that are in use, by the numbers of their entries. An entry has one row, whoever reads it
/// first: what the reader did with it is the same wherever it is shown.
nonisolated final class FileRows: Sendable {
  private struct Reference {
    weak var page: EntryPage?
    let index: Int

    init(_ row: FeedRow) { (page, index) = (row.page, row.index) }

    var row: FeedRow? { page.map { FeedRow(on: $0, index: index) } }
  }

  private struct State {
    /// As long as something shows them.
    var rows: [Int: Reference] = [:]
    /// Beyond this many, rows that are gone are looked for.
    var limit = State.firstLimit

    mutating func keep(_ row: FeedRow, _ ordinal: Int) {
      rows[ordinal] = Reference(row)
      guard rows.count > limit else { return }
      rows = rows.filter { $0.value.page != nil }
      limit = max(Self.firstLimit, 2 * rows.count)
    }

    private static let firstLimit = 4_096
  }

  private let state = Mutex(State())

  /// Rows of entries that were read where they are needed, each replaced by the one that its entry has, if it has one.
  func unique(_ rows: [FeedRow]) -> [FeedRow] {
    state.withLock { state in
      rows.map { row in
        let ordinal = row.ordinal
        if let known = state.rows[ordinal]?.row { return known }
        state.keep(row, ordinal)
        return row
      }
    }
  }

  /// Adds rows that were of another state of the file, or whose entries had other numbers.
  func add(_ rows: some Sequence<FeedRow>) {
    state.withLock { state in for row in rows { state.keep(row, row.ordinal) } }
  }
}
