/// How many threads look for entries, and in which pieces.
struct ScanThreads {
  /// The number of threads, including the one that asks for the structure; at least 1.
  var count: Int
  /// The bytes that a thread reads and scans at a time if the file is in memory: so few that the processor's cache holds them.
  var pieceSize = 512 << 10
  /// The same if the file must be read from the disk, which is fastest in long pieces.
  private static let diskPieceSize = 4 << 20

  static let one = ScanThreads(count: 1)

  /// Those for the rest of a file that is not in memory. While one thread waits for the disk, another one has its processor.
  ///
  /// - Parameter size: Its size in bytes.
  func onDisk(size: Int) -> ScanThreads {
    ScanThreads(count: count + 1, pieceSize: max(pieceSize, min(Self.diskPieceSize, size / 8)))
  }
}

/// Collects the places of a file's entries while a reader and a scanner take turns.
///
/// The reader reads the beginning of the file, and whatever is unusual. After each entry it lets the scanner look for the
/// ends of the following ones, and goes on after those, in the same state.
final class StructureCollector {
  /// Receives the number of entries so far, and the fraction of the file in which they are. Returns whether to go on.
  typealias Progress = (_ count: Int, _ fraction: Double) -> Bool

  /// How the end of a file is looked at before its middle is counted.
  struct Estimation {
    /// How much of the end is looked at, in bytes.
    var size: Int
    /// Receives what is known of the feed, and its entries, those in the middle by a guess of their number.
    var take: (Feed, EntryIndex) -> Void
  }

  /// Why a scanner stopped.
  enum ScanOutcome {
    /// The entry that begins next does not end in the text.
    case needsMore
    /// What follows the last entry must be read by the reader.
    case stopped
  }

  /// A longer entry is left to the reader, so that the text in memory is bounded.
  static let entryLimit = 4 << 20

  /// More entries are not kept, though they can't be read alone.
  private static let keptLimit = 256

  private let progress: Progress
  /// Whether text is skipped before it is known to be valid.
  let omitsChecks: Bool
  private(set) var index = EntryIndex()
  /// Entries that can't be read alone, by their numbers.
  private(set) var keptEntries: [Int: FeedEntry] = [:]
  /// Repairs whose lines are not known, because the text before them was not read.
  var unplacedRepairs: [FoundRepair] = []
  /// Whether text that was not checked turned out to be damaged, so that all must be collected again with checks.
  private(set) var isInvalid = false
  /// The number of entries that only the scanner saw.
  private(set) var scannedCount = 0
  private var found: [Range<Int>] = []
  private let threads: ScanThreads
  /// Nil after the end was looked at.
  private var estimation: Estimation?
  /// The pieces that several threads have scanned.
  private(set) var pieceCount = 0
  /// How often they stopped.
  private var vainCount = 0
  /// The scanner for the present state; nil if no entry can be skipped in it.
  private var scanner: (context: any EntryContext, name: [UInt8], scanner: XMLEntryScanner?)?

  /// The bytes in which entries were looked for.
  private(set) var scannedSize = 0
  /// The number of entries that were taken from an earlier state of the file.
  private(set) var continuedCount = 0
  /// The earlier state of a file that has grown since.
  private let earlier: FeedStructure.Grown?
  /// The state in which entries were skipped first.
  private var head: GrowthMark.Head?
  /// The end of the last entry that was skipped in that state, and the number of entries before.
  private var lastEnd: (offset: Int, count: Int)?

  /// - Parameters:
  ///   - omitsChecks: Whether text is skipped before it is known to be valid.
  ///   - threads: The threads that look for entries, if text is skipped before it is known to be valid.
  ///   - earlier: An earlier state of the file, which has only grown since.
  ///   - guessing: How the end is looked at first; nil if it is not.
  ///   - progress: Called after each piece of the file.
  init(
    omitsChecks: Bool, threads: ScanThreads = .one, continuing earlier: FeedStructure.Grown? = nil,
    estimation: Estimation? = nil, _ progress: @escaping Progress
  ) {
    self.omitsChecks = omitsChecks
    self.estimation = estimation
    self.threads = threads
    self.earlier = earlier
    self.progress = progress
  }

