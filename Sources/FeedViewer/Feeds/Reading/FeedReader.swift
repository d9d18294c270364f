import Glibc

/// Reads feed files.
///
/// All functions block, share no state and may be called from any thread. Threads that they start end before they
/// return. Files are read piece by piece, compressed ones too, and only the resulting entries are kept.
public enum FeedReader {
  /// The number of threads that read a file fastest: one for each processor that the process may use, at most four.
  public static var fastestThreadCount: Int { max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: A file system path.
  ///   - threads: The number of threads that read the file, at least 1. The result does not depend on it.
  ///   - wantedCount: The number of entries after which reading ends, at least 1; nil reads the whole file. What follows
  ///     the last of them is not looked at, whatever the size of the file.
  /// - Throws: A `FeedError` if the file can't be read or is not a feed. Broken feeds are repaired as long as they
  ///   have any content (formats.md, section 4).
  /// - Complexity: O(size of the file).
  public static func read(
    contentsOf path: String, threads: Int = 1, wantedCount: Int? = nil
  ) throws(FeedError) -> Feed {
    precondition(threads > 0, "A file is read by at least one thread.")
    guard let wantedCount else {
      let pieces = threads > 1 ? PieceReader(threads: threads) : nil
      return try read(
        ByteSource(openingFileAt: path, sizeLimit: FeedLimits.fileSize), named: path,
        EntryCollector(nil, pieces: pieces))
    }
    return try read(
      ByteSource(openingFileAt: path, sizeLimit: .max), named: path,
      EntryCollector(nil, wantedCount: wantedCount))
  }

  /// Reads a file and delivers its entries in batches. Memory use does not grow with the size of the file.
  ///
  /// - Parameters:
  ///   - path: A file system path.
  ///   - keepsText: Whether the batches tell where entries can be read again. The file stays open as long as their text is
  ///     used, if the process may open enough other files.
  ///   - sizeLimit: The largest file that is read, in bytes.
  ///   - onBatch: Receives the first 50 entries as soon as they are read, then about 1,000 at a time, and a last
  ///     batch at the end. Return false to stop.
  /// - Returns: The feed without its entries: its only section is empty.
  /// - Throws: A `FeedError` as `read(contentsOf:)` does, or with the reason `cancelled`. Batches may
  ///   have been delivered before.
  /// - Complexity: O(size of the file). The first batch takes as long as 4 MB of the file, or as the part of the file
  ///   that holds it if that is larger.
  public static func stream(
    contentsOf path: String, keepsText: Bool = false,
    sizeLimit: Int = FeedLimits.fileSize, onBatch: @escaping (FeedBatch) -> Bool
  ) throws(FeedError) -> Feed {
    let source = try ByteSource(openingFileAt: path, sizeLimit: sizeLimit)
    let text = keepsText ? source.openedAgain().map { FeedText($0) } : nil
    return try read(
      source, named: path, EntryCollector(onBatch, text: text), keptIn: text)
  }

  /// Reads a file from memory. `file` is used in messages only. See `read(contentsOf:)`.
  public static func parse(
    _ bytes: [UInt8], named file: String
  ) throws(FeedError) -> Feed {
    try parse(bytes, named: file, EntryCollector(nil))
  }

  /// Reads a file from memory in batches. See `stream(contentsOf:onBatch:)`.
  public static func stream(
    _ bytes: [UInt8], named file: String,
    onBatch: @escaping (FeedBatch) -> Bool
  ) throws(FeedError) -> Feed {
    try parse(bytes, named: file, EntryCollector(onBatch))
  }

  /// Reads a file up to the entry whose article is requested.
  static func read(
    contentsOf path: String, request: ArticleRequest
  ) throws(FeedError) {
    // The handler discards the entries before it.
    let collector = EntryCollector({ _ in true }, request: request)
    _ = try read(
      ByteSource(openingFileAt: path, sizeLimit: .max), named: path, collector)
  }

  static func parse(
    _ bytes: [UInt8], named file: String, _ collector: EntryCollector
  ) throws(FeedError) -> Feed {
    try bytes.withUnsafeBufferPointer { bytes throws(FeedError) in
      try read(ByteSource(UnsafeRawBufferPointer(bytes)), named: file, collector)
    }
  }

  static func read(
    _ source: consuming ByteSource, named file: String, _ collector: EntryCollector,
    keptIn kept: FeedText? = nil,
    sizes: (head: Int, chunk: Int) = (SourceText.headSize, SourceText.chunkSize)
  ) throws(FeedError) -> Feed {
    if let format = source.compressionFormat {
      let restarts = format == .gzip ? kept?.restartIndex() : nil
      // Entries that can be read again from the file need not fit in memory.
      let limit = collector.structure == nil || restarts == nil ? FeedLimits.fileSize : .max
      let unpacked = ByteSource(
        CompressedFile(source, format, restarts, sizeLimit: limit))
      return try read(unpacked, named: file, collector.withoutPieces, keptIn: kept, sizes: sizes)
    }
    let bytes = collector.pieces == nil ? nil : source.bytes
    var text = SourceText(source, headSize: sizes.head, chunkSize: sizes.chunk, keptIn: kept)
    let kind = try kind(of: &text, named: file)
    let head = text.rawHead
    do throws(FeedError) {
      let result =
        switch kind {
        case .json: JSONFeedReader.result(of: text, named: file, collector)
        case .xml: XMLFeedReader.result(of: text, named: file, collector)
        case .other(let found): Result<Feed, FeedError>?.some(.failure(FeedError(file: file, reason: found)))
        }
      if let result { return try result.get() }
      guard let bytes else { preconditionFailure("Parts of a file are read by several threads only.") }
      return try read(
        ByteSource(bytes), named: file, collector.withoutPieces, keptIn: kept, sizes: sizes)
    } catch {
      throw FileKind.looksBinary(head, error.reason) ? FeedError(file: file, reason: .binary) : error
    }
  }

  /// Reads as much of a text as tells its kind.
  // Inlined, each of its errors would free the text in code of its own.
  @inline(never)
  private static func kind(of text: inout SourceText, named file: String) throws(FeedError) -> FileKind {
    while text.beginning.isEmpty, text.readMore(keeping: text.end) {}
    let head = text.rawHead
    if let failure = text.failure { throw FeedError(file: file, reason: failure) }
    if head.isEmpty, text.complaint != nil { throw FeedError(file: file, reason: .damagedCompression) }
    if let reason = FileKind.refusal(head) { throw FeedError(file: file, reason: reason) }
    // The file is not empty, but decoding may have left no text.
    guard var kind = FileKind.start(of: text.beginning) else {
      throw FeedError(file: file, reason: head.contains(0) ? .binary : .empty)
    }
    // Decoding may enlarge the text beyond the buffer, so that the first markup is in the next piece.
    while case .other = kind, text.beginning.count < SourceText.beginningSize,
      text.readMore(keeping: text.start)
    { kind = FileKind.start(of: text.beginning) ?? kind }
    return kind
  }
}
