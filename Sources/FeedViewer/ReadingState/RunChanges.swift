/// What has changed since the program started, for a database that takes the place of the one in use.
struct RunChanges: Sendable {
  /// Of a feed with more changed entries, not the changes are kept but that there were so many: all of its marks are then
  /// taken for changes.
  static let entryLimit = 100_000

  private struct Feed {
    /// In their order; nil for more than are kept.
    var changes: [FeedChange]? = []
    var entryCount = 0
  }

  private var feeds: [FeedKey: Feed] = [:]

  /// - Complexity: O(1) on average; the entries are shared with the caller.
  mutating func append(_ change: FeedChange, of key: FeedKey) {
    feeds[key, default: Feed()].changes?.append(change)
    feeds[key]!.entryCount += change.entryCount
    if feeds[key]!.entryCount > Self.entryLimit { feeds[key]!.changes = nil }
  }

  /// - Parameter marks: All that is known of the feeds.
  func changes(knowing marks: [FeedKey: FeedMarks]) -> [StateChange] {
    feeds.flatMap { key, feed in
      (feed.changes ?? marks[key]?.changes ?? []).map { .feed($0, key) }
    }
  }
}
