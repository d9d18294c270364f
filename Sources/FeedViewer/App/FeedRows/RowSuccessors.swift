import Synchronization

/// The rows that took the place of those of a page whose entries were read before their turn.
nonisolated final class RowSuccessors: Sendable {
  private let rows: Mutex<[FeedRow?]>

  /// - Parameter count: The number of rows of the page.
  init(count: Int) { rows = Mutex(Array(repeating: nil, count: count)) }

  subscript(index: Int) -> FeedRow? {
    get { rows.withLock { $0[index] } }
    set { rows.withLock { $0[index] = newValue } }
  }
}
