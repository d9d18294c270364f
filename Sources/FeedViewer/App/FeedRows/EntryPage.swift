import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Synchronization

/// A few consecutive entries of a file. Their texts are read again from the file when rows ask for them, and forgotten when
/// others have been asked for since (`LoadedPages`).
///
/// Entries that can't be read again alone stay in memory.
nonisolated final class EntryPage: Sendable {
  static let capacity = 64
  /// Longer pages would take more than a millisecond to read. An entry of this length is a page of its own, whose texts
  /// stay in memory.
  static let lengthLimit = 128 << 10

  /// Where the entries of a page are.
  struct Source: Sendable {
    fileprivate(set) var text: FeedText
    fileprivate(set) var first: EntryPlace
    /// Offsets from the first one, and lengths.
    fileprivate(set) var places: [(offset: UInt32, count: UInt32)]
    /// Parts of the entries' revisions: what is read again is compared with them.
    let revisions: [UInt32]

    /// - Parameter places: Counted from `first`.
    init(
      text: FeedText, first: EntryPlace, places: [(offset: UInt32, count: UInt32)], revisions: [UInt32]
    ) {
      (self.text, self.first, self.places, self.revisions) = (text, first, places, revisions)
    }

    func place(_ index: Int) -> EntryPlace {
      first.place(at: places[index].offset, count: places[index].count)
    }
  }

  /// What changes with the file.
  private struct Position {
    /// The index of the first entry in its file.
    var firstOrdinal: Int
    /// The indices of all entries, if others were inserted between them.
    var ordinals: [Int]?
    /// Nil for a page that stays in memory.
    var source: Source?
  }

  /// What few pages have, or only for a while.
  private struct Extras {
    var identities = RowIdentities()
    /// Those in the search index; 0 for rows that are not in it.
    var searchNumbers: [UInt32] = []
    /// The places of titles in the alphabet, and the number of the ranking.
    var titleRanks: [UInt32] = []
    var ranking: UInt32 = 0
  }

  let context: RowContext
  private let dates: [PackedDate]
  /// Those of the rows: they change with everything that a row shows, except its marks.
  private let contentRevisions: [UInt64]
  /// Which entries were read, which are starred and which were removed. Read by workers that sort and filter, and changed by the
  /// library only.
  private let readBits = Atomic<UInt64>(0)
  private let starredBits = Atomic<UInt64>(0)
  private let removedBits = Atomic<UInt64>(0)
  private let extras = Mutex(Extras())
  private let position: Mutex<Position>
  private let titles: PackedTitles
  /// The keys of the entries' marks.
  private let stateKeys: [EntryKey]
  /// The entries' keys, if they do not stay in memory.
  private let keys: PackedTexts?
  private let previewLengths: [UInt32]
  /// The entries of a page that stays in memory.
  private let entries: [FeedEntry]?
  /// Texts that stay in memory.
  private let keptTexts: [RowTexts]?
  private let loadedTexts = Mutex<[RowTexts]?>(nil)
  /// Held by who reads the texts: others wait for them instead of reading them, too.
  private let isLoading = Mutex(())
  /// Whether the texts in memory say of an entry that the file has changed.
  private let lacksEntries = Atomic<Bool>(false)
  private let storedRecoveryCount = Atomic<UInt32>(0)
  /// Whether texts were asked for since `LoadedPages` looked last.
  private let isUsed = Atomic<Bool>(false)

  /// - Parameters:
  ///   - texts: Those of the entries.
  ///   - source: Where the entries are read again when they are needed; nil for a page that stays in memory.
  init(
    _ entries: [FeedEntry], _ texts: [RowTexts], at source: Source? = nil, firstOrdinal: Int,
    context: RowContext
  ) {
    let isLong = source.map { $0.places.contains { $0.count > Self.lengthLimit } } ?? true
    self.entries = source == nil ? entries : nil
    keptTexts = isLong ? texts : nil
    keys = source == nil ? nil : PackedTexts(entries.map(\.key), sharesBeginning: true)
    stateKeys = entries.map { EntryKey($0.identity) }
    self.context = context
    position = Mutex(Position(firstOrdinal: firstOrdinal, source: source))
    titles = PackedTitles(texts)
    previewLengths = texts.map { UInt32($0.preview.utf8.count) }
    dates = entries.map { PackedDate($0.date) }
    contentRevisions = zip(entries, texts).map(Self.revision)
  }

  private static func revision(_ entry: FeedEntry, _ texts: RowTexts) -> UInt64 {
    var fingerprint = Hash64(entry.contentRevision)
    for part in texts.detailParts() { fingerprint.combine(part) }
    switch texts.thumbnail {
    case .image(let path): fingerprint.combine(path)
    // The tooltip tells the reason.
    case .refused(let reason): fingerprint.combine(reason.message)
    case .none: break
    }
    return fingerprint.value
  }

  /// The rows, in order.
  var rows: [FeedRow] { (0..<count).map { FeedRow(on: self, index: $0) } }

  /// The index of the first entry in its file.
  var firstOrdinal: Int { ordinal(0) }

  /// Corrects the indices of entries, which were a guess before entries were counted.
  ///
  /// - Parameter distance: How much they were too low.
  func moveFirstOrdinal(by distance: Int) {
    position.withLock { position in
      position.firstOrdinal += distance
      position.ordinals = position.ordinals?.map { $0 + distance }
    }
  }

  /// The number of entries.
  var count: Int { previewLengths.count }

  /// The index of an entry in its file.
  func ordinal(_ index: Int) -> Int {
    position.withLock { $0.ordinals?[index] ?? $0.firstOrdinal + index }
  }

  /// Where an entry is in its file; nil if the page stays in memory.
  func place(_ index: Int) -> EntryPlace? { source?.place(index) }

  private var source: Source? { position.withLock { $0.source } }

  /// Follows a change of the file, in which the entries are elsewhere.
  ///
  /// - Parameters:
  ///   - text: Where they can be read again.
  ///   - positions: The index of each entry in the file, and its place; nil for one that is not there any more.
  func move(to text: FeedText, _ positions: [(ordinal: Int, place: EntryPlace?)?]) {
    precondition(positions.count == count, "There is a position for each entry.")
    position.withLock { position in
      let known = positions.enumerated().map { index, new in
        new?.ordinal ?? position.ordinals?[index] ?? position.firstOrdinal + index
      }
      let isRegular = known.enumerated().allSatisfy { $1 == known[0] + $0 }
      (position.firstOrdinal, position.ordinals) = (known.first ?? 0, isRegular ? nil : known)
      guard position.source != nil, let first = positions.lazy.compactMap({ $0?.place }).first else { return }
      position.source!.text = text
      position.source!.first = first
      // An entry that is not there has no bytes.
      position.source!.places = positions.map { $0?.place?.packed(from: first) ?? (0, 0) }
    }
    readLackingEntriesAgain()
  }

  /// How often entries that could not be read were in the file again.
  var recoveryCount: UInt32 { storedRecoveryCount.load(ordering: .relaxed) }

  /// Forgets texts that were asked for while the file was being written. Call when the entries are in the file again.
  func readLackingEntriesAgain() {
    guard lacksEntries.exchange(false, ordering: .relaxed) else { return }
    loadedTexts.withLock { $0 = nil }
    storedRecoveryCount.wrappingAdd(1, ordering: .relaxed)
  }

  /// The texts of a row.
  ///
  /// - Complexity: O(1), or O(length of the page) if they were forgotten; reads the disk then.
  func texts(_ index: Int) -> RowTexts {
    if let keptTexts { return keptTexts[index] }
    isUsed.store(true, ordering: .relaxed)
    return (loadedTexts.withLock { $0 } ?? load())[index]
  }

  /// Whether texts can be had without reading the file.
  var isLoaded: Bool { keptTexts != nil || loadedTexts.withLock { $0 != nil } }

  /// Reads the texts of all rows.
  ///
  /// - Complexity: O(length of the page); reads the disk.
  @discardableResult
  func load() -> [RowTexts] {
    if let keptTexts { return keptTexts }
    return isLoading.withLock { _ in loadedTexts.withLock { $0 } ?? read() }
  }

  private func read() -> [RowTexts] {
    let texts = readEntries(areShown: true).enumerated().map { index, entry in
      guard let entry else {
        // Of an entry that has gone for good there is no row.
        if place(index)?.count != 0 { lacksEntries.store(true, ordering: .relaxed) }
        return context.missing(title: titles.shownTitle(index))
      }
      return context.texts(of: entry)
    }
    keep(texts)
    return texts
  }

  /// Takes texts that were just made.
  func keep(_ texts: [RowTexts]) {
    guard keptTexts == nil else { return }
    loadedTexts.withLock { $0 = texts }
    LoadedPages.shared.loaded(self, size: texts.reduce(0) { $0 + $1.size })
  }

  /// Forgets the texts, unless they were asked for since the last call.
  ///
  /// - Returns: Whether they are forgotten.
  func forgetTexts() -> Bool {
    if isUsed.exchange(false, ordering: .relaxed) { return false }
    loadedTexts.withLock { $0 = nil }
    return true
  }

  /// All entries, without their keys; nil for one that is not in the file any more.
  ///
  /// - Parameter areShown: Whether a row is about to show them, for which the main thread may wait.
  /// - Complexity: O(length of the page); reads the disk.
  func readEntries(areShown: Bool = false) -> [FeedEntry?] {
    if let entries { return entries }
    guard let source else { return [] }
    var result: [FeedEntry?] = []
    while result.count < count {
      let run = source.run(from: result.count)
      let read = run.isEmpty ? nil : source.text.entries(at: run.map(source.place), areShown: areShown)
      for (number, index) in run.enumerated() {
        let entry = read?[number]
        result.append(entry.flatMap { source.isSame($0, as: index) ? $0 : nil })
      }
      // An entry that is not there any more.
      if run.isEmpty { result.append(nil) }
    }
    return result
  }

  /// An entry without its key; nil if it is not in the file any more. Call it on a worker.
  ///
  /// - Complexity: O(length of the entry); reads the disk.
  func readEntry(_ index: Int) -> FeedEntry? {
    if let entries { return entries[index] }
    guard let source, let read = source.text.entries(at: [source.place(index)])?.first else { return nil }
    return source.isSame(read, as: index) ? read : nil
  }

  /// An entry without its key, and its body with its markup; nil if it is not in the file any more. There is no body if the entry
  /// has none, or stays in memory.
  ///
  /// - Complexity: O(length of the entry); reads the disk.
  func article(_ index: Int) -> (entry: FeedEntry, source: ArticleSource?)? {
    if let entries { return (entries[index], nil) }
    guard let source,
      var read = source.text.article(at: source.place(index), feedLanguage: context.feedLanguage),
      source.isSame(read.entry, as: index)
    else { return nil }
    read.source?.feedFile = context.path.text
    return read
  }

  /// Whether the entries stay in memory.
  var isInMemory: Bool { entries != nil }

  /// The key of an entry's marks.
  func stateKey(_ index: Int) -> EntryKey { stateKeys[index] }

  /// The key of an entry in its file.
  func key(_ index: Int) -> String { entries?[index].key ?? keys?[index] ?? "" }

  func title(_ index: Int) -> String { titles.title(index) }

  func titleLength(_ index: Int) -> Int { titles.titleLength(index) }

  func previewLength(_ index: Int) -> Int { Int(previewLengths[index]) }

  func withShownTitle(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    titles.withShownTitle(index, body)
  }
}

