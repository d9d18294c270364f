import Feeds
import LayoutCore
import ReadingState

/// Rows of held files that a search has found, whatever the list shows.
extension FeedLibrary {
  /// The entries of a held file that were not read in their turn; nil until they are counted.
  func heldEntries(of path: String) -> (outline: FileOutline, entries: Range<Int>)? {
    guard isHeld(path), let outlined = readings[path]?.outlined, outlined.outline.unknownEntries.isEmpty,
      outlinedSection(of: path) != nil
    else { return nil }
    return (outlined.outline, min(outlined.next, outlined.outline.count)..<outlined.outline.count)
  }

  /// Whether the rows of a held file are shown that it had before it changed.
  func isReplaced(_ path: String) -> Bool { readings[path]?.replaced != nil }

  /// What the reader did with the entries of a file.
  func marks(ofFile path: String) -> FeedMarks { state.marks(of: FeedKey(feedKeys[path] ?? path)) }

  /// Rows of a held file, each replaced by the one that its entry has, if it has one; others get their marks.
  func onlyRows(_ rows: [FeedRow], of path: String) -> [FeedRow] {
    guard !rows.isEmpty, let section = outlinedSection(of: path) else { return rows }
    let marks = marks(ofFile: path)
    let only = rows.map { row in
      if let known = heldRow(row.ordinal, of: path, inSection: section) { return known }
      row.setMarks(marks.marks(of: row.entryKey))
      return row
    }
    detachedRows.add(only, of: path)
    return only
  }

  /// The row of an entry; nil if it has none.
  private func heldRow(_ ordinal: Int, of path: String, inSection section: Int) -> FeedRow? {
    if let index = readings[path]?.outlined.map({ ordinal + $0.shift }),
      sections[section].rows.indices.contains(index),
      !sections[section].rows[index].isAwaited
    {
      return sections[section].rows[index]
    }
    return detachedRows[path, ordinal]
  }

  /// Puts rows that were found into their sections, where they stay, because the reader has marked them.
  func attach(_ rows: [FeedRow]) {
    for (path, rows) in Dictionary(grouping: rows.filter(\.isEarly), by: \.path) { showEarly(rows, of: path) }
  }

  /// Where rows are in their sections that stand for entries there of which nothing but their number is known.
  func awaitedPlaces(of rows: some Sequence<FeedRow>) -> AwaitedPlaces {
    var places = AwaitedPlaces()
    guard awaitsEntries else { return places }
    for row in rows where row.isEarly {
      guard let outlined = readings[row.path]?.outlined, let section = outlinedSection(of: row.path) else {
        continue
      }
      let index = row.ordinal + outlined.shift
      guard sections[section].rows.indices.contains(index), sections[section].rows[index].isAwaited else {
        continue
      }
      places.add(row, at: index, of: sections[section].key, as: sections[section].awaitedKey(index))
    }
    return places
  }
}
