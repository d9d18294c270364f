import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// A place between two characters of a list's texts.
public nonisolated struct ListTextPosition: Hashable, Comparable, Sendable {
  /// The row.
  public var row: RowIndexPath
  /// Which of the row's texts, in the order of their tags.
  public var text: Int
  /// The number of bytes of the text's UTF-8 before the place.
  public var offset: Int

  /// Creates a place.
  public init(row: RowIndexPath, text: Int = 0, offset: Int) {
    self.row = row
    self.text = text
    self.offset = offset
  }

  public static func < (one: ListTextPosition, other: ListTextPosition) -> Bool {
    (one.row, one.text, one.offset) < (other.row, other.text, other.offset)
  }
}

/// The texts of rows on screen: which character is at a point, and where characters are.
extension ListView {
  /// The colours behind the texts of rows, such as those of a selection. Call `redrawRows` when they change.
  public var textHighlights: ((RowIndexPath) -> [TextHighlight])? {
    get { pool.textHighlights }
    set { pool.textHighlights = newValue }
  }

  /// The texts of a row that are seen, in order; none if it has no widget.
  package func seenTexts(of row: RowIndexPath) -> [SeenText] {
    pool.view(of: .row(row))?.painter?.seenTexts ?? []
  }

  /// Draws all rows on screen again.
  public func redrawRows() {
    for element in pool.boundElements {
      if let view = pool.view(of: element) { gtk_widget_queue_draw(view.widget.pointer) }
    }
  }

  /// The place in a text that is nearest to a point of the list, among the rows on screen.
  ///
  /// - Parameter point: In the list's logical pixels.
  /// - Returns: The place, and whether the point is on the text; nil if no row with a text is on screen.
  public func textPosition(at point: Point) -> (position: ListTextPosition, isInside: Bool)? {
    var best: (row: RowIndexPath, view: RowView, frame: Rect)?
    for (row, view) in rowsWithTexts {
      guard let frame = frame(of: view) else { continue }
      func distance(_ frame: Rect) -> Double { max(0, frame.minY - point.y, point.y - frame.maxY) }
      if let best, distance(best.frame) <= distance(frame) { continue }
      best = (row, view, frame)
    }
    guard let best,
      let found = best.view.painter?.textPosition(
        at: Point(x: point.x - best.frame.origin.x, y: point.y - best.frame.origin.y))
    else { return nil }
    return (
      ListTextPosition(row: best.row, text: found.text, offset: found.offset), found.isInside
    )
  }

  /// The rectangles of a part of a text in the list's logical pixels, one or more for each line; none if the row is not
  /// on screen.
  public func textRectangles(of row: RowIndexPath, text: Int = 0, bytes: Range<Int>) -> [Rect] {
    guard let view = pool.view(of: .row(row)), let frame = frame(of: view) else { return [] }
    return (view.painter?.rectangles(ofText: text, bytes: bytes) ?? []).map {
      Rect(
        origin: Point(x: $0.origin.x + frame.origin.x, y: $0.origin.y + frame.origin.y), size: $0.size)
    }
  }

  /// The width of a text's longest line without wrapping, in logical pixels, in the list's font.
  ///
  /// - Complexity: O(length of the text).
  public func naturalWidth(
    of string: String, style: TextStyle, attributes: [TextAttributeRun] = []
  ) -> Double {
    let element = text.element(string, style: style, attributes: attributes)
    return Double(text.extents(of: element, width: nil).width) / 1024
  }

  /// The width of a text's longest word, in logical pixels, in the list's font.
  ///
  /// - Complexity: O(length of the text).
  public func leastWidth(
    of string: String, style: TextStyle, attributes: [TextAttributeRun] = []
  ) -> Double {
    let element = text.element(string, style: style, attributes: attributes)
    return Double(text.extents(of: element, in: LineConstraint(width: 0, wrapMode: .word)).width) / 1024
  }

  /// The frame of an element of a row on screen, in the list's logical pixels; nil if there is none with the tag.
  public func frame(of tag: ElementTag, in row: RowIndexPath) -> Rect? {
    guard let view = pool.view(of: .row(row)), let frame = frame(of: view),
      var found = view.painter?.frame(of: tag)
    else { return nil }
    found.origin.x += frame.origin.x
    found.origin.y += frame.origin.y
    return found
  }

  /// The size of the list's font, for what is to be as large as its words.
  package var fontSize: FontSize { text.fontSize }

  /// The width of an average character of a style in logical pixels, in the list's font.
  public func averageCharacterWidth(of style: TextStyle) -> Double {
    Double(text.approximateMetrics(style).characterWidth) / 1024
  }

  /// The height of a line of usual text of a style in logical pixels, in the list's font.
  package func lineHeight(of style: TextStyle) -> Double {
    Double(text.approximateMetrics(style).lineHeight) / 1024
  }

  /// The colours of links and marked text in rows that are drawn from now on.
  public var textColors: TextColors {
    get { text.colors }
    set {
      guard newValue != text.colors else { return }
      text.colors = newValue
      idle.forgetPainters()
      pool.release { _ in false }
      gtk_widget_queue_resize(widget.pointer)
    }
  }

  /// The rows on screen, in order.
  public var visibleRows: [RowIndexPath] {
    rowsWithWidgets.filter { row in pool.view(of: .row(row)).map(isInViewport) ?? false }
  }

  private var rowsWithTexts: [(RowIndexPath, RowView)] {
    pool.boundElements.compactMap { element in
      guard case .row(let row) = element, let view = pool.view(of: element),
        view.painter?.texts.isEmpty == false, isInViewport(view)
      else { return nil }
      return (row, view)
    }
  }

  /// Whether a part of a row is seen where it was placed last.
  func isInViewport(_ view: RowView) -> Bool {
    guard let frame = frame(of: view) else { return false }
    return frame.maxY > 0 && frame.minY < Double(gtk_widget_get_height(widget.pointer))
  }

  func frame(of view: RowView) -> Rect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(view.widget.pointer, widget.pointer, &bounds) != 0 else { return nil }
    return Rect(
      origin: Point(x: Double(bounds.origin.x), y: Double(bounds.origin.y)),
      size: Size(width: Double(bounds.size.width), height: Double(bounds.size.height)))
  }
}
