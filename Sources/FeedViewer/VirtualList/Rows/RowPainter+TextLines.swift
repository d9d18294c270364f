import CGtk
import GtkInterop
import LayoutCore

/// Lines of a row's texts, as Pango breaks them.
extension RowPainter {
  /// The caret before a character, without width, in the row's logical pixels; nil if there is no such text.
  func caret(inText number: Int, at offset: Int) -> Rect? {
    guard texts.indices.contains(number) else { return nil }
    let placed = texts[number]
    let offset = min(offset, placed.string.utf8.count)
    let part = placed.part(at: offset)
    let moved = sidewaysView(of: placed)?.displacement ?? 0
    var place = PangoRectangle()
    pango_layout_get_cursor_pos(part.layout.pointer, Int32(offset - part.bytes.lowerBound), &place, nil)
    return Rect(
      origin: Point(
        x: part.frame.minX + moved + Double(place.x) / 1024, y: part.frame.minY + Double(place.y) / 1024),
      size: Size(width: 0, height: Double(place.height) / 1024))
  }

  /// The character boundary in the next or the previous line that is nearest to a horizontal position of the row.
  ///
  /// - Parameter x: In logical pixels.
  /// - Returns: Bytes of the text; nil if there is no such line.
  func offset(inText number: Int, oneLine forward: Bool, from offset: Int, x: Double) -> Int? {
    guard let line = lineNumber(inText: number, of: offset) else { return nil }
    // A line in several parts is the only one.
    if texts[number].isDivided { return nil }
    let layout = texts[number].layout.pointer
    let target = line + (forward ? 1 : -1)
    guard (0..<pango_layout_get_line_count(layout)).contains(target) else { return nil }
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    for _ in 0..<target { pango_layout_iter_next_line(iterator) }
    var (top, bottom): (Int32, Int32) = (0, 0)
    pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
    let y = texts[number].frame.origin.y + Double(top + bottom) / 2 / 1024
    return self.offset(inText: number, at: Point(x: x, y: y)).offset
  }

  /// The line around a character, in bytes of its text, without the white space at which it is broken.
  func line(inText number: Int, around offset: Int) -> Range<Int>? {
    guard let line = lineNumber(inText: number, of: offset) else { return nil }
    let placed = texts[number]
    if placed.isDivided { return 0..<placed.string.utf8.count }
    let found = pango_layout_get_line_readonly(placed.layout.pointer, line)!
    let start = Int(found.pointee.start_index)
    var end = start + Int(found.pointee.length)
    let bytes = Array(placed.string.utf8)
    let isLast = line == pango_layout_get_line_count(placed.layout.pointer) - 1
    if !isLast, end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start..<max(start, end)
  }

  private func lineNumber(inText number: Int, of offset: Int) -> Int32? {
    guard texts.indices.contains(number) else { return nil }
    let placed = texts[number]
    if placed.isDivided { return 0 }
    var line: Int32 = 0
    pango_layout_index_to_line_x(
      placed.layout.pointer, Int32(min(offset, placed.string.utf8.count)), 0, &line, nil)
    return line
  }
}
