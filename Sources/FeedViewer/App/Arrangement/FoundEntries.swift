import FeedViewerBase

/// What a search has found.
nonisolated struct FoundEntries: Sendable {
  /// The number of rows that were found.
  let count: Int
  let contains: @Sendable (FeedRow) -> Bool
  /// Rows of archives after their heads, in the order of the entries, by file.
  var inArchives: [FilePath: [FeedRow]] = [:]
}
