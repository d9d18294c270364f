import EntryRows
import VirtualList

/// A section as the list shows it, with the edits that were made in the window.
struct LibrarySection {
  /// A row and whether it has been read.
  struct Row {
    let content: FeedRow
    var isRead: Bool
  }

  /// Unique in the list.
  let key: ItemKey
  /// The file it shows; nil if it was inserted in the window.
  let path: String?
  /// What the file itself calls the section.
  let ownTitle: String?
  var title: String
  var rows: [Row]
  /// The feed's key, for read marks.
  var feedKey: String

  /// "54 entries".
  var countText: String { EntryCount.text(rows.count) }

  var revision: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(title)
    fingerprint.combine(UInt64(rows.count))
    return fingerprint.value
  }
}
