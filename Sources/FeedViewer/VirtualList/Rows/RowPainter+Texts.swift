import CGtk
import GtkInterop
import LayoutCore

/// Places in the texts of a row, as they are drawn.
extension RowPainter {
  /// The character boundary nearest to a point of the row, vertically first.
  ///
  /// - Parameter point: In the row's logical pixels.
  /// - Returns: The number of the text, the boundary in bytes, and whether the point is on the text. Nil without texts.
  func textPosition(at point: Point) -> (text: Int, offset: Int, isInside: Bool)? {
    func distance(_ value: Double, _ start: Double, _ length: Double) -> Double {
      max(0, start - value, value - start - length)
    }
    let view = drawing?.sidewaysView
    let nearest = texts.indices.min { one, other in
      let (a, b) = (frame(of: texts[one], in: view), frame(of: texts[other], in: view))
      return (
        distance(point.y, a.origin.y, a.size.height), distance(point.x, a.origin.x, a.size.width)
      ) < (distance(point.y, b.origin.y, b.size.height), distance(point.x, b.origin.x, b.size.width))
    }
    guard let nearest else { return nil }
    let found = offset(inText: nearest, at: point)
    return (nearest, found.offset, found.isInside)
  }

  /// The character boundary of a text that is nearest to a point of the row.
  func offset(inText number: Int, at point: Point) -> (offset: Int, isInside: Bool) {
    let placed = texts[number]
    let view = sidewaysView(of: placed)
    let x = point.x - (view?.displacement ?? 0)
    let part = placed.part(atX: x)
    var index: Int32 = 0
    var trailing: Int32 = 0
    let isInside =
      pango_layout_xy_to_index(
        part.layout.pointer, Self.units(x - part.frame.minX), Self.units(point.y - part.frame.minY), &index,
        &trailing) != 0 && view?.clip.contains(point) != false
    let bytes = placed.string.utf8
    let start = bytes.index(
      bytes.startIndex, offsetBy: min(part.bytes.lowerBound + Int(index), bytes.count))
    let scalars = placed.string.unicodeScalars
    let end = scalars.index(start, offsetBy: Int(trailing), limitedBy: scalars.endIndex) ?? scalars.endIndex
    return (bytes.distance(from: bytes.startIndex, to: end), isInside)
  }

  /// Where a text is seen: texts may be scrolled sideways. In the row's logical pixels.
  func frame(ofText number: Int) -> Rect { frame(of: texts[number], in: drawing?.sidewaysView) }

  /// - Parameter view: The drawing's sideways view.
  func frame(of text: PlacedText, in view: SidewaysView?) -> Rect {
    var frame = text.frame
    if let view, scrollsSideways(text) { frame.origin.x += view.displacement }
    return frame
  }

  func scrollsSideways(_ text: PlacedText) -> Bool {
    guard let drawing, let tag = text.tag else { return false }
    return drawing.scrollsSideways(textsTagged: tag)
  }

  func sidewaysView(of text: PlacedText) -> SidewaysView? {
    scrollsSideways(text) ? drawing?.sidewaysView : nil
  }

  /// The rectangles of a part of a text that are seen, one or more for each line, in the row's logical pixels.
  func rectangles(ofText number: Int, bytes part: Range<Int>) -> [Rect] {
    guard texts.indices.contains(number) else { return [] }
    let placed = texts[number]
    guard let view = sidewaysView(of: placed) else { return wholeRectangles(ofText: number, bytes: part) }
    let clip = view.clip
    // Texts out of view need not be laid out.
    guard view.shows(placed.frame) else { return [] }
    let seen = placed.parts.filter { $0.bytes.overlaps(part) && view.shows($0.frame) }
    return seen.flatMap { rectangles(of: $0, in: placed, bytes: part) }.compactMap { rectangle in
      let left = max(rectangle.minX, clip.minX)
      let right = min(rectangle.maxX, clip.maxX)
      guard left < right else { return nil }
      return Rect(
        origin: Point(x: left, y: rectangle.minY),
        size: Size(width: right - left, height: rectangle.size.height))
    }
  }

  /// The rectangles of a part of a text, also where it is scrolled out of view.
  func wholeRectangles(ofText number: Int, bytes part: Range<Int>) -> [Rect] {
    guard texts.indices.contains(number) else { return [] }
    let placed = texts[number]
    return placed.parts.filter { $0.bytes.overlaps(part) }.flatMap {
      rectangles(of: $0, in: placed, bytes: part)
    }
  }

  /// The rectangles of some bytes of a text that are in one of its parts.
  private func rectangles(
    of textPart: PlacedText.Part, in placed: PlacedText, bytes: Range<Int>
  ) -> [Rect] {
    let start = textPart.bytes.lowerBound
    let inPart = bytes.clamped(to: textPart.bytes)
    let own = inPart.lowerBound - start..<inPart.upperBound - start
    let part = placed.drawnRange(of: own)
    let origin = Point(
      x: textPart.frame.minX + (sidewaysView(of: placed)?.displacement ?? 0), y: textPart.frame.minY)
    var rectangles: [Rect] = []
    let iterator = pango_layout_get_iter(placed.drawnLayout(of: textPart).pointer)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      let start = Int(line.pointee.start_index)
      let selected = part.clamped(to: start..<start + Int(line.pointee.length))
      guard !selected.isEmpty else { continue }
      var (top, bottom): (Int32, Int32) = (0, 0)
      pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
      // x ranges count from the layout's edge, whatever the line's alignment.
      var ranges: UnsafeMutablePointer<Int32>?
      var count: Int32 = 0
      pango_layout_line_get_x_ranges(
        line, Int32(selected.lowerBound), Int32(selected.upperBound), &ranges, &count)
      defer { g_free(ranges) }
      guard let ranges else { continue }
      for index in 0..<Int(count) {
        let (left, right) = (ranges[2 * index], ranges[2 * index + 1])
        rectangles.append(
          Rect(
            origin: Point(
              x: origin.x + Self.pixels(left), y: origin.y + Self.pixels(top)),
            size: Size(width: Self.pixels(right - left), height: Self.pixels(bottom - top))))
      }
    } while pango_layout_iter_next_line(iterator) != 0
    return rectangles
  }

  /// The frame of an element in the row's logical pixels; nil if the layout has none with the tag.
  func frame(of tag: ElementTag) -> Rect? { layout.frame(of: tag) }

  func paint(_ highlight: TextHighlight, on snapshot: OpaquePointer) {
    var color = GdkRGBA(
      red: Float(highlight.color.red), green: Float(highlight.color.green), blue: Float(highlight.color.blue),
      alpha: Float(highlight.color.opacity))
    for frame in rectangles(ofText: highlight.text, bytes: highlight.bytes) {
      var bounds = graphene_rect_t(frame)
      gtk_snapshot_append_color(snapshot, &color, &bounds)
    }
  }

  private static func units(_ pixels: Double) -> Int32 { Int32(clamping: Int((pixels * 1024).rounded())) }

  private static func pixels(_ units: Int32) -> Double { Double(units) / 1024 }
}
