import LayoutCore

/// The line at the top of a viewport, which is found again at any width and size of text.
package struct ReadingPlace {
  let anchor: ReadingAnchor

  /// The row of the line.
  package var row: RowIndexPath? { if case .row(let row) = anchor.element { row } else { nil } }
}

extension ListView {
  /// The line at the viewport's top; nil at the very top and without rows, where there is nothing to keep.
  package var readingPlace: ReadingPlace? { currentReading().map(ReadingPlace.init) }

  /// Scrolls so that the line of a place is at the viewport's top again. Does nothing if its row does not exist.
  package func restore(_ place: ReadingPlace) {
    guard let row = place.row, rowCounts.indices.contains(row.section),
      (0..<rowCounts[row.section]).contains(row.row), conditions != nil, verticalAdjustment != nil,
      let anchor = anchor(at: place.anchor)
    else { return }
    scroll(to: anchor)
    // Found again after each change, the place would drift to the starts of lines.
    scrollState.pendingReading = place.anchor
  }

  /// Reloads all rows because they look different, and keeps the line at the viewport's top and the selection.
  ///
  /// - Parameter change: Makes the rows look different; their number stays.
  package func reloadKeepingReadingPlace(_ change: () -> Void) {
    let place = readingPlace
    let selected = selection
    change()
    reloadData()
    if let place { restore(place) }
    if selected != RowSelection() { adopt(selected, scrolls: false) }
  }
}