  /// Whether what is known of the feed is needed to skip entries.
  var wantsFeed: Bool { estimation != nil }

  /// Adds an entry that the reader has read.
  ///
  /// - Parameter place: Nil if it can't be read alone.
  func add(_ entry: FeedEntry, at place: EntryPlace?) {
    if place == nil, keptEntries.count < Self.keptLimit { keptEntries[index.count] = entry }
    index.append(place)
  }

  /// The scanner for entries of a state.
  ///
  /// - Parameter make: Makes it; nil if there is none for such entries.
  func scanner(
    for context: any EntryContext, named name: [UInt8], _ make: () -> XMLEntryScanner?
  ) -> XMLEntryScanner? {
    if let scanner, scanner.context === context, scanner.name == name { return scanner.scanner }
    let new = make()
    scanner = (context, name, new)
    return new
  }

  /// The results of `skip`.
  enum Skip {
    /// The offset at which the reader goes on.
    case to(Int)
    case cancelled
  }

  /// Finds the entries that follow, and adds them.
  ///
  /// - Parameters:
  ///   - start: An offset between two entries.
  ///   - text: The text, of which nothing before `start` is needed any more.
  ///   - kept: Where the entries are to be read again.
  ///   - limit: The most entries to add.
  ///   - context: The state in which they are read.
  ///   - scanner: Finds entries in this state.
  ///   - feed: What is known of the feed; needed while `wantsFeed` says so.
  func skip(
    from start: Int, in text: inout SourceText, keptIn kept: FeedText, limit: Int,
    _ context: any EntryContext, _ scanner: some ItemScanner, feed: Feed?
  ) -> Skip {
    var left = limit
    var offset = continuing(from: start, in: &text, limit: &left)
    let first = offset
    var goesOn = true
    while goesOn {
      found.removeAll(keepingCapacity: true)
      let outcome = scanner.scan(text.base + offset, count: text.end - offset, limit: left, into: &found)
      // Without room for a copy of the text, entries must stay in memory.
      guard kept.holds(offset..<text.end) else { break }
      let marker = found.first.flatMap { scanner.marker(of: text.bytes($0.moved(by: offset))) }
      append(found, from: offset, context)
      left -= found.count
      offset += found.last?.upperBound ?? 0
      goesOn = outcome == .needsMore && text.end - offset < Self.entryLimit
      if goesOn {
        guard progress(index.count, text.fraction(at: offset)) else { return .cancelled }
        if let marker {
          let tools = ScanTools(scanner, marker: marker, text: kept)
          if let feed { estimate(with: tools, feed, text, from: offset, keptIn: kept, limit: left, context) }
          guard skip(with: tools, from: &offset, in: &text, keptIn: kept, limit: &left, context) else {
            return .cancelled
          }
        }
        goesOn = omitsChecks ? text.readUnchecked(keeping: offset) : text.readMore(keeping: offset)
      }
    }
    scannedSize += offset - first
    isInvalid = !text.check(from: offset)
    return isInvalid ? .cancelled : .to(offset)
  }

  private func append(_ entries: [Range<Int>], from start: Int, _ context: any EntryContext) {
    index.append(entries, from: start, context)
    scannedCount += entries.count
  }

  /// Whether any part of the file can be read, and is text as it is.
  private func mayReadAhead(of text: borrowing SourceText) -> Bool {
    omitsChecks && text.mayOmitChecks && !text.isCompressed
  }

  /// Looks at the end of the file before its middle, if that was not done.
  @inline(never)
  private func estimate(
    with tools: ScanTools, _ feed: Feed, _ text: borrowing SourceText, from offset: Int,
    keptIn kept: FeedText, limit: Int, _ context: any EntryContext
  ) {
    guard let estimation, mayEstimate(estimation, text, from: offset) else { return }
    self.estimation = nil
    let estimate = TailScan(tools, context).estimate(
      after: index, from: offset, to: text.fileSize, size: estimation.size, limit: limit)
    guard let estimate else { return }
    kept.readAhead()
    estimation.take(feed, estimate)
  }

