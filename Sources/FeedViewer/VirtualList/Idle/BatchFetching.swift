/// A source of content in batches, such as the next part of a large file that is still being read, or the next page of a
/// feed. A list fetches a batch when the end of a growing section comes near.
public protocol BatchFetching: AnyObject {
  /// The sections that can grow at their ends, in ascending order. Read at most once per frame.
  var growingSections: [Int] { get }
  /// Fetches the next batch of a section. The source inserts its rows after the section's last row, or in sections that
  /// follow it.
  ///
  /// Do lengthy work on another thread. Call `completion` once, on the main actor, after the insertions; until then the
  /// list fetches no other batch.
  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void)
}

/// The outcome of fetching a batch.
public nonisolated enum BatchOutcome: Sendable {
  /// The batch was fetched, with this number of new rows in the list; it may be 0.
  case fetched(rowCount: Int)
  /// The fetch was cancelled; the list may try again.
  case cancelled
}
