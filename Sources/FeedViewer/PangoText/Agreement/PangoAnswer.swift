import CGtk
import LayoutCore

/// PangoLayout's own answers: the reference for arithmetic, and the fallback where arithmetic has no answer.
nonisolated enum PangoAnswer {
  static func apply(_ constraint: LineConstraint, to layout: OpaquePointer) {
    let wrapMode =
      switch constraint.wrapMode {
      case .word: PANGO_WRAP_WORD
      case .character: PANGO_WRAP_CHAR
      case .wordCharacter: PANGO_WRAP_WORD_CHAR
      }
    pango_layout_set_wrap(layout, wrapMode)
    pango_layout_set_indent(layout, Int32(clamping: constraint.indentation))
    pango_layout_set_spacing(layout, Int32(clamping: constraint.spacing))
    pango_layout_set_line_spacing(layout, constraint.lineSpacing)
    let isLimited = constraint.maximumLineCount > 0
    pango_layout_set_height(layout, isLimited ? -Int32(clamping: constraint.maximumLineCount) : -1)
    pango_layout_set_ellipsize(layout, isLimited ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    pango_layout_set_width(layout, constraint.width.map { Int32(clamping: $0) } ?? -1)
  }

  static func extents(of layout: OpaquePointer, in constraint: LineConstraint) -> TextExtents {
    var rectangle = PangoRectangle()
    pango_layout_get_extents(layout, nil, &rectangle)
    let isTruncated = pango_layout_is_ellipsized(layout) != 0
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let first = Int(pango_layout_iter_get_baseline(iterator))
    while pango_layout_iter_next_line(iterator) != 0 {}
    let widest = lines(of: layout).reduce(0) { max($0, $1.width) }
    return TextExtents(
      width: isTruncated ? constraint.width ?? widest : widest, height: Int(rectangle.height),
      lineCount: Int(pango_layout_get_line_count(layout)), isTruncated: isTruncated, firstBaseline: first,
      lastBaseline: Int(pango_layout_iter_get_baseline(iterator)))
  }

  /// The byte offset at which the ellipsis replaces the rest of the text; nil if there is no ellipsis.
  static func visibleEnd(of layout: OpaquePointer) -> Int? {
    guard pango_layout_is_ellipsized(layout) != 0 else { return nil }
    let last = pango_layout_get_line_count(layout) - 1
    var run = pango_layout_get_line_readonly(layout, last)?.pointee.runs
    while let current = run {
      let item = current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item!
      if item.pointee.analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0 {
        return Int(item.pointee.offset)
      }
      run = current.pointee.next
    }
    return nil
  }

  static func lines(of layout: OpaquePointer) -> [TextLine] {
    var lines: [TextLine] = []
    var node = pango_layout_get_lines_readonly(layout)
    while let current = node {
      let line = current.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      var rectangle = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &rectangle)
      let start = Int(line.pointee.start_index)
      lines.append(
        TextLine(bytes: start..<(start + Int(line.pointee.length)), width: Int(rectangle.width)))
      node = current.pointee.next
    }
    return lines
  }
}
