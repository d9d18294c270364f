import CGtk
import GtkInterop

/// The lines of a measured text in a font of another weight: a title that becomes lighter keeps its line breaks.
///
/// The measured breaks become line separators (U+2028), which do not end a paragraph, so that the order of its words
/// and its limit of lines stay.
package struct ReweightedLines {
  /// The layout that draws the lines.
  package let layout: GObjectReference<OpaquePointer>
  /// How far the lines are drawn further down so that the first one stays on its baseline, in logical pixels.
  package let baselineShift: Double
  private let lines: [Line]

  /// A line in the measured text and in the drawn one, in bytes.
  private struct Line {
    let start: Int
    let drawnStart: Int
    /// Without the space at which the line is broken.
    let drawnLength: Int
  }

  private static let space: UInt8 = 0x20
  private static let separator: [UInt8] = [0xE2, 0x80, 0xA8]

  /// - Parameters:
  ///   - measured: A layout of one paragraph without attributes.
  ///   - weight: The weight of the font that draws it.
  /// - Returns: Nil if a line does not fit in that weight.
  package init?(of measured: OpaquePointer, weight: TextStyle.Weight) {
    let text = Array(String(cString: pango_layout_get_text(measured)).utf8)
    let starts = PangoAnswer.lines(of: measured).map(\.bytes.lowerBound)
    var drawn: [UInt8] = []
    var lines: [Line] = []
    for (number, start) in starts.enumerated() {
      let isLast = number == starts.count - 1
      var end = isLast ? text.count : starts[number + 1]
      while !isLast, end > start, text[end - 1] == Self.space { end -= 1 }
      lines.append(Line(start: start, drawnStart: drawn.count, drawnLength: end - start))
      drawn += text[start..<end]
      if !isLast { drawn += Self.separator }
    }
    let reference = GObjectReference(adopting: pango_layout_copy(measured)!)
    let layout = reference.pointer
    let font = pango_font_description_copy(pango_layout_get_font_description(measured))
    pango_font_description_set_weight(font, PangoWeight(UInt32(weight.rawValue)))
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    let string = String(decoding: drawn, as: UTF8.self)
    pango_layout_set_text(layout, string, Int32(clamping: drawn.count))
    // Only in the measured weight it is known that Pango does not abort. All lines end at separators.
    GraphemeBreaks.remove(GraphemeBreaks.ranges(in: string), from: layout)
    guard PangoAnswer.lines(of: layout).map(\.bytes.lowerBound) == lines.map(\.drawnStart),
      pango_layout_is_ellipsized(measured) != 0 || pango_layout_is_ellipsized(layout) == 0
    else { return nil }
    self.lines = lines
    self.layout = reference
    baselineShift =
      Double(pango_layout_get_baseline(measured) - pango_layout_get_baseline(layout))
      / Double(PANGO_SCALE)
  }

  /// Where a part of the measured text is in the drawn one, both in bytes.
  package func range(of part: Range<Int>) -> Range<Int> {
    let start = offset(of: part.lowerBound)
    return start..<max(start, offset(of: part.upperBound))
  }

  private func offset(of offset: Int) -> Int {
    guard let line = lines.last(where: { $0.start <= offset }) else { return offset }
    return line.drawnStart + min(offset - line.start, line.drawnLength)
  }
}
