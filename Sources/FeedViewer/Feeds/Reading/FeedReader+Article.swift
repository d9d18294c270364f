extension FeedReader {
  /// Reads the body of one entry, from which its article can be read.
  ///
  /// - Parameters:
  ///   - ordinal: The entry's index in its file, counted from 0.
  ///   - path: A file system path.
  ///   - isSame: Whether the file still has the same entry at that index.
  /// - Returns: The content, else the summary; `nil` if the entry has no body or the file
  ///   has changed.
  /// - Throws: A `FeedError` as `read(contentsOf:)` does.
  /// - Complexity: O(offset of the entry in the file).
  public static func articleSource(
    ofEntry ordinal: Int, contentsOf path: String,
    where isSame: (FeedEntry) -> Bool = { _ in true }
  ) throws(FeedError) -> ArticleSource? {
    precondition(ordinal >= 0, "The index of an entry must not be negative.")
    let request = ArticleRequest(ordinal: ordinal)
    try read(contentsOf: path, request: request)
    guard let entry = request.entry, isSame(entry), var source = request.source else { return nil }
    source.feedFile = path
    return source
  }
}