/// What is known of each entry without its file.
nonisolated extension EntryPage {
  func date(_ index: Int) -> FeedDate? { dates[index].date }

  func contentRevision(_ index: Int) -> UInt64 { contentRevisions[index] }

  func identity(_ index: Int) -> UInt64 { extras.withLock { $0.identities.identity(index, of: count) } }

  func hasIdentity(_ index: Int) -> Bool { extras.withLock { $0.identities.hasIdentity(index) } }

  func takeIdentity(_ identity: UInt64, _ index: Int) {
    extras.withLock { $0.identities.take(identity, index, of: count) }
  }

  /// What the reader did with an entry.
  func marks(_ index: Int) -> EntryMarks {
    let bit: UInt64 = 1 << UInt64(index)
    var marks: EntryMarks = []
    if readBits.load(ordering: .relaxed) & bit != 0 { marks.insert(.read) }
    if starredBits.load(ordering: .relaxed) & bit != 0 { marks.insert(.starred) }
    if removedBits.load(ordering: .relaxed) & bit != 0 { marks.insert(.removed) }
    return marks
  }

  /// Call it where no other thread changes them.
  func setMarks(_ marks: EntryMarks, _ index: Int) {
    for mark in [EntryMarks.read, .starred, .removed] { set(mark, marks.contains(mark), 1 << UInt64(index)) }
  }

  /// The entries that have a mark: bit n is that of the entry with index n.
  func bits(having mark: EntryMarks) -> UInt64 { withBits(of: mark) { $0.load(ordering: .relaxed) } }

  /// Sets or removes a mark of several entries. Call it where no other thread changes them.
  func set(_ mark: EntryMarks, _ isOn: Bool, _ bits: UInt64) {
    withBits(of: mark) { marked in
      if isOn {
        _ = marked.bitwiseOr(bits, ordering: .relaxed)
      } else {
        _ = marked.bitwiseAnd(~bits, ordering: .relaxed)
      }
    }
  }

  private func withBits<Value>(of mark: EntryMarks, _ body: (borrowing Atomic<UInt64>) -> Value) -> Value {
    switch mark {
    case .read: body(readBits)
    case .starred: body(starredBits)
    case .removed: body(removedBits)
    default: preconditionFailure("Marks are looked for and changed one by one.")
    }
  }

  /// An entry's number in the search index; nil if it is not in the index.
  func searchNumber(_ index: Int) -> Int? {
    extras.withLock { extras in
      let numbers = extras.searchNumbers
      return numbers.isEmpty || numbers[index] == 0 ? nil : Int(numbers[index]) - 1
    }
  }

  func setSearchNumber(_ number: Int, _ index: Int) {
    extras.withLock { extras in
      if extras.searchNumbers.isEmpty { extras.searchNumbers = Array(repeating: 0, count: count) }
      extras.searchNumbers[index] = UInt32(number + 1)
    }
  }

  /// The place of an entry's title in the alphabet, and the number of the ranking; nil if it was not ranked.
  func titleRank(_ index: Int) -> (ranking: UInt32, rank: UInt32)? {
    extras.withLock { $0.titleRanks.isEmpty ? nil : ($0.ranking, $0.titleRanks[index]) }
  }

  /// Ranks of another ranking are forgotten.
  func setTitleRank(_ rank: UInt32, ranking: UInt32, _ index: Int) {
    extras.withLock { extras in
      if extras.titleRanks.isEmpty || extras.ranking != ranking {
        extras.titleRanks = Array(repeating: .max, count: count)
        extras.ranking = ranking
      }
      extras.titleRanks[index] = rank
    }
  }
}

nonisolated extension EntryPage.Source {
  /// Entries between which there is more are not read together.
  private static let gapLimit = 16 << 10

  /// Consecutive entries that are read together.
  fileprivate func run(from start: Int) -> Range<Int> {
    guard places[start].count > 0 else { return start..<start }
    var end = start + 1
    while end < places.count, places[end].count > 0,
      Int(places[end].offset) - Int(places[end - 1].offset) - Int(places[end - 1].count) <= Self.gapLimit
    { end += 1 }
    return start..<end
  }

  fileprivate func isSame(_ entry: FeedEntry, as index: Int) -> Bool {
    revisions[index] == UInt32(truncatingIfNeeded: entry.contentRevision)
  }
}
