import LayoutCore
import PangoText

/// Lines of texts in any row, on screen or not: where a caret goes by key, and scrolling to part of a text.
extension ListView {
  /// What stays in view around text that is scrolled to, and of a page that is turned, in logical pixels.
  private static let textMargin = 56.0
  /// Wider than any window, in Pango units.
  private static let widestText: PangoUnits = 1 << 30

  /// The horizontal position of a place in its row, in logical pixels; nil if the row has no such text.
  ///
  /// - Complexity: O(length of the row's texts) if the row is not on screen.
  package func caretX(at place: ListTextPosition) -> Double? { caret(at: place)?.minX }

  /// The place in the next or the previous line that is nearest to a horizontal position.
  ///
  /// - Parameter x: In logical pixels of the row.
  /// - Returns: Nil if the row has no such line.
  /// - Complexity: O(length of the row's texts) if the row is not on screen.
  package func textPosition(oneLine forward: Bool, from place: ListTextPosition, x: Double)
    -> ListTextPosition?
  {
    guard let painter = painter(of: place.row),
      let found = painter.offset(inText: place.text, oneLine: forward, from: place.offset, x: x)
    else { return nil }
    return ListTextPosition(row: place.row, text: place.text, offset: found)
  }

  /// The place in the first or the last line of a row that is nearest to a horizontal position.
  ///
  /// - Returns: Nil if the row has no text.
  /// - Complexity: As above.
  package func textPosition(atEdgeOf row: RowIndexPath, isTop: Bool, x: Double) -> ListTextPosition? {
    guard let painter = painter(of: row) else { return nil }
    let y = isTop ? 0 : painter.texts.map(\.frame.maxY).max() ?? 0
    return painter.textPosition(at: Point(x: x, y: y)).map {
      ListTextPosition(row: row, text: $0.text, offset: $0.offset)
    }
  }

  /// The line that a place is in, in bytes of its text, without the line feed that ends it.
  package func line(around place: ListTextPosition) -> Range<Int>? {
    painter(of: place.row)?.line(inText: place.text, around: place.offset)
  }

  /// The place about a page below or above another one: it stops at the ends of the list.
  ///
  /// - Parameter x: In logical pixels of the row.
  /// - Returns: Nil where there is no text.
  /// - Complexity: O(rows of a page).
  package func textPosition(onePage forward: Bool, from place: ListTextPosition, x: Double)
    -> ListTextPosition?
  {
    guard let start = caret(at: place), let conditions else { return nil }
    let scale = conditions.environment.scale
    var left = max(Double(pageHeight) / scale - Self.textMargin, Self.textMargin)
    var row = place.row
    var y = (start.minY + start.maxY) / 2
    while true {
      let height = Double(measuredHeight(of: .row(row))) / scale
      let rest = forward ? height - y : y
      guard left >= rest, let next = geometry.row(from: .row(row), step: forward ? 1 : -1) else { break }
      left -= rest
      row = next
      y = forward ? 0 : Double(measuredHeight(of: .row(row))) / scale
    }
    // The nearest text, if this row has none.
    var candidate: RowIndexPath? = row
    while let current = candidate {
      if let found = painter(of: current)?.textPosition(at: Point(x: x, y: forward ? y + left : y - left)) {
        return ListTextPosition(row: current, text: found.text, offset: found.offset)
      }
      candidate = current == place.row ? nil : geometry.row(from: .row(current), step: forward ? -1 : 1)
    }
    return nil
  }

