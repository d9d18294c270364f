/// Opens feed files.
///
/// Everything here blocks, uses no shared state and may be called from any thread. Files, compressed ones too, are read
/// piece by piece, and only what becomes of their entries is kept.
public enum FeedReader {
  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: A path of the file system.
  ///   - decompressor: Unpacks files that are compressed with gzip; without it they are refused.
  /// - Throws: A `FeedError` when the file can't be read or is no feed. Broken feeds are repaired instead as
  ///   far as they have anything to show (formats.md, section 4).
  /// - Complexity: O(size of the file).
  public static func read(
    contentsOf path: String, decompressor: Decompressor? = nil
  ) throws(FeedError) -> Feed {
    try read(
      ByteSource(openingFileAt: path, sizeLimit: FeedLimits.fileSize), named: path, decompressor, EntryCollector(nil))
  }

  /// Reads a file and hands its entries over as they come, in little memory however large the file is.
  ///
  /// - Parameters:
  ///   - path: A path of the file system.
  ///   - decompressor: Unpacks files that are compressed with gzip; without it they are refused.
  ///   - onBatch: Called with the first 50 entries as soon as they are there, then with about 1,000 at a time, and
  ///     once more at the end; returns false to stop.
  /// - Returns: The feed with everything but its entries: its one section is empty.
  /// - Throws: A `FeedError` as `read(contentsOf:decompressor:)` does, or with the reason `cancelled`. Batches may have
  ///   been handed over before.
  /// - Complexity: O(size of the file). The first batch takes as long as 4 MB of the file, or as its part of the file if
  ///   that is larger.
  public static func stream(
    contentsOf path: String, decompressor: Decompressor? = nil, onBatch: @escaping (FeedBatch) -> Bool
  ) throws(FeedError) -> Feed {
    try read(
      ByteSource(openingFileAt: path, sizeLimit: FeedLimits.fileSize), named: path, decompressor,
      EntryCollector(onBatch))
  }

  /// Reads the bytes of a file; `file` is its name for messages only. See `read(contentsOf:decompressor:)`.
  public static func parse(
    _ bytes: [UInt8], named file: String, decompressor: Decompressor? = nil
  ) throws(FeedError) -> Feed {
    try parse(bytes, named: file, decompressor, EntryCollector(nil))
  }

  /// Reads the bytes of a file in batches. See `stream(contentsOf:decompressor:onBatch:)`.
  public static func stream(
    _ bytes: [UInt8], named file: String, decompressor: Decompressor? = nil,
    onBatch: @escaping (FeedBatch) -> Bool
  ) throws(FeedError) -> Feed {
    try parse(bytes, named: file, decompressor, EntryCollector(onBatch))
  }

  /// Reads a file up to the entry whose article is wanted.
  static func read(
    contentsOf path: String, decompressor: Decompressor?, request: ArticleRequest
  ) throws(FeedError) {
    // Entries before it are let go of.
    let collector = EntryCollector({ _ in true }, request: request)
    _ = try read(ByteSource(openingFileAt: path, sizeLimit: FeedLimits.fileSize), named: path, decompressor, collector)
  }

  static func parse(
    _ bytes: [UInt8], named file: String, _ decompressor: Decompressor?, _ collector: EntryCollector
  ) throws(FeedError) -> Feed {
    let result = bytes.withUnsafeBytes { raw -> Result<Feed, FeedError> in
      do throws(FeedError) {
        return .success(try read(ByteSource(raw), named: file, decompressor, collector))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func read(
    _ source: consuming ByteSource, named file: String, _ decompressor: Decompressor?,
    _ collector: EntryCollector
  ) throws(FeedError) -> Feed {
    if let decompressor, source.startsWith(CompressedFile.signature) {
      let unpacked = ByteSource(CompressedFile(source, with: decompressor))
      return try read(unpacked, named: file, nil, collector)
    }
    var text = SourceText(source)
    while text.beginning.isEmpty, text.readMore(keeping: text.end) {}
    let head = text.rawHead
    if let failure = text.failure { throw FeedError(file: file, reason: failure) }
    if head.isEmpty, text.complaint != nil { throw FeedError(file: file, reason: .damagedCompression) }
    if let reason = FileKind.refusal(head) { throw FeedError(file: file, reason: reason) }
    // Empty files were refused, but what is left after decoding may be nothing.
    guard var start = FileKind.start(of: text.beginning) else {
      throw FeedError(file: file, reason: head.contains(0) ? .binary : .empty)
    }
    // Bytes may have become more than there was room for: the markup may be in the next piece.
    while case .other = start, text.beginning.count < SourceText.beginningSize,
      text.readMore(keeping: text.start)
    { start = FileKind.start(of: text.beginning) ?? start }
    do throws(FeedError) {
      switch start {
      case .json:
        var reader = JSONFeedReader(text, named: file, collector: collector)
        return try reader.read()
      case .xml:
        var reader = XMLFeedReader(text, named: file, collector: collector)
        return try reader.read()
      case .other(let found):
        throw FeedError(file: file, reason: found)
      }
    } catch {
      throw FileKind.looksBinary(head, error.reason) ? FeedError(file: file, reason: .binary) : error
    }
  }
}
