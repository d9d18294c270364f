import CGtk
import LayoutCore

/// The line breaks in a grapheme at which Pango (1.50 and 1.56) aborts in narrow lines.
///
/// When PANGO_WRAP_WORD_CHAR has to back up to an item and the part of it before its first line break is too wide, Pango
/// looks for character breaks in what is left of the item, and aborts if there are none (pango-layout.c, `process_line`,
/// "result == BREAK_SOME_FIT"). So what is left is one grapheme with a line break inside, at the end of an item. Where it
/// is not at the start of its line, Pango can also break before it.
package nonisolated struct FatalBreaks {
  /// The byte ranges of the two characters around each of them, for `pango_attr_allow_breaks_new`: Pango may add breaks in
  /// ranges of more characters (break.c, `remove_breaks_from_range`).
  private(set) var ranges: [Range<Int>] = []
  /// Pango does not abort in lines that are at least this wide, in Pango units.
  private(set) var width: PangoUnits = 0

  /// The ranges of all breaks at which Pango may abort in a constraint.
  static func ranges(in layout: OpaquePointer, for constraint: LineConstraint) -> [Range<Int>] {
    guard constraint.wrapMode == .wordCharacter, let width = constraint.width else { return [] }
    let narrowest = max(width - abs(constraint.indentation), 0)
    return all(in: layout).filter { $0.width > narrowest }.flatMap(\.ranges)
  }

  /// Removes them from a GtkLabel whose attributes are those of a layout, so that most of its lines are the layout's.
  package static func remove(fromLabel label: OpaquePointer) {
    let layout = pango_layout_copy(gtk_label_get_layout(label))!
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_width(layout, -1)
    let ranges = all(in: layout).flatMap(\.ranges)
    guard !ranges.isEmpty, let list = gtk_label_get_attributes(label).flatMap(pango_attr_list_copy) else {
      return
    }
    GraphemeBreaks.insert(ranges, into: list)
    gtk_label_set_attributes(label, list)
    pango_attr_list_unref(list)
  }

  /// - Parameter layout: A layout that is not wrapped, without attributes that divide items into several runs.
  /// - Complexity: O(n), apart from the layout's own work, which is only needed for texts that may have such breaks.
  static func all(in layout: OpaquePointer) -> [FatalBreaks] {
    let bytes = UnsafePointer(pango_layout_get_text(layout)!)
    let text = PieceShaper.Text(bytes: bytes, length: strlen(bytes))
    let maySplit = bytes.withMemoryRebound(to: UInt8.self, capacity: text.length) {
      GraphemeBreaks.maySplitGraphemes(UnsafeBufferPointer(start: $0, count: text.length))
    }
    guard maySplit else { return [] }
    let rounds = pango_context_get_round_glyph_positions(pango_layout_get_context(layout)) != 0
    let flags = rounds ? PANGO_SHAPE_ROUND_POSITIONS : PANGO_SHAPE_NONE
    let places = LogAttributes(layout)
    var found: [FatalBreaks] = []
    var paragraphs = LayoutParagraphs(layout)
    var (byte, place) = (0, 0)
    while let paragraph = paragraphs.next() {
      for run in paragraph.runs {
        let item = run.pointee.item!
        let start = Int(item.pointee.offset)
        place += g_utf8_pointer_to_offset(bytes + byte, bytes + start)
        byte = start
        let isLeading = start == paragraph.bytes.lowerBound
        let breaks = FatalBreaks(in: item, from: place, isLeading: isLeading, of: text, places, flags)
        if !breaks.ranges.isEmpty { found.append(breaks) }
      }
    }
    return found
  }

  /// - Parameters:
  ///   - first: The number of the item's first character.
  ///   - isLeading: Whether the item is the first one of its paragraph.
  private init(
    in item: UnsafeMutablePointer<PangoItem>, from first: Int, isLeading: Bool, of text: PieceShaper.Text,
    _ places: LogAttributes, _ flags: PangoShapeFlags
  ) {
    var place = first + Int(item.pointee.num_chars)
    var start = Int(item.pointee.offset + item.pointee.length)
    var lastBreak: Int?
    while place > first {
      let end = start
      place -= 1
      start = Self.start(before: end, in: text)
      let here = places[place]
      let endsLines = here.is_line_break != 0
      let isBoundary = here.is_char_break != 0
      if endsLines || isBoundary || place == first, let lastBreak {
        width = max(width, Self.width(of: item, start..<lastBreak, in: text, flags))
      }
      if isBoundary { return }
      if place == first {
        // Something must be taken of the item if no line ends before it, or if Pango adds a hyphen there.
        if !ranges.isEmpty, !endsLines, !isLeading { width = .max }
        guard endsLines, here.break_inserts_hyphen != 0 else { return }
      }
      guard endsLines, start > 0 else { continue }
      if here.break_inserts_hyphen != 0 { width = .max }
      ranges.append(Self.start(before: start, in: text)..<end)
      lastBreak = start
    }
  }

  private static func start(before byte: Int, in text: PieceShaper.Text) -> Int {
    var start = byte
    repeat { start -= 1 } while UInt8(bitPattern: text.bytes[start]) & 0xC0 == 0x80
    return start
  }

  /// The width of a part of an item that ends a line.
  private static func width(
    of item: UnsafeMutablePointer<PangoItem>, _ bytes: Range<Int>, in text: PieceShaper.Text,
    _ flags: PangoShapeFlags
  ) -> PangoUnits {
    guard item.pointee.analysis.extra_attrs == nil else { return .max }
    let part = pango_item_copy(item)!
    defer { pango_item_free(part) }
    part.pointee.offset = Int32(bytes.lowerBound)
    part.pointee.length = Int32(bytes.count)
    part.pointee.num_chars = Int32(g_utf8_strlen(text.bytes + bytes.lowerBound, bytes.count))
    let glyphs = pango_glyph_string_new()
    defer { pango_glyph_string_free(glyphs) }
    pango_shape_item(part, text.bytes, Int32(clamping: text.length), nil, glyphs, flags)
    return PangoUnits(pango_glyph_string_get_width(glyphs))
  }
}
