/// Reading entries from parts of a text, in the state in which the reader of the file has come to them.
extension XMLFeedReader {
  /// The state between two entries, as far as entries depend on it.
  struct EntryState: Sendable {
    fileprivate var file: String
    fileprivate var format: FeedFormat
    fileprivate var frames: [Frame]
    fileprivate var names: XMLNameTable
    /// With symbols of `names`.
    fileprivate var tags: XMLTagMemory
    fileprivate var bases: [String]
    fileprivate var feedBase: String?
    fileprivate var languages: [String]
    fileprivate var warnedPrefixes: Set<String>
    /// The symbol of the entries' elements.
    fileprivate var symbol: Int32
    fileprivate var mark: Mark
  }

  /// Differs if the state between two entries differs.
  fileprivate struct Mark: Equatable {
    var containers: Int
    var declarations: Int
    var bases: Int
    var feedBases: Int
    var languages: Int
    var prefixes: Int
  }

  /// What the readers of parts in one state leave to each other.
  final class PartMemory: Sendable {
    fileprivate typealias Names = (names: XMLNameTable, tags: XMLTagMemory)

    fileprivate let buffers = Pool<ReaderBuffers>()
    fileprivate let names = Pool<Names>()
  }

  /// Names that a feed does not have; copying them for each part would take time.
  private static let nameLimit = 1_000

  /// Whether entries with the same bytes are read as the same in both states. Names that occurred before do not matter.
  static func readsSame(_ one: EntryState, _ other: EntryState) -> Bool {
    func spellings(_ state: EntryState) -> [String] {
      (state.frames.map(\.symbol) + [state.symbol]).map { state.names.spelling(of: $0) }
    }
    return one.format == other.format && one.frames.map(\.role) == other.frames.map(\.role)
      && spellings(one) == spellings(other) && one.names.hasDeclarations(of: other.names)
      && one.bases == other.bases && one.feedBase == other.feedBase && one.languages == other.languages
      && one.warnedPrefixes == other.warnedPrefixes
  }

  private var presentMark: Mark {
    Mark(
      containers: containerCount, declarations: names.declarationCount, bases: bases.count,
      feedBases: feedBaseCount, languages: languages.count, prefixes: warnedPrefixes.count)
  }

  private func state(_ format: FeedFormat, symbol: Int32, _ mark: Mark) -> EntryState {
    EntryState(
      file: file, format: format, frames: frames, names: names, tags: scanner.tags, bases: bases,
      feedBase: feedBase, languages: languages, warnedPrefixes: warnedPrefixes, symbol: symbol, mark: mark)
  }

  /// Reads entries from a part of a text, up to what is unusual or has to be repaired.
  ///
  /// - Parameters:
  ///   - request: A request for the article of the only entry.
  ///   - shared: What other parts left to it, and it leaves to others.
  ///   - onRepairs: Receives what was repaired, as the reader of the file does it; nil if nothing is to be repaired.
  static func readPart(
    _ text: TextSlice, _ state: EntryState, _ request: ArticleRequest? = nil,
    in shared: PartMemory? = nil, onRepairs: (([FeedWarning]) -> Void)? = nil
  ) -> ParsedPart {
    let buffers = shared.map { $0.buffers.take() ?? ReaderBuffers() }
    return withExtendedLifetime(text) {
      var reader = XMLFeedReader(
        SourceText(decoded: text.base, count: text.count), named: state.file,
        collector: EntryCollector(nil, request: request))
      reader.format = state.format
      reader.frames = state.frames
      (reader.names, reader.scanner.tags) = shared?.names.take() ?? (state.names, state.tags)
      reader.bases = state.bases
      reader.takeFeedBase(state.feedBase)
      reader.languages = state.languages
      reader.warnedPrefixes = state.warnedPrefixes
      var entries: [ReadEntry] = []
      entries.reserveCapacity(buffers?.entryCount ?? 0)
      reader.partEntries = entries
      buffers?.exchange(&reader.html, &reader.entry, &reader.captured)
      var usualCount = 0
      // Any error is reported by the reader of the file, which reads the entry again.
      let isComplete =
        (try? reader.readPart(state, repairs: onRepairs != nil, usualCount: &usualCount)) ?? false
      // A reader that stopped within an entry leaves nothing to others.
      if isComplete, let shared, let buffers {
        buffers.exchange(&reader.html, &reader.entry, &reader.captured)
        buffers.entryCount = usualCount
        shared.buffers.put(buffers)
        if reader.names.symbols.count <= Self.nameLimit {
          shared.names.put((reader.names, reader.scanner.tags))
        }
      }
      if isComplete { onRepairs?(reader.log.finish(reader.scanner.text)) }
      return ParsedPart(&reader.partEntries, count: usualCount, isComplete: isComplete)
    }
  }

