extension FeedReader {
  /// Finds where the entries of a file are, without reading most of them.
  ///
  /// Entries that are as usual are only looked for; all else is read. The text of entries that were not read is checked
  /// when they are.
  ///
  /// - Parameters:
  ///   - path: A file system path. The file may have any size.
  ///   - keepsCopy: Whether text that is not in the file byte for byte is copied. Otherwise its entries can't be read.
  ///   - threads: The number of threads that look for entries, at least 1. The result does not depend on it.
  ///   - entryLimit: The most entries that are counted.
  ///   - earlier: An earlier state of the file. If it has only grown since, as far as samples of it tell
  ///     (`GrowthMark`), only what was added is scanned.
  ///   - tailSize: How much of the end of a long file is looked at first, in bytes.
  ///   - onProgress: Receives the number of entries so far, and the fraction of the file in which they are, from 0 to 1.
  ///     Returns whether to go on.
  ///   - onGuess: Receives the structure before entries are counted: its first entries, its last ones, and a guess of the
  ///     number of those in the middle, which are looked for when they are read. Not called for files whose end is not as usual.
  /// - Throws: A `FeedError` as `read(contentsOf:)` does, or with the reason `cancelled`.
  /// - Complexity: O(size of the file). Memory: five bytes an entry if all follow each other in the same way, otherwise
  ///   nine.
  public static func structure(
    contentsOf path: String, keepsCopy: Bool = true, threads: Int = 1,
    entryLimit: Int = FeedLimits.entryCount, after earlier: FeedStructure? = nil, tailSize: Int = 512 << 10,
    onProgress: @escaping (_ count: Int, _ fraction: Double) -> Bool = { _, _ in true },
    onEstimate: ((FeedStructure) -> Void)? = nil
  ) throws(FeedError) -> FeedStructure {
    precondition(threads > 0, "At least one thread looks for entries.")
    return try structure(
      contentsOf: path, keepsCopy: keepsCopy, limit: entryLimit, ScanThreads(count: threads),
      after: earlier, tailSize: tailSize, onEstimate, onProgress)
  }

  private static func structure(
    contentsOf path: String, keepsCopy: Bool, limit: Int,
    _ threads: ScanThreads, after earlier: FeedStructure?, tailSize: Int,
    _ onEstimate: ((FeedStructure) -> Void)?,
    _ onProgress: @escaping StructureCollector.Progress
  ) throws(FeedError) -> FeedStructure {
    for omitsChecks in [true, false] {
      let source = try ByteSource(openingFileAt: path, sizeLimit: .max)
      let grown = omitsChecks ? earlier?.grown(to: source.status) : nil
      // A file that grows many times is open only once.
      let text = FeedText(grown?.file ?? source.openedAgain(), keepsCopy: keepsCopy)
      let status = source.status
      let estimation = onEstimate.map { take in
        StructureCollector.Estimation(size: tailSize) {
          take(FeedStructure(feed: $0, text: text, index: $1, status: status))
        }
      }
      let collector = StructureCollector(
        omitsChecks: omitsChecks, threads: threads, continuing: grown,
        estimation: estimation, onProgress)
      let structure = try structure(
        source, named: path, keptIn: text, collector, limit: limit)
      // Nil if the file is not the UTF-8 that its beginning promised.
      if let structure { return structure }
    }
    preconditionFailure("Text that is checked is always valid.")
  }

  /// - Parameters:
  ///   - sizes: The sizes of the first and the other pieces that are read at a time, in bytes.
  ///   - limit: The most entries that are accepted.
  /// - Returns: Nil if text that was not checked is damaged.
  static func structure(
    _ source: consuming ByteSource, named file: String, keptIn text: FeedText,
    _ structure: StructureCollector,
    sizes: (head: Int, chunk: Int) = (SourceText.headSize, SourceText.chunkSize),
    limit: Int = FeedLimits.entryCount
  ) throws(FeedError) -> FeedStructure? {
    let collector = EntryCollector(nil, text: text, structure: structure, limit: limit)
    let status = source.status
    do throws(FeedError) {
      let feed = try read(source, named: file, collector, keptIn: text, sizes: sizes)
      guard !structure.isInvalid else { return nil }
      return FeedStructure(
        feed: feed, text: text, index: structure.index, unplacedRepairs: structure.unplacedRepairs,
        keptEntries: structure.keptEntries, status: status, growth: structure.growthMark(in: text),
        continuedCount: structure.continuedCount, scannedSize: structure.scannedSize)
    } catch {
      if structure.isInvalid { return nil }
      throw error
    }
  }
}

/// The same in memory and in pieces of any size, for tests.
extension FeedReader {
  /// The sizes of the first and the other pieces that are read at a time, in bytes; at least 64.
  package typealias PieceSizes = (head: Int, chunk: Int)

  /// Reads a file from memory, with the places of its entries.
  package static func stream(
    _ bytes: [UInt8], pieces: PieceSizes, onBatch: @escaping (FeedBatch) -> Bool
  ) throws(FeedError) -> Feed {
    let text = FeedText(nil)
    return try bytes.withUnsafeBufferPointer { bytes throws(FeedError) in
      try read(
        ByteSource(UnsafeRawBufferPointer(bytes)), named: "bytes", EntryCollector(onBatch, text: text),
        keptIn: text, sizes: pieces)
    }
  }

  /// Finds the structure of a file in memory.
  ///
  /// - Returns: Nil if text that was not checked is damaged; and the number of entries that were not read.
  package static func structure(
    _ bytes: [UInt8], pieces: PieceSizes, checksText: Bool, limit: Int = FeedLimits.entryCount
  ) throws(FeedError) -> (structure: FeedStructure?, scannedCount: Int) {
    let collector = StructureCollector(omitsChecks: !checksText) { _, _ in true }
    let found = try bytes.withUnsafeBufferPointer { bytes throws(FeedError) in
      try structure(
        ByteSource(UnsafeRawBufferPointer(bytes)), named: "bytes", keptIn: FeedText(nil), collector,
        sizes: pieces, limit: limit)
    }
    return (found, collector.scannedCount)
  }

  /// Finds the structure of a file on two threads.
  ///
  /// - Parameter pieceSize: The bytes that a thread scans at a time.
  /// - Returns: As the other function, and the number of pieces that they scanned.
  package static func structure(
    contentsOf path: String, pieces: PieceSizes, pieceSize: Int, limit: Int = FeedLimits.entryCount
  ) throws(FeedError) -> (structure: FeedStructure?, scannedCount: Int, pieceCount: Int) {
    let threads = ScanThreads(count: 2, pieceSize: pieceSize)
    let collector = StructureCollector(omitsChecks: true, threads: threads) { _, _ in true }
    let source = try ByteSource(openingFileAt: path, sizeLimit: .max)
    let text = FeedText(source.openedAgain())
    let structure = try structure(
      source, named: path, keptIn: text, collector, sizes: pieces, limit: limit)
    return (structure, collector.scannedCount, collector.pieceCount)
  }
}
