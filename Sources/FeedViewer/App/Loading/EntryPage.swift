import Feeds
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
    let text: FeedText
    let first: EntryPlace
    /// Offsets from the first one, and lengths.
    let places: [(offset: UInt32, count: UInt32)]
    /// Parts of the entries' revisions: what is read again is compared with them.
    let revisions: [UInt32]

    func place(_ index: Int) -> EntryPlace {
      first.place(at: places[index].offset, count: places[index].count)
    }
  }

  let context: RowContext
  /// The index of the first entry in its file, as it was known when the page was made.
  private let guessedOrdinal: Int
  private let ordinalError = Atomic<Int>(0)
  private let titles: PackedTitles
  /// The entries' keys, if they do not stay in memory.
  private let keys: PackedTexts?
  private let previewLengths: [UInt32]
  /// The entries of a page that stays in memory.
  private let entries: [FeedEntry]?
  private let source: Source?
  /// Texts that stay in memory.
  private let keptTexts: [RowTexts]?
  private let loadedTexts = Mutex<[RowTexts]?>(nil)
  /// Nil if the entries were read in their turn.
  private let successors: RowSuccessors?
  /// Whether texts were asked for since `LoadedPages` looked last.
  private let isUsed = Atomic<Bool>(false)

  /// A page whose entries stay in memory.
  ///
  /// - Parameter isEarly: Whether the entries were read before their turn.
  init(
    _ entries: [FeedEntry], _ texts: [RowTexts], firstOrdinal: Int, context: RowContext, isEarly: Bool = false
  ) {
    successors = isEarly ? RowSuccessors(count: entries.count) : nil
    self.entries = entries
    source = nil
    keptTexts = texts
    self.context = context
    guessedOrdinal = firstOrdinal
    titles = PackedTitles(texts)
    keys = nil
    previewLengths = texts.map { UInt32($0.preview.utf8.count) }
  }

  /// A page whose entries are read again when they are needed.
  ///
  /// - Parameter isEarly: Whether the entries were read before their turn.
  init(
    _ source: Source, keys: [String], _ texts: [RowTexts], firstOrdinal: Int, context: RowContext,
    isEarly: Bool = false
  ) {
    successors = isEarly ? RowSuccessors(count: texts.count) : nil
    entries = nil
    self.source = source
    let isLong = source.places.contains { $0.count > Self.lengthLimit }
    keptTexts = isLong ? texts : nil
    self.keys = PackedTexts(keys, sharesBeginning: true)
    self.context = context
    guessedOrdinal = firstOrdinal
    titles = PackedTitles(texts)
    previewLengths = texts.map { UInt32($0.preview.utf8.count) }
  }

  /// The index of the first entry in its file.
  var firstOrdinal: Int { guessedOrdinal + ordinalError.load(ordering: .relaxed) }

  /// Corrects the index of the first entry, which was a guess before entries were counted.
  ///
  /// - Parameter distance: How much it was too low.
  func moveFirstOrdinal(by distance: Int) { ordinalError.add(distance, ordering: .relaxed) }

  /// Whether the entries were read before their turn.
  var isEarly: Bool { successors != nil }

  /// The row that took the place of the one with an index; nil if none did.
  func successor(_ index: Int) -> FeedRow? { successors?[index] }

  /// Remembers the row that takes the place of the one with an index, which was read before its turn.
  func setSuccessor(_ row: FeedRow, _ index: Int) { successors?[index] = row }

  /// The number of entries.
  var count: Int { previewLengths.count }

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
    let texts = readEntries().enumerated().map { index, entry in
      guard let entry else { return context.missing(title: titles.title(index)) }
      return context.texts(of: entry, ordinal: firstOrdinal + index)
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
  /// - Complexity: O(length of the page); reads the disk.
  func readEntries() -> [FeedEntry?] {
    if let entries { return entries }
    guard let source else { return [] }
    let places = (0..<count).map(source.place)
    guard let read = source.text.entries(at: places) else { return Array(repeating: nil, count: count) }
    return read.enumerated().map { isSame($1, as: $0) ? $1 : nil }
  }

  /// An entry without its key; nil if it is not in the file any more.
  ///
  /// - Complexity: O(length of the entry); reads the disk.
  func readEntry(_ index: Int) -> FeedEntry? {
    if let entries { return entries[index] }
    guard let source, let read = source.text.entries(at: [source.place(index)])?.first else { return nil }
    return isSame(read, as: index) ? read : nil
  }

  /// The body of an entry with its markup; nil if it has none, is not in the file any more, or stays in memory.
  func articleSource(_ index: Int) -> ArticleSource? {
    guard let source, readEntry(index) != nil else { return nil }
    return source.text.articleSource(at: source.place(index), feedLanguage: context.feedLanguage)
  }

  private func isSame(_ entry: FeedEntry, as index: Int) -> Bool {
    source?.revisions[index] == UInt32(truncatingIfNeeded: entry.contentRevision)
  }

  /// The key of an entry in its file.
  func key(_ index: Int) -> String { entries?[index].key ?? keys?[index] ?? "" }

  func title(_ index: Int) -> String { titles.title(index) }

  func titleLength(_ index: Int) -> Int { titles.titleLength(index) }

  func previewLength(_ index: Int) -> Int { Int(previewLengths[index]) }

  func withShownTitle(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    titles.withShownTitle(index, body)
  }
}
