import FeedViewerBase
import FeedViewerFeeds

/// Reads the text of a row off the main thread.
nonisolated enum ArticleLoader {
  /// The text of the entry as it is in its file; if the file is gone or has changed, the plain text of the entry.
  /// - Complexity: O(length of the entry), read from the disk again; O(offset in its file) if it can't be read alone.
  @concurrent
  static func source(of row: FeedRow) async -> ArticleSource { readSource(of: row) }

  /// The same on the calling thread, which the disk may block.
  static func readSource(of row: FeedRow) -> ArticleSource {
    readPresentSource(of: row) ?? ArticleSource(format: .plain, text: row.entry.body ?? "")
  }

  /// The text of the entry as it is in its file; nil if the file is gone or has changed since the row was read.
  /// - Complexity: As above.
  @concurrent
  static func presentSource(of row: FeedRow) async -> ArticleSource? { readPresentSource(of: row) }

  private static func readPresentSource(of row: FeedRow) -> ArticleSource? {
    if let source = row.page.articleSource(row.index) { return source }
    let found = try? FeedReader.articleSource(
      ofEntry: row.ordinal, key: row.entryKey, contentsOf: row.path.text, decompressor: .libraries)
    if let found { return found }
    guard let entry = row.presentEntry, entry.body == nil else { return nil }
    return ArticleSource(format: .plain, text: "")
  }

  /// The article with headings, lists, pictures and links, or its beginning.
  /// - Complexity: O(length of what is read).
  @concurrent
  static func article(from source: ArticleSource, isBeginning: Bool) async -> Article {
    isBeginning ? source.beginning() : source.article()
  }
}
