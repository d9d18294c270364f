import CGtk
import GtkInterop
import LayoutCore

/// Texts so long that a limit of lines always cuts them off: only as much of them is laid out as is certain to fill
/// those lines.
///
/// They are not prepared: shaping a beginning that fits the width costs less than preparing a beginning that fits all
/// widths. The layout that measures is the layout that draws, so both show the same.
///
/// What stands beyond the end of what is seen can change what is seen: it may join, shape, break and order the
/// characters before it. All of that happens within a few characters or words, so a beginning is certain only if a
/// quarter of it is hidden behind the ellipsis.
extension TextSystem {
  /// Of a beginning, in scalars.
  private static let shortestBeginning = 256
  /// Pango units; no list is as wide, so a text that is wider needs no more.
  private static let widestLine: PangoUnits = 16_384 * 1024

  /// The extents of the layout that draws `text` (Pango units; nil: not wrapped), whatever arithmetic says.
  package func extentsAsDrawn(of text: TextElement, width: PangoUnits?) -> TextExtents {
    let constraint = LineConstraint(width: width, maximumLineCount: text.maximumLineCount)
    return makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  /// A layout of as much of a long text as shows in `constraint`.
  func makeLayoutOfBeginning(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    var length = beginningLength(of: text, in: constraint)
    while true {
      var beginning = text
      beginning.string = RowText.paragraph(text.string, maximumLength: length)
      let count = beginning.string.utf8.count
      beginning.string += Self.mark(forDirectionOf: text.string, after: beginning.string)
      let layout = makeWholeLayout(beginning, in: constraint)
      if length >= RowText.maximumLength || count == text.string.utf8.count
        || isCertain(layout, byteCount: count, in: constraint)
      {
        return layout
      }
      length *= 4
    }
  }

  /// A paragraph has the direction of its first strong character. If the beginning has none, this mark stands for the
  /// one that comes later, out of sight.
  private static func mark(forDirectionOf whole: String, after beginning: String) -> String {
    func direction(_ string: String) -> PangoDirection {
      ParagraphDirection.asPango.of(string, Int32(clamping: string.utf8.count))
    }
    guard direction(beginning) == PANGO_DIRECTION_NEUTRAL else { return "" }
    return switch direction(whole) {
    case PANGO_DIRECTION_LTR: "\u{200E}"
    case PANGO_DIRECTION_RTL: "\u{200F}"
    default: ""
    }
  }

  /// Twice as many average characters as the lines hold.
  private func beginningLength(of text: TextElement, in constraint: LineConstraint) -> Int {
    let character = max(approximateMetrics(TextStyle(text.style)).characterWidth, 1)
    let width = constraint.width.map { min($0 * constraint.maximumLineCount, 1 << 40) } ?? Self.widestLine
    return min(max(2 * width / character, Self.shortestBeginning), RowText.maximumLength)
  }

  private func isCertain(
    _ layout: GObjectReference<OpaquePointer>, byteCount: Int, in constraint: LineConstraint
  ) -> Bool {
    layout.use { layout in
      guard constraint.width != nil else {
        var size = PangoRectangle()
        pango_layout_get_extents(layout, nil, &size)
        return Int(size.width) >= Self.widestLine
      }
      guard let end = PangoAnswer.visibleEnd(of: layout) else { return false }
      return end * 4 <= byteCount * 3
    }
  }
}
