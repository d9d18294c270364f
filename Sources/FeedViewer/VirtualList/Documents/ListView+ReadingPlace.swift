import LayoutCore

/// The line at the top of a viewport, which is found again at any width and size of text.
package struct ReadingPlace {
  var anchor: ReadingAnchor

  /// The row of the line.
  package var row: RowIndexPath? { if case .row(let row) = anchor.element { row } else { nil } }

  /// The first character of the line: which of the row's texts, in drawing order, and the bytes before it; nil if it is in
  /// no text.
  package var character: (text: Int, byte: Int)? { anchor.position.map { ($0.text, $0.byte) } }

  /// The same distance from the top of another line.
  ///
  /// - Parameters:
  ///   - text: The text of the row, in drawing order.
  ///   - byte: The bytes of the text before the line's first character, or one in the line.
  package func moved(to row: RowIndexPath, text: Int, byte: Int) -> ReadingPlace {
    var place = self
    place.anchor.element = .row(row)
    place.anchor.position?.text = text
    place.anchor.position?.byte = byte
    return place
  }

  /// The top of a row.
  package func moved(toTopOf row: RowIndexPath) -> ReadingPlace {
    var place = self
    place.anchor = anchor.atTop
    place.anchor.element = .row(row)
    return place
  }
}

extension ListView {
  /// The line at the viewport's top; nil at the very top and without rows, where there is nothing to keep.
  package var readingPlace: ReadingPlace? { currentReading().map(ReadingPlace.init) }

  /// Scrolls so that the line of a place is at the viewport's top again. Does nothing if its row does not exist.
  ///
  /// A list without a size begins there as soon as it has one. If the row's content is not known yet, the row's top is shown
  /// until it arrives (`contentArrived`), and then the line, unless the list was scrolled meanwhile.
  package func restore(_ place: ReadingPlace) {
    guard let row = place.row, rowCounts.indices.contains(row.section),
      (0..<rowCounts[row.section]).contains(row.row)
    else { return }
    guard conditions != nil else {
      scrollState.firstJump = .reading(place.anchor)
      return
    }
    guard verticalAdjustment != nil, let anchor = nearestAnchor(at: place.anchor) else { return }
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
    keepsSelection = true
    reloadData()
    keepsSelection = false
    if let place { restore(place) }
    if selected != RowSelection() { adopt(selected, scrolls: false) }
  }

  /// Reloads rows whose texts begin and end elsewhere than before, and keeps the line at the viewport's top; at the end of
  /// the content the end.
  ///
  /// - Parameters:
  ///   - rows: The rows that look different; the number of rows stays.
  ///   - move: Where a place is after the change.
  ///   - change: Makes the rows look different.
  package func reloadRows(
    _ rows: [RowIndexPath], moving move: (ReadingPlace) -> ReadingPlace, _ change: () -> Void
  ) {
    let pending = scrollState.pendingReading.map(ReadingPlace.init)
    let isKnown = scrollState.readingAnchor?.value == scrollState.port.value
    let isTopChanged =
      if case .row(let top)? = scrollState.anchor?.element { rows.contains(top) } else { false }
    let isAtEnd = pending == nil && scrollState.isAtEnd(in: geometry)
    let shown = isKnown || (isTopChanged && scrollState.pendingPin == nil) ? readingPlace : nil
    change()
    reloadRows(rows)
    guard edits.isEmpty else { return }
    if isAtEnd { return scrollState.keep(JumpPlanner(self).positionAtEnd(), in: geometry) }
    guard let place = pending ?? shown else { return }
    let reading = move(place).anchor
    if pending != nil || isTopChanged, let anchor = anchor(at: reading) {
      scrollState.keep(anchor, in: geometry)
    }
    if pending != nil { scrollState.pendingReading = reading } else { scrollState.readingAnchor = reading }
  }
}
