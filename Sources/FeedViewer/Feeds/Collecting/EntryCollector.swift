/// Assigns keys to the entries of a file as they are read, and keeps them or delivers them in batches.
struct EntryCollector {
  typealias Handler = (FeedBatch) -> Bool

  private struct Unkeyed {
    var section: Int
    var index: Int
    var hash: UInt64
  }

  /// Keys are looked up in groups: a large table is not in the cache, but the memory delivers several slots at a time.
  private static let keyGroup = 32

  /// Small, so that the first screen appears at once.
  static let firstBatch = 50
  static let laterBatches = 1_000

  /// The most entries that are accepted; the rest are counted and omitted.
  let limit: Int
  /// The number of omitted entries.
  private(set) var omittedCount = 0
  /// The sections that were not delivered yet.
  private var sections: [FeedSection] = []
  private(set) var count = 0
  private var keys = KeyAssigner()
  /// The entries without a key so far, and the hashes of the keys they ask for.
  private var unkeyed: [Unkeyed] = []
  private var deliveredCount = 0
  private let handler: Handler?
  private let request: ArticleRequest?
  /// The number of entries after which reading ends.
  private let wantedCount: Int
  /// Where entries can be read again; nil if that is not wanted.
  let text: FeedText?
  /// Takes the places of the entries, which are not kept; nil if entries are wanted.
  let structure: StructureCollector?
  /// Reads entries on several threads; nil if the reader of the file reads all.
  private(set) var pieces: PieceReader?

  /// - Parameters:
  ///   - handler: Receives the batches; without one, all entries are kept.
  ///   - request: A request for the article of one entry; reading ends after that entry.
  ///   - wantedCount: The number of entries after which reading ends, at least 1.
  ///   - text: Where entries can be read again; nil if that is not wanted.
  ///   - structure: Takes the places of the entries instead of the entries.
  ///   - pieces: Reads entries on several threads, if all are kept.
  ///   - limit: The most entries that are accepted.
  init(
    _ handler: Handler?, request: ArticleRequest? = nil, wantedCount: Int = .max, text: FeedText? = nil,
    structure: StructureCollector? = nil, pieces: PieceReader? = nil, limit: Int = FeedLimits.entryCount
  ) {
    precondition(wantedCount > 0, "At least one entry is wanted.")
    self.wantedCount = wantedCount
    self.limit = limit
    self.handler = handler
    self.request = request
    self.text = text
    self.structure = structure
    self.pieces = pieces
  }

  /// The same without threads that read entries.
  var withoutPieces: EntryCollector {
    var collector = self
    collector.pieces = nil
    return collector
  }

  /// The request, if it is for the entry that is being read.
  var currentRequest: ArticleRequest? { request?.ordinal == count ? request : nil }

  /// Whether the requested entry or as many entries as wanted were read.
  var isSatisfied: Bool { count >= wantedCount || request?.entry != nil }

  var isFull: Bool { count >= limit }

  /// The number of entries that are still accepted.
  var room: Int { max(0, limit - count) }

  /// Whether enough entries are collected to call `deliverBatch`.
  var isBatchDue: Bool {
    handler != nil
      && count - deliveredCount
        >= (deliveredCount == 0 ? EntryCollector.firstBatch : EntryCollector.laterBatches)
  }

  /// Whether the states are needed in which entries can be read apart from others.
  var needsContexts: Bool { text != nil || pieces != nil }

  /// Whether the reader of the file does not read all entries.
  var passesEntries: Bool { structure != nil || pieces != nil }

  /// - Parameters:
  ///   - keyHash: The entry's `ownKeyHash`, if it is known already: where the entry was read, its text was in the cache.
  ///   - place: Where the entry can be read again; nil if it can't be read alone.
  mutating func add(
    _ entry: consuming FeedEntry, keyHash: UInt64? = nil, section title: String? = nil,
    folder: FeedFolder? = nil,
    place: EntryPlace? = nil
  ) {
    if let structure {
      structure.add(entry, at: place.flatMap { text?.holds($0.range) == true ? $0 : nil })
      return countSkippedEntries()
    }
    let hash = keyHash ?? entry.ownKeyHash
    let title = folder?.title ?? title
    if !continuesSection(title, folder) { sections.append(FeedSection(title: title, folder: folder)) }
    let section = sections.count - 1
    unkeyed.append(Unkeyed(section: section, index: sections[section].entries.count, hash: hash))
    sections[section].entries.append(entry)
    if let currentRequest {
      assignKeys()
      currentRequest.finish(sections[section].entries[sections[section].entries.count - 1])
    } else if unkeyed.count == Self.keyGroup {
      assignKeys()
    }
    if let text {
      sections[section].places.append(place.flatMap { text.holds($0.range) ? $0 : nil })
    }
    count += 1
  }

  @inline(never)
  private mutating func assignKeys() {
    keys.prepare(unkeyed.lazy.map(\.hash))
    for entry in unkeyed {
      keys.assignKey(to: &sections[entry.section].entries[entry.index], hash: entry.hash)
    }
    unkeyed.removeAll(keepingCapacity: true)
  }

  /// Adds the entries that follow, as far as several threads can read them.
  ///
  /// - Parameters: Those of `PieceReader.read`.
  mutating func readPieces(
    from start: Int, in text: inout SourceText, _ context: any EntryContext, marker: [UInt8]
  ) -> (offset: Int, isAtEntry: Bool)? {
    guard let pieces else { return nil }
    let end = pieces.read(from: start, in: &text, limit: room, context, marker: marker) { entries in
      while let (entry, keyHash, section, folder, _) = entries.popLast() {
        add(entry, keyHash: keyHash, section: section, folder: folder)
      }
    }
    if pieces.isDone { self.pieces = nil }
    return end
  }

  /// Counts the entries of the structure.
  mutating func countSkippedEntries() { count = structure?.index.count ?? count }

  /// Whether an entry belongs to the last section.
  private func continuesSection(_ title: String?, _ folder: FeedFolder?) -> Bool {
    guard let last = sections.last, last.title == title else { return false }
    // Different folders can have equal names.
    return last.folder === folder
  }

  /// Counts an entry beyond the limit.
  /// - Returns: Whether it is the first one.
  mutating func countOmittedEntry() -> Bool {
    omittedCount += 1
    return omittedCount == 1
  }

  /// The notes on a file, of which so much was read.
  func notes(on source: borrowing SourceText) -> [FeedNote] {
    var notes: [FeedNote] = []
    if source.fileSize >= FeedLimits.largeFileSize { notes.append(.largeFile(bytes: source.fileSize)) }
    if source.isComplete, let size = text?.copiedSize, size >= FeedLimits.largeCopySize {
      notes.append(.copied(bytes: size))
    }
    if omittedCount > 0 { notes.append(.entriesOmitted(count: omittedCount, limit: limit)) }
    return notes
  }

  /// Delivers the entries collected since the last batch. Returns false if the handler wants no more.
  mutating func deliverBatch(feed: Feed, fractionDone: Double) -> Bool {
    guard let handler else { return true }
    assignKeys()
    var fresh: [FeedSection] = []
    swap(&fresh, &sections)
    deliveredCount = count
    return handler(
      FeedBatch(feed: feed, sections: fresh, text: text, fractionDone: fractionDone))
  }

  /// The entries that were kept; one empty section if there are none.
  mutating func takeSections() -> [FeedSection] {
    assignKeys()
    var taken: [FeedSection] = []
    swap(&taken, &sections)
    return taken.isEmpty ? [FeedSection()] : taken
  }
}
