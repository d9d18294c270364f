import CGtk
import GtkInterop
import LayoutCore

/// Turns a shaped text into a `PreparedText`: the one place that itemizes and shapes.
///
/// One unwrapped PangoLayout gives the items, the break points and the advances. HarfBuzz shapes each item once
/// more, set up as Pango sets it up (shape.c), only to tell where a break would change the shapes around it.
/// Wherever the two shapings differ, or the text holds what a walk over words can't follow (tabs, line
/// separators, missing glyphs, shifted baselines), the text is not prepared at all.
enum TextPreparer {
  /// - Parameters:
  ///   - layout: An unwrapped PangoLayout without attributes.
  ///   - ellipsis: The extents of an ellipsis in the layout's font.
  /// - Returns: nil if line breaks can't be told from advances alone.
  static func prepare(
    _ layout: OpaquePointer, roundsGlyphPositions: Bool, ellipsis: PreparedText.LineHeightClass?
  ) -> PreparedText? {
    let text = pango_layout_get_text(layout)!
    let attributes = LogAttributes(layout)
    var classes = HeightClasses()
    var paragraphs: [PreparedText.Paragraph] = []
    var characterStart = 0
    var byteDone = 0
    var node = pango_layout_get_lines_readonly(layout)
    while let current = node {
      let line = current.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      // A paragraph that a line separator splits is more than one line here.
      if let next = current.pointee.next,
        next.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self).pointee.is_paragraph_start == 0
      {
        return nil
      }
      let bytes = Int(line.pointee.start_index)..<Int(line.pointee.start_index + line.pointee.length)
      characterStart += g_utf8_pointer_to_offset(text + byteDone, text + bytes.lowerBound)
      byteDone = bytes.lowerBound
      var preparation = ParagraphPreparation(
        text: text, bytes: bytes, attributes: attributes, firstCharacter: characterStart,
        roundsGlyphPositions: roundsGlyphPositions)
      guard let paragraph = preparation.paragraph(line, classes: &classes, ellipsis: ellipsis) else {
        return nil
      }
      paragraphs.append(paragraph)
      node = current.pointee.next
    }
    guard classes.isFlat, !paragraphs.isEmpty else { return nil }
    return PreparedText(paragraphs: paragraphs, classes: classes.all.map(\.extents))
  }
}

/// Pango's facts about the places between a text's characters.
struct LogAttributes {
  private let pointer: UnsafePointer<PangoLogAttr>
  let count: Int

  init(_ layout: OpaquePointer) {
    var count: Int32 = 0
    pointer = pango_layout_get_log_attrs_readonly(layout, &count)
    self.count = Int(count)
  }

  subscript(index: Int) -> PangoLogAttr { pointer[index] }
}
