extension FeedReader {
  /// How much of a file's text is looked at for a guess, in bytes.
  private static let sampleSize = 256 << 10

  /// How many entries a file seems to have, by those at its beginning; nil if none are found there.
  ///
  /// - Parameter size: The size of its text.
  /// - Complexity: O(1): the first 256 KB of its text are read.
  public static func guessedEntryCount(
    ofFileAt path: String, _ size: TextSize, decompressor: Decompressor
  ) -> Int? {
    guard let sample = beginning(ofFileAt: path, decompressor), !sample.isEmpty,
      // What is wrong with it is reported when it is read.
      let found = try? structure(
        sample, pieces: (SourceText.headSize, SourceText.chunkSize), checksText: false),
      let count = found.structure?.entryCount, count > 0
    else { return nil }
    return Int(Double(count) * Double(size.bytes) / Double(sample.count))
  }

  private static func beginning(ofFileAt path: String, _ decompressor: Decompressor) -> [UInt8]? {
    guard let source = try? ByteSource(openingFileAt: path, sizeLimit: .max) else { return nil }
    guard let format = source.compressionFormat else { return sample(of: source) }
    return sample(of: ByteSource(CompressedFile(source, format, with: decompressor, sizeLimit: .max)))
  }

  private static func sample(of source: consuming ByteSource) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: sampleSize) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      while count < sampleSize {
        let step = source.read(into: base + count, limit: sampleSize - count)
        if step == 0 { return }
        count += step
      }
    }
  }
}
