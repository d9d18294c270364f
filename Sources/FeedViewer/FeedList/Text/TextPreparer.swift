import CGtk
import LayoutCore

/// Turns shaped text into `PreparedText`: the one place that itemizes and shapes.
///
/// One unwrapped PangoLayout gives the items, the break points and the advances. HarfBuzz shapes each item once
/// more, set up as Pango sets it up, only to tell where a break changes the shapes around it. Wherever the two
/// shapings differ, nothing is told about the item. It belongs to one context and to the thread that made it.
nonisolated final class TextPreparer {
  private let context: OpaquePointer
  private let shaper: PieceShaper
  private var plainEllipses: [OpaquePointer: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)] = [:]

  /// - Parameter context: Kept until this object is gone.
  init(context: OpaquePointer) {
    g_object_ref(UnsafeMutableRawPointer(context))
    self.context = context
    shaper = PieceShaper(roundsGlyphPositions: pango_context_get_round_glyph_positions(context) != 0)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// - Parameters:
  ///   - layout: An unwrapped layout of this context.
  ///   - font: The layout's font description; it must outlive this object.
  /// - Returns: nil if the text holds what is never told.
  func prepare(_ layout: OpaquePointer, font: OpaquePointer, depth: PreparationDepth) -> PreparedText? {
    let bytes = pango_layout_get_text(layout)!
    let text = PieceShaper.Text(bytes: bytes, length: strlen(bytes))
    let attributes = LogAttributes(layout)
    var classes = HeightClassTable()
    var paragraphs: [PreparedParagraph] = []
    var firstCharacter = 0
    var byteDone = 0
    var hasTabs = false
    var lines = LayoutParagraphs(layout)
    let ellipses = ellipses(of: layout, font: font)
    while let paragraph = lines.next() {
      firstCharacter += g_utf8_pointer_to_offset(bytes + byteDone, bytes + paragraph.bytes.lowerBound)
      byteDone = paragraph.bytes.lowerBound
      guard !paragraph.runs.isEmpty else {
        paragraphs.append(Self.emptyParagraph(paragraph.firstLine, classes: &classes))
        continue
      }
      var preparation = ParagraphPreparation(
        text: text, shaper: shaper, bytes: paragraph.bytes, firstCharacter: firstCharacter,
        attributes: attributes, depth: depth)
      for run in paragraph.runs {
        guard preparation.append(run, classes: &classes, ellipses: ellipses) else { return nil }
      }
      hasTabs = hasTabs || preparation.items.contains { $0.kind == .tab }
      paragraphs.append(preparation.finish(paragraph.runs))
    }
    guard !paragraphs.isEmpty else { return nil }
    return PreparedText(
      paragraphs: paragraphs, classes: classes.all, tabWidth: hasTabs ? tabWidth(like: layout) : 0,
      keepsDetail: depth == .complete)
  }

  private static func emptyParagraph(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, classes: inout HeightClassTable
  ) -> PreparedParagraph {
    var rectangle = PangoRectangle()
    var fontHeight: Int32 = 0
    pango_layout_line_get_extents(line, nil, &rectangle)
    pango_layout_line_get_height(line, &fontHeight)
    let number = classes.number(
      of: LineHeightClass(top: rectangle.y, height: rectangle.height, fontHeight: fontHeight))
    return PreparedParagraph(sums: [0], facts: [[]], items: [], splits: [], emptyClass: Int(number))
  }

  /// The ellipses of a line that is cut at a byte, before an ordinary and before a wide character.
  private func ellipses(
    of layout: OpaquePointer, font: OpaquePointer
  ) -> (Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis) {
    let shaper = EllipsisShaper(context: context, shaper: shaper)
    func pair(_ list: OpaquePointer, _ byte: Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis) {
      (shaper.ellipsis(list, at: byte, isWide: false), shaper.ellipsis(list, at: byte, isWide: true))
    }
    if let attributes = pango_layout_get_attributes(layout) {
      return { byte in
        let list = pango_attr_list_copy(attributes)!
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert_before(list, pango_attr_font_desc_new(font))
        return pair(list, byte)
      }
    }
    if let known = plainEllipses[font] { return { _ in known } }
    let list = pango_attr_list_new()!
    defer { pango_attr_list_unref(list) }
    pango_attr_list_insert_before(list, pango_attr_font_desc_new(font))
    let found = pair(list, 0)
    plainEllipses[font] = found
    return { _ in found }
  }

  /// The distance of tab stops: a lone tab with the text's attributes is that wide.
  private func tabWidth(like layout: OpaquePointer) -> Int {
    let probe = pango_layout_copy(layout)!
    defer { g_object_unref(UnsafeMutableRawPointer(probe)) }
    pango_layout_set_text(probe, "\t", 1)
    var rectangle = PangoRectangle()
    pango_layout_line_get_extents(pango_layout_get_line_readonly(probe, 0), nil, &rectangle)
    return Int(rectangle.width)
  }
}

/// Pango's facts about the places between a text's characters.
nonisolated struct LogAttributes {
  private let pointer: UnsafePointer<PangoLogAttr>

  init(_ layout: OpaquePointer) {
    var count: Int32 = 0
    pointer = pango_layout_get_log_attrs_readonly(layout, &count)
  }

  subscript(index: Int) -> PangoLogAttr { pointer[index] }
}

/// The paragraphs of an unwrapped layout, whose lines only line separators split.
nonisolated struct LayoutParagraphs {
  struct Paragraph {
    let firstLine: UnsafeMutablePointer<PangoLayoutLine>
    let bytes: Range<Int>
    /// In logical order.
    let runs: [UnsafeMutablePointer<PangoGlyphItem>]
  }

  private var node: UnsafeMutablePointer<GSList>?

  init(_ layout: OpaquePointer) { node = pango_layout_get_lines_readonly(layout) }

  mutating func next() -> Paragraph? {
    guard let first = nextLine else { return nil }
    let start = Int(first.pointee.start_index)
    var end = start
    var runs: [UnsafeMutablePointer<PangoGlyphItem>] = []
    var line = first
    while true {
      end = Int(line.pointee.start_index + line.pointee.length)
      var run = line.pointee.runs
      while let current = run {
        runs.append(current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self))
        run = current.pointee.next
      }
      node = node?.pointee.next
      guard let following = nextLine, following.pointee.is_paragraph_start == 0 else { break }
      line = following
    }
    runs.sort { $0.pointee.item.pointee.offset < $1.pointee.item.pointee.offset }
    return Paragraph(firstLine: first, bytes: start..<end, runs: runs)
  }

  private var nextLine: UnsafeMutablePointer<PangoLayoutLine>? {
    node?.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
  }
}
