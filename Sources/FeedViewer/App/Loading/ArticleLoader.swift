import Feeds

/// Reads the article of a row away from the main thread.
nonisolated enum ArticleLoader {
  /// The article as its file has it, with headings, lists, pictures and links; if the file is gone or has changed, the
  /// words that were read of it before.
  /// - Complexity: O(place of the entry in its file), once more from the disk.
  @concurrent
  static func article(of row: FeedRow) async -> Article {
    let found = try? FeedReader.article(
      ofEntry: row.ordinal, key: row.entry.key, contentsOf: row.path, decompressor: .gzip)
    return found ?? ArticleReader.article(plain: row.entry.body ?? "")
  }
}