  /// Returns whether the text holds nothing but whole entries.
  ///
  /// - Parameter usualCount: Becomes the number of entries before what is unusual.
  private mutating func readPart(
    _ state: EntryState, repairs: Bool, usualCount: inout Int
  ) throws(FeedError) -> Bool {
    let depth = frames.count
    while true {
      if frames.last?.role == .entry { scanner.skipBlank() }
      let token = scanner.next()
      if !scanner.repairs.isEmpty { noteScannerRepairs() }
      guard log.count == 0 || repairs else { return false }
      switch token {
      case .start:
        let isOutside = frames.count == depth
        if isOutside, startTagSymbol() != state.symbol { return false }
        try startElement()
        if isOutside, frames.count > depth, frames[depth].role != .entry { return false }
      case .end:
        if frames.count == depth { return false }
        try endElement()
      case .text(let range): readText(range)
      case .characterData(let range): readCharacterData(range)
      case .documentType: return false
      case .endOfFile:
        return frames.count == depth && (log.count == 0 || repairs) && scanner.uncertainEndCount == 0
      }
      if log.count > 0 && !repairs || frames.count < depth { return false }
      // The end of the text may have decided where something before ends.
      if frames.count == depth, scanner.uncertainEndCount == 0 { usualCount = partEntries?.count ?? 0 }
    }
  }
}

/// The places of entries that can be read again alone.
extension XMLFeedReader {
  /// Each context holds a copy of all names; a file in which each entry has its own is not read again.
  private static let contextLimit = 256

  /// Takes the state after the last token, if that ended an entry, for reading the next ones again.
  mutating func noteContext() {
    guard let role = frames.last?.role, role == .channel || role == .root, let format,
      let symbol = lastEntrySymbol
    else { return }
    let mark = presentMark
    if let state = context?.state, state.mark == mark, state.symbol == symbol { return }
    context = nil
    guard entities.isEmpty, openBeyondLimit.isEmpty, !isFragment, contextCount < Self.contextLimit,
      names.symbols.count <= Self.nameLimit
    else { return }
    contextCount += 1
    context = XMLEntryContext(state(format, symbol: symbol, mark))
  }

  /// Whether the next entries can be read in a context. Call where an entry has just ended.
  func isBetweenEntries(of context: XMLEntryContext) -> Bool {
    context.state.mark == presentMark && context.state.symbol == lastEntryName?.symbol
      && context.state.frames.count == frames.count && entities.isEmpty && openBeyondLimit.isEmpty
      && !isFragment
  }

  /// Notes where an entry starts. Call after its frame was added.
  mutating func beginPlace() {
    entryStart = nil
    guard let state = context?.state, let frame = frames.last, frame.symbol == state.symbol,
      frames.count == state.frames.count + 1, !isFragment
    else { return }
    let mark = Mark(
      containers: containerCount, declarations: Int(frame.declarations), bases: Int(frame.bases),
      feedBases: feedBaseCount, languages: Int(frame.languages), prefixes: warnedPrefixes.count)
    // A comment may have been skipped before the tag.
    if mark == state.mark, !tokenIsRepaired { entryStart = (scanner.name.lowerBound - 1, doubtCount) }
  }

  /// The number of repairs, of tokens that may end elsewhere in another text, and of those that would be repaired in it.
  private var doubtCount: Int {
    log.count + log.twiceEncodedCount + scanner.uncertainEndCount + scanner.skippedDocumentTypes
  }

  /// The place of the entry that has just ended; nil if reading it again would give another one.
  mutating func finishPlace() -> EntryPlace? {
    guard let start = entryStart, let context else { return nil }
    entryStart = nil
    guard doubtCount == start.repairCount, !feed.isCutOff, !entry.hasOmissions, entities.isEmpty,
      openBeyondLimit.isEmpty
    else { return nil }
    return EntryPlace(offset: start.offset, count: scanner.position - start.offset, context: context)
  }
}
