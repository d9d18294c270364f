import LayoutCore

/// Measures monospaced text: every character is 10 by 20 logical pixels, and lines break anywhere.
final class FixedTextMeasurer {
  static let characterWidth = 10
  static let lineHeight = 20
  /// The widths at which texts were measured, nil for no limit, in the order of the queries.
  private(set) var widths: [PangoUnits?] = []

  func context(
    scale: Double = 1, direction: LayoutDirection = .leftToRight
  ) -> LayoutContext {
    LayoutContext(environment: LayoutEnvironment(scale: scale, direction: direction)) { [self] text, width in
      widths.append(width)
      return Self.extents(of: text, width: width)
    }
  }

  static func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    let characters = text.string.count
    let perLine = max(width.map { $0 / (characterWidth * 1024) } ?? Int.max, 1)
    let wanted = max(characters / perLine + (characters % perLine > 0 ? 1 : 0), 1)
    let isTruncated = text.maximumLineCount > 0 && wanted > text.maximumLineCount
    let lines = isTruncated ? text.maximumLineCount : wanted
    return TextExtents(
      width: min(characters, perLine) * characterWidth * 1024, height: lines * lineHeight * 1024,
      lineCount: lines, isTruncated: isTruncated, firstBaseline: 15 * 1024,
      lastBaseline: ((lines - 1) * lineHeight + 15) * 1024)
  }

  static func text(_ string: String, lines: Int = 0) -> TextElement {
    TextElement(string, style: TextStyleID(rawValue: 0), maximumLineCount: lines)
  }
}
