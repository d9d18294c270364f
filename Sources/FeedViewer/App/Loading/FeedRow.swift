import EntryRows
import VirtualList
import Feeds
import PangoText

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
  /// The accessory at the row's end until it is read.
  let accessory: RowAccessory
  /// The local file of the feed that an outline stands for; activating the row opens it.
  let feedFile: String?
  /// Changes with everything that the row shows, except its read state.
  let revision: UInt64

  init(
    entry: FeedEntry, path: String, ordinal: Int, key: ItemKey, preview: String, author: String?,
    link: String?,
    metadata: String,
    metadataTooltip: String?,
    thumbnail: Thumbnail, accessory: RowAccessory, feedFile: String? = nil
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
    revision = fingerprint.value
  }

  /// The same entry with another key.
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
    revision = row.revision
  }

  /// The entry's link, if a web browser can open it.
  var webLink: String? {
    guard let link else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https" ? link : nil
  }
}

/// The accessory of an unread row.
nonisolated enum RowAccessory: String, Sendable {
  case disclosure, checkmark
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
