extension FeedReader {
  /// Reads the body of one entry, from which its article can be read.
  ///
  /// - Parameters:
  ///   - ordinal: The entry's index in its file, counted from 0.
  ///   - key: The entry's key, which shows whether the file still has the same entry at that index.
  ///   - path: A file system path.
  ///   - decompressor: Decompresses compressed files; without one they are refused.
  /// - Returns: The content, else the summary; `nil` if the entry has no body or the file
  ///   has changed.
  /// - Throws: A `FeedError` as `read(contentsOf:)` does.
  /// - Complexity: O(offset of the entry in the file).
  public static func articleSource(
    ofEntry ordinal: Int, key: String, contentsOf path: String, decompressor: Decompressor? = nil
  ) throws(FeedError) -> ArticleSource? {
    precondition(ordinal >= 0, "The index of an entry must not be negative.")
    let request = ArticleRequest(ordinal: ordinal)
    try read(contentsOf: path, decompressor: decompressor, request: request)
    guard request.entry?.key == key, var source = request.source else { return nil }
    source.feedFile = path
    return source
  }

  /// Reads the article of one entry: `articleSource(ofEntry:key:contentsOf:decompressor:)`, read to its end.
  public static func article(
    ofEntry ordinal: Int, key: String, contentsOf path: String, decompressor: Decompressor? = nil
  ) throws(FeedError) -> Article? {
    try articleSource(ofEntry: ordinal, key: key, contentsOf: path, decompressor: decompressor)?.article()
  }
}
