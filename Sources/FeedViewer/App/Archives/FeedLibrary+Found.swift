import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore

/// Rows of archives that a search has found, whatever the list shows.
extension FeedLibrary {
  /// The entries of an archive after its head; nil until they are counted.
  func archiveEntries(of path: FilePath) -> (outline: FileOutline, entries: Range<Int>)? {
    isArchive(path) ? listedEntries(of: path) : nil
  }

  /// The entries of an archive after its head, if all were counted.
  func listedEntries(of path: FilePath) -> (outline: FileOutline, entries: Range<Int>)? {
    guard let listed = readings[path]?.listed,
      listed.outline.unknownEntries.isEmpty, listedSection(of: path) != nil
    else { return nil }
    return (listed.outline, listed.first..<listed.outline.count)
  }

  /// Call when all entries of an archive after its head were looked at.
  ///
  /// - Parameters:
  ///   - outline: The state of the file.
  ///   - readCount: How many of them are marked as read.
  func noteReadCount(of outline: FileOutline, _ readCount: Int) {
    let path = outline.placeholder.path
    guard listedEntries(of: path)?.outline === outline, let section = listedSection(of: path) else {
      return
    }
    let head = sections[section].rows.known.count { $0.isRead && $0.path == path }
    let marked = state.marks(of: FeedKey(sections[section].feedKey)).readCount
    readings[path]!.listed!.readSurplus = readCount + head - marked
    countUnread(ofSection: section)
    consumer?.apply(.marks)
  }

  /// Whether all entries of an archive were counted.
  func areCounted(in path: FilePath) -> Bool {
    readings[path]?.listed.map(\.outline.unknownEntries.isEmpty) ?? false
  }

  /// Whether the rows of an archive are shown that it had before it changed.
  func isReplaced(_ path: FilePath) -> Bool { readings[path]?.replaced != nil }

  /// What the reader did with the entries of a file.
  func marks(ofFile path: FilePath) -> FeedMarks { state.marks(of: FeedKey(feedKeys[path] ?? path.text)) }

  /// Gives rows of an archive, which were found, their marks.
  func showMarks(of rows: [FeedRow], inFile path: FilePath) {
    let marks = marks(ofFile: path)
    for row in rows { row.setMarks(marks.marks(of: row, twinsAreKnown: false)) }
  }

  /// The place of an entry after the head of its archive; nil if its file has no such rows, or if its row was deleted.
  func place(ofEntry ordinal: Int, of path: FilePath) -> RowIndexPath? {
    guard let listed = readings[path]?.listed, let section = listedSection(of: path) else { return nil }
    return listed.row(ofEntry: ordinal).map { RowIndexPath(section: section, row: $0) }
  }

  /// The place of an entry of a state of a file; nil if that is not shown any more.
  func place(ofEntry ordinal: Int, of outline: FileOutline) -> RowIndexPath? {
    let path = outline.placeholder.path
    return readings[path]?.listed?.outline === outline ? place(ofEntry: ordinal, of: path) : nil
  }

  /// The entry of a row, and the state of its file; nil if not all of its rows wait, or did.
  func entry(at place: RowIndexPath) -> (outline: FileOutline, ordinal: Int)? {
    guard let path = sections[place.section].path, let listed = readings[path]?.listed,
      listed.section == sections[place.section].key
    else { return nil }
    return (listed.outline, listed.entry(ofRow: place.row))
  }

  /// Puts rows that were found into their sections, where they stay, because the reader has marked them.
  func attach(_ rows: [FeedRow]) {
    for (path, rows) in Dictionary(grouping: rows.filter(isReadAlone), by: \.path) {
      showLoaded(rows, of: path)
    }
  }

  /// Where rows are in their sections that stand for entries there of which nothing but their number is known.
  func placeholderPlaces(of rows: some Sequence<FeedRow>) -> PlaceholderPlaces {
    var places = PlaceholderPlaces()
    guard awaitsEntries else { return places }
    for loaded in rows where isReadAlone(loaded) {
      guard let place = place(ofEntry: loaded.ordinal, of: loaded.path), row(at: place)?.isPlaceholder == true
      else {
        continue
      }
      let section = sections[place.section]
      places.add(loaded, at: place.row, of: section.key, as: section.placeholderKey(place.row))
    }
    return places
  }
}
