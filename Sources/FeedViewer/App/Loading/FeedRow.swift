import EntryRows
import VirtualList
import Feeds
import PangoText

/// One entry as a row of the list, made once, when its file is read, away from the main thread.
///
/// The list asks rows who they are for every lookup, so all of it is computed here; objects, so that moving rows
/// about moves pointers only.
nonisolated final class FeedRow: Sendable {
  let entry: FeedEntry
  /// The file that the entry was read from.
  let path: String
  /// The entry's number in that file, counted from 0.
  let ordinal: Int
  /// Unique in the list: the file's path and the entry's key.
  let key: ItemKey
  /// The entry's title as far as a row can show it, as one paragraph; empty if there is none. So are all texts below.
  let title: String
  let preview: String
  let author: String?
  /// The address that the entry stands for, as complete as the file tells it.
  let link: String?
  /// Author and date, as seen when the file was read.
  let metadata: String
  let metadataTooltip: String?
  let thumbnail: Thumbnail
  /// What stands at the row's end until it is read.
  let accessory: RowAccessory
  /// The file that an outline stands for, if it lies on this machine: activating the row opens it.
  let feedFile: String?
  /// Changes with everything the row shows, except that it has been read.
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

  /// The same entry under another key.
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

  /// The entry's link, if it is one that a web browser opens.
  var webLink: String? {
    guard let link else { return nil }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https" ? link : nil
  }
}

/// What stands at the end of a row that has not been read.
nonisolated enum RowAccessory: String, Sendable {
  case disclosure, checkmark
  /// Nothing: there is nothing behind the row to open.
  case none
}

/// A 64-bit hash (FNV-1a) for telling versions of one thing apart.
nonisolated struct Fingerprint {
  private(set) var value: UInt64

  init(_ seed: UInt64 = 14_695_981_039_346_656_037) { value = seed }

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(UInt64(byte)) }
    combine(UInt64(0xff))
  }

  mutating func combine(_ number: UInt64) { value = (value ^ number) &* 1_099_511_628_211 }
}
