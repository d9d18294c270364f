/// Whether all entries of a feed have one author, as far as they were read: naming it in every row tells nothing.
nonisolated struct SoleAuthor: Sendable {
  /// A single entry has a sole author, too, but one that does tell something.
  private static let leastCount = 2

  private var count = 0
  /// The author of all entries; nil if they differ, or have none.
  private var author: String?

  /// Adds entries after those that were added before.
  mutating func add(_ author: String?, entries: Int = 1) {
    guard entries > 0 else { return }
    if count == 0 { self.author = author } else if self.author != author { self.author = nil }
    count += entries
  }

  /// Adds the entries of another part of the feed.
  mutating func add(_ other: SoleAuthor) { add(other.author, entries: other.count) }

  /// Whether rows need not name their author.
  var isKnownFromFeed: Bool { count >= Self.leastCount && author != nil }
}
