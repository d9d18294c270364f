import CGtk
import GtkInterop
import LayoutCore

/// Keeps the reading position while rows change their widths or fonts.
extension ListView {
  /// The first visible position under the present conditions.
  ///
  /// Until the user scrolls, the position that was found first is kept. If it were found again at each width, it would
  /// drift to the starts of lines, and returning to the first width would not restore the first view.
  func currentReading() -> ReadingAnchor? {
    guard let conditions, let dataSource, let value = scrollState.port.value else { return nil }
    if let readingAnchor = scrollState.readingAnchor, readingAnchor.value == value { return readingAnchor }
    let inset = scrollState.placedStickyHeader(in: geometry)?.bottom ?? 0
    // At the top of the list, the list's top stays.
    guard contentOffset > 0, let found = geometry.element(atOffset: contentOffset + inset) else { return nil }
    let identity = dataSource.listView(self, identityOf: found.element)
    let layout = heights.layout(
      of: found.element, dataSource.listView(self, contentOf: found.element), identity)
    let y = conditions.grid.points(found.offsetInside)
    let top = Double(conditions.boxes[found.element.kind].top)
    return ReadingAnchor(
      element: found.element, position: layout.readingPosition(atY: y - top, lines: lines(of:)), y: y,
      inset: conditions.grid.points(inset), value: value)
  }

  /// The anchor that restores the position on screen under the present conditions.
  func anchor(at reading: ReadingAnchor) -> ScrollAnchor? {
    guard let conditions, let dataSource else { return nil }
    var y = reading.y
    if let position = reading.position {
      let identity = dataSource.listView(self, identityOf: reading.element)
      let layout = heights.layout(
        of: reading.element, dataSource.listView(self, contentOf: reading.element), identity)
      guard let found = layout.y(of: position, lines: lines(of:)) else { return nil }
      y = found + Double(conditions.boxes[reading.element.kind].top)
    }
    return ScrollAnchor(
      element: reading.element,
      offsetInside: Int(((y - reading.inset) * conditions.environment.scale).rounded()))
  }

  /// The anchor of a position, or of its row's top as long as the row does not have the text.
  func nearestAnchor(at reading: ReadingAnchor) -> ScrollAnchor? {
    anchor(at: reading) ?? anchor(at: reading.atTop)
  }

  /// The position in one of some rows to which the list was scrolled, if it is still there.
  func readingKept(in rows: [RowIndexPath]) -> ReadingAnchor? {
    let known = scrollState.readingAnchor.flatMap { $0.value == scrollState.port.value ? $0 : nil }
    guard let reading = scrollState.pendingReading ?? known, reading.position != nil,
      case .row(let row) = reading.element, rows.contains(row)
    else { return nil }
    return reading
  }

  /// The lines of a measured text as they are drawn.
  private func lines(of measured: Layout.MeasuredText) -> [LinePlacement] {
    text.makeLayout(measured.element, width: measured.wrapWidth).use { layout in
      let iterator = pango_layout_get_iter(layout)!
      defer { pango_layout_iter_free(iterator) }
      var lines: [LinePlacement] = []
      repeat {
        var extents = PangoRectangle()
        pango_layout_iter_get_line_extents(iterator, nil, &extents)
        lines.append(
          LinePlacement(
            firstByte: Int(pango_layout_iter_get_line_readonly(iterator).pointee.start_index),
            top: Double(extents.y) / 1024))
      } while pango_layout_iter_next_line(iterator) != 0
      return lines
    }
  }
}
