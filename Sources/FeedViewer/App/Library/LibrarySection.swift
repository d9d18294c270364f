import EntryRows
import VirtualList

/// A section of the list, including edits made in the window.
nonisolated struct LibrarySection: Sendable {
  /// Unique in the list.
  let key: ItemKey
  /// The file that it shows; nil if it was inserted in the window.
  let path: String?
  /// The section's title in the file.
  let ownTitle: String?
  var title: String
  private(set) var rows: [FeedRow]
  /// The number of rows that were not read.
  private(set) var unreadCount: Int
  /// The feed's key for marks.
  let feedKey: String
  /// Whether rows name their feeds, because there are rows of several.
  var namesFeeds = false

  /// - Complexity: O(n) for n rows.
  init(
    key: ItemKey, path: String?, ownTitle: String?, title: String, rows: [FeedRow], feedKey: String
  ) {
    self.key = key
    self.path = path
    self.ownTitle = ownTitle
    self.title = title
    self.rows = rows
    self.feedKey = feedKey
    unreadCount = rows.count { !$0.isRead }
  }

  mutating func append(_ new: some Collection<FeedRow>) {
    rows += new
    unreadCount += new.count { !$0.isRead }
  }

  mutating func insert(_ row: FeedRow, at index: Int) {
    rows.insert(row, at: index)
    if !row.isRead { unreadCount += 1 }
  }

  /// Inserts rows at the indices that they had, or at the end if the section has become shorter.
  ///
  /// - Returns: Their indices now.
  /// - Complexity: O(n) for all rows.
  @MainActor
  mutating func insert(_ returning: [RemovedEntries.Row]) -> [Int] {
    var all: [FeedRow] = []
    all.reserveCapacity(rows.count + returning.count)
    var kept = rows[...]
    var places: [Int] = []
    for item in returning {
      while all.count < item.index, let next = kept.popFirst() { all.append(next) }
      places.append(all.count)
      all.append(item.row)
    }
    keep(all + kept)
    return places
  }

  /// - Returns: The removed row.
  @discardableResult
  mutating func remove(at index: Int) -> FeedRow {
    let row = rows.remove(at: index)
    if !row.isRead { unreadCount -= 1 }
    return row
  }

  /// Keeps these rows.
  mutating func keep(_ rows: [FeedRow]) {
    self.rows = rows
    countUnread()
  }

  /// Counts again after marks have changed.
  mutating func countUnread() { unreadCount = rows.count { !$0.isRead } }

  /// "54 entries", "3 of 54 unread".
  var countText: String { EntryCount.text(rows.count, unread: unreadCount) }

  var revision: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(title)
    fingerprint.combine(UInt64(rows.count))
    fingerprint.combine(UInt64(unreadCount))
    return fingerprint.value
  }
}
