import Feeds

/// Reads the article of a row off the main thread.
nonisolated enum ArticleLoader {
  /// The article with headings, lists, pictures and links, read from its file; if the file is gone or has changed,
  /// the plain text of the entry.
  /// - Complexity: O(offset of the entry in its file), read from the disk again.
  @concurrent
  static func article(of row: FeedRow) async -> Article {
    let found = try? FeedReader.article(
      ofEntry: row.ordinal, key: row.entry.key, contentsOf: row.path, decompressor: .gzip)
    return found ?? ArticleReader.article(plain: row.entry.body ?? "")
  }
}
