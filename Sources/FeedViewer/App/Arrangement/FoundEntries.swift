import FeedViewerBase

/// What a search has found.
nonisolated struct FoundEntries: Sendable {
  /// The number of rows that were found.
  let count: Int
  let contains: @Sendable (FeedRow) -> Bool
  /// Rows of entries after its head, in the order of the entries, by file.
  var inArchives: [FilePath: [FeedRow]] = [:]
}
