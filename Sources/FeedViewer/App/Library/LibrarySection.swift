import FeedViewerBase
import FeedViewerRows
import LayoutCore
import VirtualList

/// A section of the list, without rows that the reader has deleted.
nonisolated struct LibrarySection: Sendable {
  /// Unique in the list.
  let key: ItemKey
  /// The file that it shows; nil for a part of a timeline, which shows entries of several.
  let path: FilePath?
  /// The section's title in the file.
  let ownTitle: String?
  /// The place of the folder of an OPML file whose outlines it has: see `OutlineTree`. Empty for outlines in no folder, and
  /// for other files.
  let folder: [Int]
  var title: String
  private(set) var rows: SectionRows
  /// The number of entries that the reader has not read, of those that are known.
  private(set) var unreadCount = 0
  /// The number of starred entries, of those that are known.
  private(set) var starredCount = 0
  /// The number of rows that stand for entries of which nothing but their number is known.
  var placeholderCount: Int { rows.placeholderCount }
  /// The number of the feed's entries that are marked as read, in this file or not, if entries are read only where the list
  /// shows them; nil otherwise.
  var markedCount: Int?
  /// Whether that is the number of marked entries that this file has.
  var isMarkedCountExact = false
  /// Whether the number of rows is a guess, because not all entries were counted.
  var isCountEstimated = false
  /// The feed's key for marks.
  let feedKey: String
  /// Whether rows name their feeds, because there are rows of several.
  var namesFeeds = false
  /// Whether its rows are outlines, which list feeds and are no entries: nothing counts, finds or filters them.
  let isOfOutlines: Bool

  /// - Complexity: O(n) for n rows.
  init(
    key: ItemKey, path: FilePath?, ownTitle: String?, title: String, rows: [FeedRow], feedKey: String,
    isOfOutlines: Bool = false, folder: [Int] = []
  ) {
    self.init(
      key: key, path: path, ownTitle: ownTitle, title: title, rows: SectionRows(rows), feedKey: feedKey,
      isOfOutlines: isOfOutlines, folder: folder)
  }

  /// - Complexity: O(n) for n rows whose entries are known.
  init(
    key: ItemKey, path: FilePath?, ownTitle: String?, title: String, rows: SectionRows, feedKey: String,
    isOfOutlines: Bool = false, folder: [Int] = []
  ) {
    self.key = key
    self.path = path
    self.ownTitle = ownTitle
    self.folder = folder
    self.title = title
    self.rows = rows
    self.feedKey = feedKey
    self.isOfOutlines = isOfOutlines
    countUnread()
  }

  /// The number of entries that have rows.
  var entryCount: Int { isOfOutlines ? 0 : rows.count }

  mutating func append(_ new: some Collection<FeedRow>) {
    rows.append(new)
    for row in new { count(row, 1) }
  }

  /// Appends the row that stands for entries that were not read yet, once for each of them.
  mutating func append(_ row: FeedRow, awaiting number: Int) {
    rows.append(row, awaiting: number)
  }

  /// Inserts rows among those that wait: see `SectionRows.insertWaiting(_:_:awaiting:)`.
  mutating func insertWaiting(
    _ ranges: [Range<Int>], _ new: [(index: Int, row: FeedRow)] = [], awaiting placeholder: FeedRow
  ) {
    rows.insertWaiting(ranges, new, awaiting: placeholder)
    for (_, row) in new { count(row, 1) }
  }

  /// Removes rows of those that wait.
  ///
  /// - Returns: Those of them that are known, with their indices.
  @discardableResult
  mutating func removeWaiting(_ ranges: [Range<Int>]) -> [(index: Int, row: FeedRow)] {
    let gone = rows.removeWaiting(ranges)
    for (_, row) in gone { count(row, -1) }
    return gone
  }

  /// Puts a row in the place of one that waits.
  mutating func show(_ row: FeedRow, at index: Int) {
    count(rows[index], -1)
    rows.show(row, at: index)
    count(row, 1)
  }

  /// Forgets rows that were loaded.
  ///
  /// - Parameter indices: In order.
  mutating func forget(_ indices: [Int]) { for row in rows.forget(indices) { count(row, -1) } }

  /// Removes the rows of an archive after its head.
  mutating func removePending() { for row in rows.removePending() { count(row, -1) } }

  private mutating func count(_ row: FeedRow, _ number: Int) {
    guard !row.isPlaceholder, !isOfOutlines else { return }
    if !row.isRead { unreadCount += number }
    if row.isStarred { starredCount += number }
  }

  /// Inserts rows at the indices that they had, among those before rows that wait.
  ///
  /// - Returns: Their indices now.
  /// - Complexity: O(n) for all rows.
  @MainActor
  mutating func insert(_ returning: [RemovedEntries.Row]) -> [Int] {
    var all: [FeedRow] = []
    all.reserveCapacity(rows.count + returning.count)
    var kept = rows.known[...]
    var places: [Int] = []
    for item in returning {
      while all.count < item.index, let next = kept.popFirst() { all.append(next) }
      places.append(all.count)
      all.append(item.row)
    }
    keep(all + kept)
    return places
  }

  /// Keeps these of the rows before those that wait.
  mutating func keep(_ known: [FeedRow]) {
    rows.keep(known)
    countUnread()
  }

  /// Counts again after marks have changed.
  mutating func countUnread() {
    guard !isOfOutlines else { return }
    var (unread, starred) = (0, 0)
    rows.forEachPart { page, bits in
      unread += (bits & ~page.bits(having: .read)).nonzeroBitCount
      starred += (bits & page.bits(having: .starred)).nonzeroBitCount
    }
    (unreadCount, starredCount) = (unread, starred)
  }

  /// How many entries are unread; nil if that is not known, because entries are being read, or so many are marked as read that
  /// may have gone from the file that the number could be wrong by more than a twentieth of all.
  var unread: UnreadCount? {
    if isCountEstimated { return nil }
    if isOfOutlines { return UnreadCount() }
    if placeholderCount == 0 { return UnreadCount(entries: rows.count, unread: unreadCount) }
    guard let markedCount else { return nil }
    let read = rows.count - placeholderCount - unreadCount
    let readElsewhere = max(0, markedCount - read)
    guard isMarkedCountExact || readElsewhere <= rows.count / 20 else { return nil }
    return UnreadCount(
      entries: rows.count, unread: max(unreadCount, rows.count - read - readElsewhere),
      isExact: isMarkedCountExact || readElsewhere == 0)
  }

  /// "54 entries", "3 of 54 unread".
  var countText: String {
    if isCountEstimated { return EntryCount.text(about: rows.count) }
    return unread?.text ?? EntryCount.text(rows.count)
  }

  var revision: UInt64 {
    var fingerprint = Hash64()
    fingerprint.combine(title)
    fingerprint.combine(UInt64(rows.count))
    fingerprint.combine(UInt64(isCountEstimated ? 1 : 0))
    fingerprint.combine(UInt64(unread?.unread ?? rows.count))
    fingerprint.combine(UInt64(unread?.isExact == false ? 1 : 0))
    return fingerprint.value
  }
}

