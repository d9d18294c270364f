/// Content that comes in batches: the next part of a large file that is still being read, the next page of a
/// feed. A list asks for a batch when the end of what can grow comes near.
public protocol BatchFetching: AnyObject {
  /// The sections behind whose last rows a batch can be added, in ascending order. Asked for at most once a
  /// frame.
  var growingSections: [Int] { get }
  /// Fetches the next batch of a section: its rows are inserted behind the section's last one, or in sections
  /// that follow it.
  ///
  /// Whatever takes long belongs on another thread. The list asks for no other batch until `completion` is
  /// called, on the main actor and once; after the insertions.
  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void)
}

/// How the fetching of a batch ended.
public nonisolated enum BatchOutcome: Sendable {
  /// With this many new rows in the list, which may be none.
  case fetched(rowCount: Int)
  /// Without having been done: it may be asked for again.
  case cancelled
}
