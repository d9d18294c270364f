import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerRows
import LayoutCore
import PangoText
import Synchronization
import VirtualList

/// What the reader did with an entry.
nonisolated struct EntryMarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let read = EntryMarks(rawValue: 1)
  static let starred = EntryMarks(rawValue: 2)
  /// The row is left out of the library.
  static let removed = EntryMarks(rawValue: 4)
}

/// An entry as a row of the list, made once for each state of its file, off the main thread.
///
/// Dates and revisions are kept, because the list asks for them in every look-up; texts are on the entry's page. A
/// class, so that moving rows moves only pointers.
nonisolated final class FeedRow: Sendable {
  let page: EntryPage
  /// A number that no other entry has; 0 until it is asked for.
  private let storedIdentity: Atomic<UInt64>
  private static let lastIdentity = Atomic<UInt64>(awaitedIdentity)
  /// That of all rows that stand for others.
  private static let awaitedIdentity: UInt64 = 1
  private let storedDate: PackedDate
  /// Changes with everything that the row shows, except its marks.
  let contentRevision: UInt64
  /// The rank of the row's title: see `TitleRanks`.
  private let storedTitleRank = Atomic<UInt64>(0)
  /// The row's number in the search index, plus one; 0 if it is not in the index.
  private let storedNumber = Atomic<UInt32>(0)
  /// Read by workers that sort and filter, and changed by the library only.
  private let storedMarks: Atomic<UInt8>
  /// The index on the page, or `awaitedBit`.
  private let storedIndex: UInt8

  private static let awaitedBit: UInt8 = 0x80

  /// The row of an entry on a page.
  init(
    _ entry: FeedEntry, _ texts: RowTexts, on page: EntryPage, index: Int, marks: EntryMarks = []
  ) {
    self.page = page
    storedIdentity = Atomic(0)
    storedIndex = UInt8(index)
    storedDate = PackedDate(entry.date)
    var fingerprint = Hash64(entry.contentRevision)
    for part in texts.detailParts() { fingerprint.combine(part) }
    switch texts.thumbnail {
    case .image(let path): fingerprint.combine(path)
    // The tooltip tells the reason.
    case .refused(let reason): fingerprint.combine(reason.message)
    case .none: break
    }
    contentRevision = fingerprint.value
    storedMarks = Atomic(marks.rawValue)
  }

  /// The row of an entry that stays in memory, on a page of its own.
  convenience init(_ entry: FeedEntry, _ texts: RowTexts, ordinal: Int = 0, context: RowContext) {
    let page = EntryPage([entry], [texts], firstOrdinal: ordinal, context: context)
    self.init(entry, texts, on: page, index: 0)
  }

  /// The row that stands for all entries of a file that were not read yet. It has nothing but its file.
  init(awaitedIn context: RowContext) {
    page = EntryPage([], [], firstOrdinal: 0, context: context)
    storedIdentity = Atomic(Self.awaitedIdentity)
    storedIndex = Self.awaitedBit
    storedDate = PackedDate(nil)
    contentRevision = 0
    storedMarks = Atomic(0)
  }

  /// The entry's index on its page.
  var index: Int { Int(storedIndex & ~Self.awaitedBit) }
  /// Whether the row stands for entries that were not read yet.
  var isAwaited: Bool { storedIndex & Self.awaitedBit != 0 }
  /// The file that contains the entry.
  var path: FilePath { page.context.path }
  /// The entry's index in that file.
  var ordinal: Int { page.ordinal(index) }

  /// What the row shows.
  ///
  /// - Complexity: O(1), or O(length of the page) if it was forgotten; reads the file then.
  var texts: RowTexts {
    let texts = page.texts(index)
    return page.context.omitsAuthor ? texts.withoutAuthor : texts
  }

  /// The entry; nil if it is not in the file any more.
  ///
  /// - Complexity: O(length of the entry); reads the file.
  var presentEntry: FeedEntry? {
    var entry = page.readEntry(index)
    entry?.key = entryKey
    return entry
  }

  /// The entry; only its title if it is not in the file any more.
  ///
  /// - Complexity: As above.
  var entry: FeedEntry { presentEntry ?? FeedEntry(key: entryKey, title: title.isEmpty ? nil : title) }

  /// The key of the entry's marks, which no other entry of the file changes.
  var stateKey: EntryKey { page.stateKey(index) }

  /// The entry's key in its file.
  var entryKey: String { page.key(index) }

  /// Unique in the list, and the same for rows of an entry in two states of its file: see `takeIdentities(_:from:)`.
  var key: ItemKey {
    // Even: see `LibrarySection.awaitedKey(_:)`.
    ItemKey(identity: identity << 1)
  }

  private var identity: UInt64 {
    let known = storedIdentity.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let new = Self.lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
    let (isNew, other) = storedIdentity.compareExchange(expected: 0, desired: new, ordering: .relaxed)
    return isNew ? new : other
  }

  /// Whether the key was asked for, or taken from another row.
  var hasIdentity: Bool { storedIdentity.load(ordering: .relaxed) != 0 }

  /// Gives the row the key of another one, if it was not asked for its key yet.
  func takeIdentity(of row: FeedRow) {
    _ = storedIdentity.compareExchange(expected: 0, desired: row.identity, ordering: .relaxed)
  }

  /// The date to show and sort by; nil if there is none.
  var date: FeedDate? { storedDate.date }

  /// The title as far as a row can show it, as one paragraph; empty if there is none.
  var title: String { page.title(index) }
  var preview: String { texts.preview }
  var author: String? { texts.author }
  /// The address of the entry, resolved as far as possible.
  var link: String? { texts.link }
  /// The last line.
  var metadata: String { texts.detailLine().text }
  var metadataTooltip: String? { metadataTooltip(texts) }

  /// Rows that are only measured need none.
  func metadataTooltip(_ texts: RowTexts) -> String? {
    texts.fullPlace ?? texts.date.map(page.context.fullName)
  }

  var thumbnail: Thumbnail { texts.thumbnail }
  /// The local file of the feed that an outline stands for; activating the row opens it.
  var feedFile: String? { texts.feedFile }
  /// The address of the feed that an outline stands for.
  var feedAddress: String? { texts.feedAddress }

  /// What the reader did with the entry.
  var marks: EntryMarks { EntryMarks(rawValue: storedMarks.load(ordering: .relaxed)) }
  var isRead: Bool { marks.contains(.read) }
  var isStarred: Bool { marks.contains(.starred) }
  var isRemoved: Bool { marks.contains(.removed) }

  /// Only the library changes marks, since it also remembers them and counts unread entries.
  @MainActor func setMarks(_ marks: EntryMarks) { storedMarks.store(marks.rawValue, ordering: .relaxed) }

  /// The row's number in the search index; nil if it is not in the index.
  var searchNumber: Int? {
    let number = storedNumber.load(ordering: .relaxed)
    return number == 0 ? nil : Int(number) - 1
  }

  /// Only the search index numbers rows.
  func setSearchNumber(_ number: Int) {
    storedNumber.store(UInt32(number + 1), ordering: .relaxed)
  }

  /// The place of the row's title in the alphabet: see `TitleRanks`.
  var titleRank: UInt64 { storedTitleRank.load(ordering: .relaxed) }

  /// Only `TitleRanks` ranks titles.
  func setTitleRank(_ rank: UInt64) { storedTitleRank.store(rank, ordering: .relaxed) }

  /// Where the entry ends in the text of its file, in bytes; nil if it can't be read alone.
  var textEnd: Int? { page.place(index).map { $0.offset + $0.count } }

  /// Passes the UTF-8 of the title, or of the beginning of what a row without one shows instead, to `body`.
  func withShownTitle(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    page.withShownTitle(index, body)
  }

  /// Changes with everything that the row shows.
  var revision: UInt64 {
    contentRevision ^ UInt64(marks.rawValue) ^ (page.context.omitsAuthor ? Self.omittedAuthor : 0)
      ^ UInt64(page.recoveryCount) << 9
  }

  /// A bit that no mark has.
  private static let omittedAuthor: UInt64 = 1 << 8

  /// The entry's link, if a web browser can open it.
  var webLink: String? {
    guard let link else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https" ? link : nil
  }
}