nonisolated extension LibrarySection {
  /// What is compared of a section in two arrangements.
  ///
  /// - Parameters:
  ///   - places: Where rows that were found are in the library's sections.
  ///   - hasSameRows: Whether rows with equal keys are the same objects in both arrangements, so that they can be compared
  ///     without reading them, which would take most of the time.
  ///   - isPlain: Whether the section is the library's: an arrangement of it has the same key, and rows in other places.
  ///   - kept: The keys of rows that wait for their entries in one of the arrangements at least, by index.
  /// - Complexity: O(rows whose entries were read).
  func keys(
    _ places: PlaceholderPlaces = PlaceholderPlaces(), hasSameRows: Bool = false, isPlain: Bool = true,
    kept: [Int: ItemKey] = [:]
  ) -> SectionKeys {
    let names: UInt64 = namesFeeds ? 1 << 32 : 0
    func rowKey(_ row: FeedRow) -> SectionKeys.Row {
      if let placeholder = places.key(of: row) { return SectionKeys.Row(key: placeholder, revision: 0) }
      guard hasSameRows else { return SectionKeys.Row(key: row.key, revision: row.revision ^ names) }
      let identity = FingerprintedKey(identity: row.address)
      return SectionKeys.Row(key: identity, revision: names)
    }
    // All at once, because there may be very many.
    var keys = SectionKeys(key: key.text, rows: rows.known.map(rowKey))
    var next = rows.known.count
    guard next < rows.count else { return keys }
    let found =
      isPlain && placeholderCount > 0 ? places.indices(in: key).map { ($0, placeholderKey($0)) } : []
    let own = kept.filter { rows[$0.key].isPlaceholder }.map { ($0.key, $0.value) }
    var waiting = own.isEmpty ? found[...] : (found + own).sorted { $0.0 < $1.0 }[...]
    func append(_ row: SectionKeys.Row, at index: Int) {
      keys.unknown.append(index - next, before: keys.rows.count)
      keys.rows.append(row)
      next = index + 1
    }
    func appendWaiting(before index: Int) {
      while let (place, key) = waiting.first, place < index {
        waiting.removeFirst()
        append(SectionKeys.Row(key: key, revision: .max), at: place)
      }
    }
    rows.forEachLoaded { index, row in
      appendWaiting(before: index)
      append(kept[index].map { SectionKeys.Row(key: $0, revision: 0) } ?? rowKey(row), at: index)
    }
    appendWaiting(before: rows.count)
    if isPlain { keys.unknown.identity = rows.placeholderIdentity }
    keys.unknown.append(rows.count - next, before: keys.rows.count)
    return keys
  }
}
