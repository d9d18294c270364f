import Feeds

/// Reads the text of a row off the main thread.
nonisolated enum ArticleLoader {
  /// The text of the entry as it is in its file; if the file is gone or has changed, the plain text of the entry.
  /// - Complexity: O(offset of the entry in its file), read from the disk again.
  @concurrent
  static func source(of row: FeedRow) async -> ArticleSource {
    let found = try? FeedReader.articleSource(
      ofEntry: row.ordinal, key: row.entry.key, contentsOf: row.path, decompressor: .gzip)
    return found ?? ArticleSource(format: .plain, text: row.entry.body ?? "")
  }

  /// The article with headings, lists, pictures and links, or its beginning.
  /// - Complexity: O(length of what is read).
  @concurrent
  static func article(from source: ArticleSource, isBeginning: Bool) async -> Article {
    isBeginning ? source.beginning() : source.article()
  }
}