  /// Whether the end of the file is worth to be looked at before its middle.
  private func mayEstimate(_ estimation: Estimation, _ text: borrowing SourceText, from offset: Int) -> Bool {
    mayReadAhead(of: text) && text.fileSize - offset >= 4 * estimation.size
  }

  /// Whether the rest of the file is scanned by several threads: if it is long, and they were not in vain so far.
  private func mayScanPieces(of text: borrowing SourceText, from offset: Int) -> Bool {
    threads.count > 1 && mayReadAhead(of: text) && text.fileSize - offset >= 4 * threads.pieceSize
      && (vainCount < 4 || vainCount * 4 <= pieceCount)
  }

  /// Finds entries on several threads, if that is worth it.
  ///
  /// - Returns: Whether to go on.
  @inline(never)
  private func skip(
    with tools: ScanTools, from offset: inout Int, in text: inout SourceText, keptIn kept: FeedText,
    limit: inout Int, _ context: any EntryContext
  ) -> Bool {
    guard mayScanPieces(of: text, from: offset) else { return true }
    let size = text.fileSize
    let threads =
      kept.seemsToBeInMemory(offset..<size) ? self.threads : self.threads.onDisk(size: size - offset)
    let pieces = PieceScan<ScannedPiece>(threads: threads.count, pieceSize: threads.pieceSize) {
      tools.scan($0, isCertain: $1)
    }
    var (isCancelled, end, left) = (false, offset, limit)
    pieces.run(from: offset, to: size) { piece in
      guard piece.entries.count <= left else { return false }
      append(piece.entries, from: piece.start, context)
      pieceCount += 1
      left -= piece.entries.count
      end = max(end, piece.end)
      isCancelled = !progress(index.count, Double(end) / Double(size))
      return !isCancelled
    }
    vainCount += 1
    (offset, limit) = (end, left)
    if end > text.end { text.jump(to: end) }
    return !isCancelled
  }

  /// Takes the entries of an earlier state of the file, if the reader has come to the first one that was scanned then.
  ///
  /// - Returns: The offset at which to go on.
  private func continuing(from start: Int, in text: inout SourceText, limit: inout Int) -> Int {
    guard let earlier, earlierContext(at: start) != nil, omitsChecks, text.mayOmitChecks,
      limit >= earlier.mark.count - index.count
    else { return start }
    limit -= earlier.mark.count - index.count
    index = earlier.index.prefix(earlier.mark.count)
    continuedCount = index.count
    for (number, entry) in earlier.keptEntries where number < continuedCount && keptEntries[number] == nil {
      keptEntries[number] = entry
    }
    if earlier.mark.end > text.end { text.jump(to: earlier.mark.end) }
    return earlier.mark.end
  }

  /// The state in which the entries of an earlier state of the file were scanned, if that began at an offset.
  func earlierContext(at offset: Int) -> (any EntryContext)? {
    guard let head = earlier?.mark.head, head.end == offset, head.count == index.count else { return nil }
    return head.context
  }

  /// Notes that entries were skipped. The scan of the file can go on there if it grows, as long as nothing but entries was
  /// read in between.
  ///
  /// - Parameters:
  ///   - range: Where they were looked for, up to the end of the last one.
  ///   - countBefore: The number of entries before.
  func noteSkipped(
    _ range: Range<Int>, countBefore: Int, _ context: any EntryContext, _ feed: FeedDraft, repairCount: Int
  ) {
    let first =
      head
      ?? GrowthMark.Head(
        end: range.lowerBound, count: countBefore, context: context, feed: feed, repairCount: repairCount)
    head = first
    guard first.context === context, first.repairCount == repairCount, first.feed == feed else { return }
    lastEnd = (range.upperBound, index.count)
  }

  /// Where the scan of a file goes on if it grows; nil if it must be scanned as a whole.
  func growthMark(in text: FeedText) -> GrowthMark? {
    guard let head, let lastEnd, omitsChecks else { return nil }
    return GrowthMark(head, end: lastEnd.offset, count: lastEnd.count, in: text)
  }

  /// Notes at the end whether what was skipped without checks may be damaged.
  func finish(_ text: borrowing SourceText) {
    if text.hasUncheckedPieces, !text.mayOmitChecks { isInvalid = true }
  }
}

extension Range<Int> {
  func moved(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }
}
