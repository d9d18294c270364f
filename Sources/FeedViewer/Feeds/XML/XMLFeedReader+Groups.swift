import Synchronization

/// Reading groups of entries on several threads: see `EntryGroups`.
extension XMLFeedReader {
  /// The state between two entries, as far as entries depend on it.
  struct Group: Sendable {
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
    fileprivate let state = State()
  }

  /// The state of a group: another one, even if it looks like this one, has another object.
  fileprivate final class State: Sendable {}

  /// The names and tags of a group that was read, for others that are read in the same state.
  struct KnownNames: Sendable {
    fileprivate var state: State
    fileprivate var names: XMLNameTable
    fileprivate var tags: XMLTagMemory
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

  /// What the readers of groups leave to each other.
  final class GroupMemory: Sendable {
    let buffers = GroupBuffers()
    private let names = Mutex<[KnownNames]>([])

    /// Names that are right in a state.
    fileprivate func names(for state: State) -> KnownNames? {
      names.withLock { $0.popLast() }.flatMap { $0.state === state ? $0 : nil }
    }

    fileprivate func put(_ known: KnownNames) { names.withLock { $0.append(known) } }
  }

  /// An entry of a group, its `ownKeyHash`, and its end, counted from the start of the group.
  ///
  /// A tuple, because it is taken apart without copying the entry: the reference counts that a copy changes are in the
  /// cache of the processor that read the group.
  typealias GroupedEntry = (entry: FeedEntry, keyHash: UInt64, end: Int)

  /// Names that a feed does not have; copying them for each group would take time.
  private static let nameLimit = 1_000

  /// Adds the entries of the groups that follow the last token, if it ended an entry.
  mutating func readGroups() throws(FeedError) {
    guard let groups, let role = frames.last?.role, role == .channel || role == .root, !rootHasEnded,
      beginGroups()
    else { return }
    while var group = groups.take(at: scanner.position, in: &scanner.text) {
      guard group.entries.count <= collector.room else {
        // The others are counted one by one.
        self.groups = nil
        return
      }
      scanner.skip(group.range, length: group.length)
      while let (entry, keyHash, _) = group.entries.popLast() { try add(entry, keyHash: keyHash) }
    }
    if groups.areUseless { self.groups = nil }
  }

  /// Makes sure that groups are read in the present state. Returns false if none can be.
  private mutating func beginGroups() -> Bool {
    guard let groups, let format, entities.isEmpty, openBeyondLimit.isEmpty, !isFragment else { return false }
    let mark = presentMark
    if groups.context?.mark == mark { return true }
    guard let start = lastEntryName, names.symbols.count <= Self.nameLimit else { return false }
    groups.begin(group(format, symbol: start.symbol, mark), marker: [0x3C] + start.name)
    return true
  }

