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

/// An entry as a row of the list: its page, which has all that is known of it, and its index there. A value of two words.
nonisolated struct FeedRow: Hashable, Sendable {
  let page: EntryPage
  /// The index on the page, or `placeholder`.
  private let storedIndex: UInt8

  private static let placeholder = UInt8.max

  /// The row of an entry on a page.
  init(on page: EntryPage, index: Int) {
    self.page = page
    storedIndex = UInt8(index)
  }

  /// The row of an entry that stays in memory, on a page of its own.
  init(_ entry: FeedEntry, _ texts: RowTexts, ordinal: Int = 0, context: RowContext) {
    self.init(on: EntryPage([entry], [texts], firstOrdinal: ordinal, context: context), index: 0)
  }

  /// The row that stands for all entries of a file that were not read yet. It has nothing but its file.
  init(placeholderIn context: RowContext) {
    page = EntryPage([], [], firstOrdinal: 0, context: context)
    storedIndex = Self.placeholder
  }

  static func == (one: FeedRow, other: FeedRow) -> Bool {
    one.page === other.page && one.storedIndex == other.storedIndex
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(page))
    hasher.combine(storedIndex)
  }

  /// Another number for each row that exists: pages are larger than the number of their rows.
  var address: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(page))) &+ UInt64(storedIndex) }

  /// The entry's index on its page.
  var index: Int { isPlaceholder ? 0 : Int(storedIndex) }
  /// The entry's bit among those of its page.
  var bit: UInt64 { 1 << UInt64(index) }
  /// Whether the row stands for entries that were not read yet.
  var isPlaceholder: Bool { storedIndex == Self.placeholder }
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

  /// The entry; nil if it is not in the file any more. Ask for it on a worker.
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
    // Even: see `LibrarySection.placeholderKey(_:)`.
    ItemKey(identity: identity << 1)
  }

  private var identity: UInt64 { isPlaceholder ? RowIdentities.ofPlaceholders : page.identity(index) }

  /// Whether the key was asked for, or taken from another row.
  var hasIdentity: Bool { isPlaceholder || page.hasIdentity(index) }

  /// Gives the row the key of another one, if it was not asked for its key yet.
  func takeIdentity(of row: FeedRow) { if !isPlaceholder { page.takeIdentity(row.identity, index) } }

  /// The date to show and sort by; nil if there is none.
  var date: FeedDate? { isPlaceholder ? nil : page.date(index) }

  /// Changes with everything that the row shows, except its marks.
  var contentRevision: UInt64 { isPlaceholder ? 0 : page.contentRevision(index) }

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
  /// Whether the row is an outline, which has a page that tells where its feed is, and neither an article nor marks.
  var isOutline: Bool { page.context.format == .opml }
  /// The address of the feed that an outline stands for.
  var feedAddress: String? { texts.feedAddress }

  /// What the reader did with the entry.
  var marks: EntryMarks { page.marks(index) }
  var isRead: Bool { marks.contains(.read) }
  var isStarred: Bool { marks.contains(.starred) }
  var isRemoved: Bool { marks.contains(.removed) }

  /// Only the library changes marks, since it also remembers them and counts unread entries.
  @MainActor func setMarks(_ marks: EntryMarks) { page.setMarks(marks, index) }

  /// The row's number in the search index; nil if it is not in the index.
  var searchNumber: Int? { page.searchNumber(index) }

  /// Only the search index numbers rows.
  func setSearchNumber(_ number: Int) { page.setSearchNumber(number, index) }

  /// The place of the row's title in the alphabet, and the number of the ranking: see `TitleRanks`.
  var titleRank: (ranking: UInt32, rank: UInt32)? { page.titleRank(index) }

  /// Only `TitleRanks` ranks titles.
  func setTitleRank(_ rank: UInt32, ranking: UInt32) { page.setTitleRank(rank, ranking: ranking, index) }

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

  /// Changes with everything that decides how high the row is. `HeightTable` compares the first half.
  var heightRevision: UInt64 { contentRevision ^ (page.context.omitsAuthor ? 1 << 63 : 0) }

  /// The entry's link, if a web browser can open it.
  var webLink: String? {
    guard let link else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https" ? link : nil
  }
}
