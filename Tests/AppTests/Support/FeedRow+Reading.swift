import FeedViewerFeeds

@testable import FeedViewer

nonisolated extension FeedRow {
  /// The entry, read by a worker as in the program; nil if it is not in the file any more.
  @concurrent
  func readEntry() async -> FeedEntry? { presentEntry }
}
