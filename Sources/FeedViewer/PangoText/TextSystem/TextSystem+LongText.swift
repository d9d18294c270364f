import CGtk
import GtkInterop
import LayoutCore

/// Texts so long that a line limit always truncates them: only a beginning is laid out that is certain to fill those
/// lines.
///
/// They are not prepared, because shaping a beginning for one width costs less than preparing a beginning for all
/// widths. The same layout measures and draws, so both agree.
///
/// Text after the visible end can affect the visible text by joining, shaping, line breaking and bidirectional order,
/// but only across a few characters or words. So a beginning is accepted only if a quarter of it is hidden by the
/// ellipsis.
extension TextSystem {
  /// The length of the shortest beginning, in scalars.
  private static let shortestBeginning = 256
  /// In Pango units. No list is this wide, so a wider text needs no more characters.
  private static let widestLine: PangoUnits = 16_384 * 1024

  /// The extents of the layout that draws `text`, even if arithmetic has an answer (Pango units; nil: not wrapped).
  package func extentsAsDrawn(of text: TextElement, width: PangoUnits?) -> TextExtents {
    let constraint = LineConstraint(width: width, maximumLineCount: text.maximumLineCount)
    return makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  /// A layout of as much of a long text as is visible in `constraint`.
  func makeLayoutOfBeginning(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    let key = PangoAnswerMemo.Key(text: TextRequest(text), constraint: constraint)
    var length = answers[key].beginningLength ?? beginningLength(of: text, in: constraint)
    while true {
      var beginning = text
      beginning.string = RowText.paragraph(text.string, maximumLength: length)
      let count = beginning.string.utf8.count
      beginning.string += Self.mark(forDirectionOf: text.string, after: beginning.string)
      let layout = makeWholeLayout(beginning, in: constraint)
      if length >= RowText.maximumLength || count == text.string.utf8.count
        || isCertain(layout, byteCount: count, in: constraint)
      {
        answers[key].beginningLength = length
        return layout
      }
      length *= 4
    }
  }

  /// A paragraph has the direction of its first strong character. If the beginning has none, this mark replaces the
  /// one that follows out of sight.
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

  /// Twice as many average characters as fit the lines.
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
