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
    /// The rows of the first entries, which were read in the order of the file.
    var head: [FeedRow]
    /// Rows of other entries, as long as something shows them.
    var others: [Int: Reference] = [:]
    /// Beyond this many, rows that are gone are looked for.
    var limit = State.firstLimit

    subscript(ordinal: Int) -> FeedRow? {
      ordinal < head.count ? head[ordinal] : others[ordinal]?.row
    }

    mutating func keep(_ row: FeedRow, _ ordinal: Int) {
      others[ordinal] = Reference(row)
      guard others.count > limit else { return }
      others = others.filter { $0.value.page != nil }
      limit = max(Self.firstLimit, 2 * others.count)
    }

    private static let firstLimit = 4_096
  }

  private let state: Mutex<State>

  /// - Parameter head: The rows of the first entries.
  init(head: [FeedRow] = []) { state = Mutex(State(head: head)) }

  /// Rows of entries that were read where they are needed, each replaced by the one that its entry has, if it has one.
  func unique(_ rows: [FeedRow]) -> [FeedRow] {
    state.withLock { state in
      rows.map { row in
        let ordinal = row.ordinal
        if let known = state[ordinal] { return known }
        state.keep(row, ordinal)
        return row
      }
    }
  }

  /// The same for entries that were read in the order of the file.
  func uniqueInOrder(_ rows: [FeedRow]) -> [FeedRow] {
    state.withLock { state in
      rows.map { row in
        let ordinal = row.ordinal
        let unique = state[ordinal] ?? row
        if ordinal == state.head.count {
          state.head.append(unique)
          state.others[ordinal] = nil
        }
        return unique
      }
    }
  }

  /// Adds rows that were of another state of the file, or whose entries had other numbers.
  func add(_ rows: some Sequence<FeedRow>) {
    state.withLock { state in for row in rows { state.keep(row, row.ordinal) } }
  }
}
