/// Content that comes in batches: the next part of a large file that is still being read, the next page of a
/// feed. A list asks for a batch when its end comes near.
public protocol BatchFetching: AnyObject {
  /// Whether there is, or will be, another batch. A list does not ask for what there is not.
  var hasMoreBatches: Bool { get }
  /// Fetches one batch: its rows are inserted into the list.
  ///
  /// Whatever takes long belongs on another thread. The list asks for no other batch until `completion` is
  /// called, on the main actor and once; after the insertions.
  func fetchBatch(completion: @escaping (BatchOutcome) -> Void)
}

/// How the fetching of a batch ended.
public nonisolated enum BatchOutcome: Sendable {
  /// With this many new rows in the list, which may be none.
  case fetched(rowCount: Int)
  /// Without having been done: it may be asked for again.
  case cancelled
}
