extension FeedReader {
  /// The article of one entry of a file.
  ///
  /// - Parameters:
  ///   - ordinal: The entry's number in its file, counted from 0.
  ///   - key: The entry's key, which tells whether the file still has the same entry there.
  ///   - path: A path of the file system.
  ///   - decompressor: Unpacks files that are compressed with gzip; without it they are refused.
  /// - Returns: The article of the content, else of the summary; `nil` if the entry has no body or the file has
  ///   changed.
  /// - Throws: A `FeedError` as `read(contentsOf:)` does.
  /// - Complexity: O(place of the entry in the file).
  public static func article(
    ofEntry ordinal: Int, key: String, contentsOf path: String, decompressor: Decompressor? = nil
  ) throws(FeedError) -> Article? {
    precondition(ordinal >= 0, "Entries are counted from 0.")
    let request = ArticleRequest(ordinal: ordinal)
    try read(contentsOf: path, decompressor: decompressor, request: request)
    return request.entry?.key == key ? request.article : nil
  }
}
