extension FeedReader {
  /// How many entries a file seems to have, by those at its beginning; nil if none are found there.
  ///
  /// - Parameter size: The size of its text.
  /// - Complexity: O(1): the first 256 KB of its text are read.
  public static func estimatedEntryCount(
    ofFileAt path: String, _ size: TextSize
  ) -> Int? {
    guard var source = ByteSource(openingTextOfFileAt: path) else { return nil }
    let sample = source.beginning(TextSize.sampleSize)
    // What is wrong with it is reported when it is read.
    guard
      let found = try? structure(
        sample, pieces: (SourceText.headSize, SourceText.chunkSize), checksText: false),
      let count = found.structure?.entryCount, count > 0
    else { return nil }
    return Int(Double(count) * Double(size.bytes) / Double(sample.count))
  }
}
