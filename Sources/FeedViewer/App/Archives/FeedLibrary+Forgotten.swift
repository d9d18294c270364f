import FeedViewerBase
import LayoutCore
import VirtualList

/// Rows of archives are forgotten when many others were shown since, so that an archive takes the memory of what is looked
/// at, however much of it was seen. They are read again, like rows that were never shown, before they come into view.
extension FeedLibrary {
  /// Forgets texts until those of a few screens are left. Those on screen stay: their file may not have them any more.
  func forgetUnseenTexts() {
    LoadedPages.shared.shrink(to: LoadedPages.restingSize, sparing: consumer?.visiblePages ?? [])
  }

  /// Forgets rows that are far from those that the list shows.
  ///
  /// - Parameter place: A row that was just read.
  func forgetFarRows(of path: FilePath, from place: RowIndexPath) {
    guard isArchive(path), let section = listedSection(of: path),
      !sections[section].isCountEstimated
    else { return }
    let surplus = sections[section].rows.loadedCount - loadedLimit
    guard surplus > 0 else { return }
    let inUse = consumer?.selectedRow
    // Many at a time, because the list follows each time.
    let limit = surplus + loadedLimit / 8
    let far = farRows(ofSection: section, from: place.row, limit: limit) { index, _ in
      inUse != RowIndexPath(section: section, row: index)
    }
    guard !far.isEmpty else { return }
    let places = far.map { RowIndexPath(section: section, row: $0) }
    deliverEdits()
    heights?.keepHeights(of: places, path: path)
    follower?.follow(.rowsForgotten)
    sections[section].forget(far)
    consumer?.apply(.read(places))
  }

  /// Rows that were loaded and are the farthest from those that the list shows, in order.
  ///
  /// - Parameter index: A row that is near, if the list shows none.
  private func farRows(
    ofSection section: Int, from index: Int, limit: Int, where isWanted: (Int, FeedRow) -> Bool
  ) -> [Int] {
    let shown = (consumer?.visibleRows ?? []).filter { $0.section == section }
    let rows = sections[section].rows
    guard let shownIndex = consumer?.otherOrder else {
      let middle = shown.isEmpty ? index : shown[shown.count / 2].row
      return rows.loadedPlaces(farFrom: middle, limit: limit, where: isWanted)
    }
    let near = shown.isEmpty ? [RowIndexPath(section: section, row: index)] : shown
    let middle = shownIndex(near[near.count / 2]) ?? 0
    var places: [(index: Int, distance: Int)] = []
    rows.forEachLoaded { index, row in
      guard isWanted(index, row) else { return }
      let place = shownIndex(RowIndexPath(section: section, row: index))
      places.append((index, place.map { abs($0 - middle) } ?? .max))
    }
    places.sort { $0.distance > $1.distance }
    return places.prefix(limit).map(\.index).sorted()
  }
}