  /// Whether entries with the same bytes are read as the same in both states. Names that occurred before do not matter.
  static func readsSame(_ one: Group, _ other: Group) -> Bool {
    func spellings(_ group: Group) -> [String] {
      (group.frames.map(\.symbol) + [group.symbol]).map { group.names.spelling(of: $0) }
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

  private func group(_ format: FeedFormat, symbol: Int32, _ mark: Mark) -> Group {
    Group(
      file: file, format: format, frames: frames, names: names, tags: scanner.tags, bases: bases,
      feedBase: feedBase,
      languages: languages,
      warnedPrefixes: warnedPrefixes, symbol: symbol, mark: mark)
  }

  /// Reads a group as `readGroup` does. The last entry is the first one, so that they are taken from the array without being
  /// copied.
  static func readReversedGroup(_ text: GroupText, _ group: Group, in shared: GroupMemory) -> [GroupedEntry]?
  {
    var entries = readGroup(text, group, in: shared)
    // An array that reverses itself copies its elements.
    entries?.withUnsafeMutableBufferPointer { $0.reverse() }
    return entries
  }

  /// Reads a group of entries. Returns nil if there is anything else in it or anything to repair.
  ///
  /// - Parameters:
  ///   - request: A request for the article of the only entry.
  ///   - shared: What other groups left to it, and it leaves to others.
  ///   - onRepairs: Receives what was repaired, as the reader of the file does it; nil if nothing is to be repaired.
  static func readGroup(
    _ text: GroupText, _ group: Group, _ request: ArticleRequest? = nil,
    in shared: GroupMemory? = nil, onRepairs: (([FeedWarning]) -> Void)? = nil
  ) -> [GroupedEntry]? {
    let buffers = shared?.buffers.take()
    return withExtendedLifetime(text) {
      var reader = XMLFeedReader(
        SourceText(decoded: text.base, count: text.count), named: group.file,
        collector: EntryCollector(nil, request: request))
      reader.format = group.format
      reader.frames = group.frames
      if let known = shared?.names(for: group.state) {
        (reader.names, reader.scanner.tags) = (known.names, known.tags)
      } else {
        (reader.names, reader.scanner.tags) = (group.names, group.tags)
      }
      reader.bases = group.bases
      reader.takeFeedBase(group.feedBase)
      reader.languages = group.languages
      reader.warnedPrefixes = group.warnedPrefixes
      var entries: [GroupedEntry] = []
      entries.reserveCapacity(buffers?.entryCount ?? 0)
      reader.groupedEntries = entries
      buffers?.exchange(&reader.html, &reader.entry, &reader.captured)
      // Any error is reported by the reader of the file, which reads the group again.
      let isComplete = (try? reader.readGroup(group, repairs: onRepairs != nil)) ?? false
      // A reader that stopped within an entry leaves nothing to others.
      if isComplete, let shared, let buffers {
        buffers.exchange(&reader.html, &reader.entry, &reader.captured)
        buffers.entryCount = reader.groupedEntries?.count ?? 0
        shared.buffers.put(buffers)
        if let names = reader.knownNames(in: group) { shared.put(names) }
      }
      if isComplete { onRepairs?(reader.log.finish(reader.scanner.text)) }
      return isComplete ? reader.groupedEntries : nil
    }
  }

  private borrowing func knownNames(in group: Group) -> KnownNames? {
    names.symbols.count > Self.nameLimit
      ? nil : KnownNames(state: group.state, names: names, tags: scanner.tags)
  }

  /// Returns whether the text holds nothing but whole entries.
  private mutating func readGroup(_ group: Group, repairs: Bool) throws(FeedError) -> Bool {
    let depth = frames.count
    while true {
      if frames.last?.role == .entry { scanner.skipBlank() }
      let token = scanner.next()
      if !scanner.repairs.isEmpty { noteScannerRepairs() }
      guard log.count == 0 || repairs else { return false }
      switch token {
      case .start:
        let isOutside = frames.count == depth
        if isOutside, startTagSymbol() != group.symbol { return false }
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
    }
  }
}

/// The places of entries that can be read again alone, under the conditions of groups.
extension XMLFeedReader {
  /// Each context holds a copy of all names; a file in which each entry has its own is not read again.
  private static let contextLimit = 256

  /// Takes the state after the last token, if that ended an entry, for reading the next ones again.
  mutating func noteContext() {
    guard let role = frames.last?.role, role == .channel || role == .root, let format,
      let symbol = lastEntrySymbol
    else { return }
    let mark = presentMark
    if let group = context?.group, group.mark == mark, group.symbol == symbol { return }
    context = nil
    guard entities.isEmpty, openBeyondLimit.isEmpty, !isFragment, contextCount < Self.contextLimit,
      names.symbols.count <= Self.nameLimit
    else { return }
    contextCount += 1
    context = XMLEntryContext(group(format, symbol: symbol, mark))
  }

  /// Whether the next entries can be read in a context. Call where an entry has just ended.
  func isBetweenEntries(of context: XMLEntryContext) -> Bool {
    context.group.mark == presentMark && context.group.symbol == lastEntryName?.symbol
      && context.group.frames.count == frames.count && entities.isEmpty && openBeyondLimit.isEmpty
      && !isFragment
  }

  /// Notes where an entry starts. Call after its frame was added.
  mutating func beginPlace() {
    entryStart = nil
    guard let group = context?.group, let frame = frames.last, frame.symbol == group.symbol,
      frames.count == group.frames.count + 1, !isFragment
    else { return }
    let mark = Mark(
      containers: containerCount, declarations: Int(frame.declarations), bases: Int(frame.bases),
      feedBases: feedBaseCount, languages: Int(frame.languages), prefixes: warnedPrefixes.count)
    // A comment may have been skipped before the tag.
    if mark == group.mark, !tokenIsRepaired { entryStart = (scanner.name.lowerBound - 1, doubtCount) }
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