  /// Brings part of a text into view with some lines around it, wherever its row is; does nothing if it is in view.
  ///
  /// - Parameter bytes: Of the text's UTF-8; an empty range is a caret.
  /// - Complexity: O(length of the row's texts) if the row is not on screen.
  package func scroll(toText text: Int, bytes: Range<Int>, of row: RowIndexPath) {
    guard let conditions, geometry.elementCount > 0 else {
      return scroll(to: .row(row))
    }
    let place = ListTextPosition(row: row, text: text, offset: bytes.lowerBound)
    let painter = painter(of: row)
    let rectangles = painter?.wholeRectangles(ofText: text, bytes: bytes) ?? []
    guard let first = rectangles.first ?? caret(at: place) else { return scroll(to: .row(row)) }
    painter?.drawing?.scrollSideways(to: first)
    let grid = conditions.grid
    // The row's height first: measuring it may move what is below.
    let height = measuredHeight(of: .row(row))
    let box = Double(conditions.boxes[.row].top)
    let insideTop = min(grid.devicePixels(first.minY + box), height)
    let insideBottom = min(grid.devicePixels((rectangles.map(\.maxY).max() ?? first.maxY) + box), height)
    let top = geometry.offset(of: .row(row)) - contentOffset
    let margin = min(grid.devicePixels(Self.textMargin), pageHeight / 4)
    if top + insideTop < 0 || insideBottom - insideTop > pageHeight - 2 * margin {
      scroll(to: ScrollAnchor(element: .row(row), offsetInside: insideTop - margin))
    } else if top + insideBottom > pageHeight {
      scroll(to: ScrollAnchor(element: .row(row), offsetInside: insideBottom + margin - pageHeight))
    }
  }

  /// The width at which the lines of a text are broken that is as wide as there is room, in Pango units.
  ///
  /// - Parameters:
  ///   - string: The text in the row's content that stands for the wide one.
  ///   - content: The content of a row with a template.
  /// - Returns: Nil if the row has no such text, or its lines are not broken, or the list has no width yet.
  package func wrapWidth(
    of string: String, in content: any Sendable, _ template: TemplateIdentifier
  ) -> PangoUnits? {
    guard let conditions else { return nil }
    let text = text
    let context = LayoutContext(environment: conditions.environment) { element, width in
      MainActor.assumeIsolated {
        guard element.string == string else { return text.extents(of: element, width: width) }
        return TextExtents(
          width: width ?? Self.widestText, height: 1_024, lineCount: 1, firstBaseline: 0, lastBaseline: 0)
      }
    }
    let item = TemplateItem(content: content) { $0 }
    let layout = templates.layout(template, for: item, metrics: conditions.metrics(of: .row), in: context)
    return layout.content?.flattened().lazy.compactMap(\.measuredText)
      .first { $0.element.string == string }?.wrapWidth
  }

  /// The starts of the lines of a text that is broken at a width, in bytes of its UTF-8.
  ///
  /// - Parameter width: In Pango units.
  /// - Complexity: That of a PangoLayout of the text.
  package func lineStarts(of element: TextElement, width: PangoUnits) -> [Int] {
    text.linesByPango(of: element, in: LineConstraint(width: width)).map(\.bytes.lowerBound)
  }

  /// The height of a text that is broken at a width, in Pango units: by arithmetic where that gives it.
  ///
  /// - Parameter width: In Pango units.
  /// - Complexity: O(length).
  package func textHeight(of element: TextElement, width: PangoUnits) -> PangoUnits {
    let prepared = text.element(
      element.string, style: TextStyle(element.style), attributes: element.attributes, keepsPrepared: false)
    return text.extents(of: prepared, width: width).height
  }

  /// The size of a text whose lines are not broken, in logical pixels.
  ///
  /// - Complexity: O(length).
  package func naturalSize(of element: TextElement) -> Size {
    let prepared = text.element(
      element.string, style: TextStyle(element.style), attributes: element.attributes, keepsPrepared: false)
    let extents = text.extents(of: prepared, width: nil)
    return Size(width: Double(extents.width) / 1024, height: Double(extents.height) / 1024)
  }

  private func caret(at place: ListTextPosition) -> Rect? {
    painter(of: place.row)?.caret(inText: place.text, at: place.offset)
  }

  /// What draws a row, also if it is not on screen.
  private func painter(of row: RowIndexPath) -> RowPainter? {
    if let painter = pool.view(of: .row(row))?.painter { return painter }
    guard let conditions, let dataSource, rowCounts.indices.contains(row.section),
      (0..<rowCounts[row.section]).contains(row.row)
    else { return nil }
    let element = ListElement.row(row)
    return makePainter(
      of: element, content: dataSource.listView(self, contentOf: element),
      identity: dataSource.listView(self, identityOf: element), under: conditions)
  }
}
