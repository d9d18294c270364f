import EntryRows
import VirtualList
import Feeds
import PangoText
import Synchronization

/// What the reader did with an entry.
nonisolated struct EntryMarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let read = EntryMarks(rawValue: 1)
  static let starred = EntryMarks(rawValue: 2)
}

/// An entry as a row of the list, made once when its file is read, off the main thread.
///
/// Keys and revisions are computed here, because the list asks for them in every look-up. A class, so that moving
/// rows moves only pointers.
nonisolated final class FeedRow: Sendable {
  let entry: FeedEntry
  /// The file that contains the entry.
  let path: String
  /// The entry's index in that file.
  let ordinal: Int
  /// Unique in the list: the file's path and the entry's key.
  let key: ItemKey
  /// The title as far as a row can show it, as one paragraph; empty if there is none. The same holds for all texts
  /// below.
  let title: String
  let preview: String
  let author: String?
  /// The address of the entry, resolved as far as possible.
  let link: String?
  /// Author and date, relative to when the file was read.
  let metadata: String
  let metadataTooltip: String?
  let thumbnail: Thumbnail
  /// The accessory at the row's end.
  let accessory: RowAccessory
  /// The local file of the feed that an outline stands for; activating the row opens it.
  let feedFile: String?
  /// Changes with everything that the row shows, except its marks.
  private let contentRevision: UInt64
  /// Read by workers that sort and filter, and changed by the library only.
  private let storedMarks: Atomic<UInt8>
  /// The row's number in the search index, plus one; 0 if it is not in the index.
  private let storedNumber = Atomic<UInt32>(0)
  /// The rank of the row's title: see `TitleRanks`.
  private let storedTitleRank = Atomic<UInt64>(0)

  init(
    entry: FeedEntry, path: String, ordinal: Int, key: ItemKey, preview: String, author: String?,
    link: String?,
    metadata: String,
    metadataTooltip: String?,
    thumbnail: Thumbnail, accessory: RowAccessory, feedFile: String? = nil, marks: EntryMarks = []
  ) {
    self.entry = entry
    self.path = path
    self.ordinal = ordinal
    self.key = key
    title = RowText.paragraph(entry.title ?? "")
    self.preview = RowText.paragraph(preview)
    self.author = author.map { RowText.paragraph($0) }
    self.link = link
    self.metadata = RowText.paragraph(metadata)
    self.metadataTooltip = metadataTooltip
    self.thumbnail = thumbnail
    self.accessory = accessory
    self.feedFile = feedFile
    var fingerprint = Fingerprint(entry.contentRevision)
    fingerprint.combine(metadata)
    fingerprint.combine(accessory.rawValue)
    if case .image(let path, _) = thumbnail { fingerprint.combine(path) }
    contentRevision = fingerprint.value
    storedMarks = Atomic(marks.rawValue)
  }

  /// The same entry with another key and without marks.
  init(copying row: FeedRow, key: ItemKey) {
    entry = row.entry
    path = row.path
    ordinal = row.ordinal
    self.key = key
    title = row.title
    preview = row.preview
    author = row.author
    link = row.link
    metadata = row.metadata
    metadataTooltip = row.metadataTooltip
    thumbnail = row.thumbnail
    accessory = row.accessory
    feedFile = row.feedFile
    contentRevision = row.contentRevision
    storedMarks = Atomic(0)
  }

  /// What the reader did with the entry.
  var marks: EntryMarks { EntryMarks(rawValue: storedMarks.load(ordering: .relaxed)) }
  var isRead: Bool { marks.contains(.read) }
  var isStarred: Bool { marks.contains(.starred) }

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

  /// Passes the UTF-8 of the title, or of what a row without one shows instead, to `body`.
  func withShownTitle(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Void? {
    (title.isEmpty ? preview : title).utf8.withContiguousStorageIfAvailable(body)
  }

  /// Changes with everything that the row shows.
  var revision: UInt64 { contentRevision ^ UInt64(marks.rawValue) }

  /// The same while the row shows a passage of its text instead of the beginning.
  func revision(showing passage: String) -> UInt64 {
    var fingerprint = Fingerprint(revision)
    fingerprint.combine(passage)
    return fingerprint.value
  }

  /// The entry's link, if a web browser can open it.
  var webLink: String? {
    guard let link else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https" ? link : nil
  }
}

/// The accessory of a row.
nonisolated enum RowAccessory: String, Sendable {
  case disclosure
  /// The other accessory of the demo format: its rows have two in turn, of different widths.
  case detail
  /// No accessory: there is nothing to open.
  case none
}

/// A 64-bit hash (FNV-1a) for distinguishing versions of the same content.
nonisolated struct Fingerprint {
  private(set) var value: UInt64

  init(_ seed: UInt64 = 14_695_981_039_346_656_037) { value = seed }

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(UInt64(byte)) }
    combine(UInt64(0xff))
  }

  mutating func combine(_ number: UInt64) { value = (value ^ number) &* 1_099_511_628_211 }
}
