import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState

/// An entry as its article needs it.
nonisolated struct ArticleEntry: Sendable {
  /// The entry; only its title if it is not in its file any more.
  let entry: FeedEntry
  /// Whether it is in its file.
  let isPresent: Bool
  /// Its text with markup, or as plain text.
  let source: ArticleSource
}

/// Reads the entry of a row off the main thread, once for all that its article shows.
nonisolated enum ArticleLoader {
  /// The entry as it is in its file; if the file is gone or has changed, with its plain text.
  /// - Complexity: O(length of the entry), read from the disk again; O(offset in its file) if it can't be read alone.
  @concurrent
  static func entry(of row: FeedRow) async -> ArticleEntry { readEntry(of: row) }

  /// The same on the calling thread, which the disk may block.
  static func readEntry(of row: FeedRow) -> ArticleEntry {
    if let entry = readPresentEntry(of: row) { return entry }
    let present = row.presentEntry
    let entry = present ?? row.entry
    return ArticleEntry(
      entry: entry, isPresent: present != nil, source: ArticleSource(format: .plain, text: entry.body ?? ""))
  }

  /// The entry as it is in its file; nil if the file is gone or has changed since the row was read.
  /// - Complexity: As above.
  @concurrent
  static func presentEntry(of row: FeedRow) async -> ArticleEntry? { readPresentEntry(of: row) }

  private static func readPresentEntry(of row: FeedRow) -> ArticleEntry? {
    let read = row.page.article(row.index)
    if let read, let source = read.source {
      return ArticleEntry(entry: read.entry, isPresent: true, source: source)
    }
    if read == nil || row.page.isInMemory {
      let found = try? FeedReader.articleSource(
        ofEntry: row.ordinal, contentsOf: row.path.text
      ) {
        row.stateKey.hasSameKey(as: EntryKey($0.identity))
      }
      if let found {
        return ArticleEntry(entry: read?.entry ?? row.entry, isPresent: read != nil, source: found)
      }
    }
    guard let entry = read?.entry, entry.body == nil else { return nil }
    return ArticleEntry(entry: entry, isPresent: true, source: ArticleSource(format: .plain, text: ""))
  }
}
