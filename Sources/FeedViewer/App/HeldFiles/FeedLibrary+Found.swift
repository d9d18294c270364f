import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore

/// Rows of held files that a search has found, whatever the list shows.
extension FeedLibrary {
  /// The entries of a held file that were not read in their turn; nil until they are counted.
  func heldEntries(of path: FilePath) -> (outline: FileOutline, entries: Range<Int>)? {
    isHeld(path) ? outlinedEntries(of: path) : nil
  }

  /// The entries of a file that were not read in their turn, if all were counted and only the rest of them are read, or none.
  func outlinedEntries(of path: FilePath) -> (outline: FileOutline, entries: Range<Int>)? {
    guard let outlined = readings[path]?.outlined, outlined.outline.hold != nil,
      outlined.outline.unknownEntries.isEmpty, outlinedSection(of: path) != nil
    else { return nil }
    return (outlined.outline, min(outlined.next, outlined.outline.count)..<outlined.outline.count)
  }

  /// Call when all entries of a held file that were not read in their turn were looked at.
  ///
  /// - Parameters:
  ///   - outline: The state of the file.
  ///   - readCount: How many of them are marked as read.
  func noteReadCount(of outline: FileOutline, _ readCount: Int) {
    let path = outline.awaitedRow.path
    guard outlinedEntries(of: path)?.outline === outline, let section = outlinedSection(of: path) else {
      return
    }
    let head = sections[section].rows.known.count { $0.isRead && $0.path == path }
    let marked = state.marks(of: FeedKey(sections[section].feedKey)).readCount
    readings[path]!.outlined!.readSurplus = readCount + head - marked
    countUnread(ofSection: section)
    delegate?.libraryDidChangeMarks(self)
  }

  /// Whether all entries of a held file were counted.
  func areCounted(in path: FilePath) -> Bool {
    readings[path]?.outlined.map(\.outline.unknownEntries.isEmpty) ?? false
  }

  /// Whether the rows of a held file are shown that it had before it changed.
  func isReplaced(_ path: FilePath) -> Bool { readings[path]?.replaced != nil }

  /// What the reader did with the entries of a file.
  func marks(ofFile path: FilePath) -> FeedMarks { state.marks(of: FeedKey(feedKeys[path] ?? path.text)) }

  /// Gives rows of a held file, which were found, their marks.
  func showMarks(of rows: [FeedRow], inFile path: FilePath) {
    let marks = marks(ofFile: path)
    for row in rows { row.setMarks(marks.marks(of: row, twinsAreKnown: false)) }
  }

  /// The place of an entry that was not read in its turn; nil if its file has no such rows, or if its row was deleted.
  func place(ofEntry ordinal: Int, of path: FilePath) -> RowIndexPath? {
    guard let outlined = readings[path]?.outlined, let section = outlinedSection(of: path) else { return nil }
    return outlined.row(ofEntry: ordinal).map { RowIndexPath(section: section, row: $0) }
  }

  /// The place of an entry of a state of a file; nil if that is not shown any more.
  func place(ofEntry ordinal: Int, of outline: FileOutline) -> RowIndexPath? {
    let path = outline.awaitedRow.path
    return readings[path]?.outlined?.outline === outline ? place(ofEntry: ordinal, of: path) : nil
  }

  /// The entry of a row, and the state of its file; nil if not all of its rows wait, or did.
  func entry(at place: RowIndexPath) -> (outline: FileOutline, ordinal: Int)? {
    guard let path = sections[place.section].path, let outlined = readings[path]?.outlined,
      outlined.section == sections[place.section].key
    else { return nil }
    return (outlined.outline, outlined.entry(ofRow: place.row))
  }

  /// Puts rows that were found into their sections, where they stay, because the reader has marked them.
  func attach(_ rows: [FeedRow]) {
    for (path, rows) in Dictionary(grouping: rows.filter(isReadAlone), by: \.path) {
      showEarly(rows, of: path)
    }
  }

  /// Where rows are in their sections that stand for entries there of which nothing but their number is known.
  func awaitedPlaces(of rows: some Sequence<FeedRow>) -> AwaitedPlaces {
    var places = AwaitedPlaces()
    guard awaitsEntries else { return places }
    for early in rows where isReadAlone(early) {
      guard let place = place(ofEntry: early.ordinal, of: early.path), row(at: place)?.isAwaited == true
      else {
        continue
      }
      let section = sections[place.section]
      places.add(early, at: place.row, of: section.key, as: section.awaitedKey(place.row))
    }
    return places
  }
}
