import LayoutCore
import VirtualList

/// Rows of held files are forgotten when many others were shown since, so that an archive takes the memory of what is looked
/// at, however much of it was seen. They are read again, like rows that were never shown, before they come into view.
extension FeedLibrary {
  /// Forgets rows that are far from those that the list shows.
  ///
  /// - Parameter place: A row that was just read.
  func forgetFarRows(of path: String, from place: RowIndexPath) {
    guard isHeld(path), let outlined = readings[path]?.outlined, let section = outlinedSection(of: path),
      !sections[section].isCountGuessed
    else { return }
    let surplus = sections[section].rows.earlyCount - earlyLimit
    guard surplus > 0 else { return }
    let shown = shownRows().filter { $0.section == section }
    let middle = shown.isEmpty ? place.row : shown[shown.count / 2].row
    // Many at a time, because the list follows each time.
    let limit = surplus + earlyLimit / 8
    let far = sections[section].rows.earlyPlaces(farFrom: middle, limit: limit) { index, row in
      // What the reader has marked may have another key when all is read, and may be undone.
      outlined.changedMarks[row.ordinal] == nil && !isInUse(RowIndexPath(section: section, row: index))
    }
    guard !far.isEmpty else { return }
    let places = far.map { RowIndexPath(section: section, row: $0) }
    deliverEdits()
    willForget(path, places)
    detachedRows.add(far.map { sections[section].rows[$0] }, of: path)
    sections[section].forget(far)
    delegate?.library(self, didReadRows: places)
  }
}
