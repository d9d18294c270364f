import EntryRows
import VirtualList

/// A section of the list, including edits made in the window.
struct LibrarySection {
  /// A row and whether it has been read.
  struct Row {
    let content: FeedRow
    var isRead: Bool
  }

  /// Unique in the list.
  let key: ItemKey
  /// The file that it shows; nil if it was inserted in the window.
  let path: String?
  /// The section's title in the file.
  let ownTitle: String?
  var title: String
  var rows: [Row]
  /// The feed's key for read marks.
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
