import LayoutCore
import VirtualList

/// Rows of held files are forgotten when many others were shown since, so that an archive takes the memory of what is looked
/// at, however much of it was seen. They are read again, like rows that were never shown, before they come into view.
extension FeedLibrary {
  /// The most rows that are kept of those that were read because the list showed them, and those around them: what lies in
  /// the list's ranges several times.
  static let earlyLimit = 4_096
  /// How many are forgotten together, because the list follows each time.
  private static let forgottenAtOnce = 512

  /// Forgets rows that are far from those that the list shows.
  ///
  /// - Parameter place: A row that was just read.
  func forgetFarRows(of path: String, from place: RowIndexPath) {
    guard isHeld(path), let outlined = readings[path]?.outlined, let section = outlinedSection(of: path),
      !sections[section].isCountGuessed, sections[section].rows.earlyCount > Self.earlyLimit
    else { return }
    let shown = shownRows().filter { $0.section == section }
    let middle = shown.isEmpty ? place.row : shown[shown.count / 2].row
    let far = sections[section].rows.earlyPlaces(farFrom: middle, limit: Self.forgottenAtOnce) { index, row in
      // What the reader has marked may have another key when all is read, and may be undone.
      outlined.changedMarks[row.ordinal] == nil && !isInUse(RowIndexPath(section: section, row: index))
    }
    guard !far.isEmpty else { return }
    let places = far.map { RowIndexPath(section: section, row: $0) }
    deliverEdits()
    willForget(path, places)
    sections[section].forget(far)
    delegate?.library(self, didReadRows: places)
  }
}
