import CGtk
import LayoutCore

/// Shapes the ellipsis at the end of a truncated line like Pango 1.50 to 1.56 (ellipsize.c, `shape_ellipsis`): U+2026, or
/// U+22EF before a wide character, in the font of the attributes at the cut, without font fallback; three dots if that
/// font has neither. Newer versions drop attributes such as superscript there, with which no text is prepared.
nonisolated struct EllipsisShaper {
  let context: OpaquePointer
  let shaper: PieceShaper

  struct Ellipsis {
    let width: Int32
    let heightClass: LineHeightClass
  }

  /// - Parameter attributes: The layout's attributes, preceded by the font description.
  func ellipsis(_ attributes: OpaquePointer, at byte: Int, isWide: Bool) -> Ellipsis {
    let list = Self.attributes(attributes, at: byte)
    defer { pango_attr_list_unref(list) }
    let noFallback = pango_attr_fallback_new(0)!
    noFallback.pointee.start_index = 0
    noFallback.pointee.end_index = UInt32(Int32.max)
    pango_attr_list_insert(list, noFallback)
    let sign = isWide ? "\u{22EF}" : "\u{2026}"
    if let found = shape(sign, list, requiring: isWide ? 0x22EF : 0x2026) { return found }
    pango_attr_list_change(list, Self.whole(pango_attr_fallback_new(1)))
    return shape("...", list, requiring: nil)!
  }

  private static func whole(
    _ attribute: UnsafeMutablePointer<PangoAttribute>
  ) -> UnsafeMutablePointer<PangoAttribute> {
    attribute.pointee.start_index = 0
    attribute.pointee.end_index = UInt32(Int32.max)
    return attribute
  }

  private static func attributes(_ all: OpaquePointer, at byte: Int) -> OpaquePointer {
    let list = pango_attr_list_new()!
    let iterator = pango_attr_list_get_iterator(all)
    defer { pango_attr_iterator_destroy(iterator) }
    var start: Int32 = 0
    var end: Int32 = 0
    repeat {
      pango_attr_iterator_range(iterator, &start, &end)
    } while Int(end) <= byte
      && pango_attr_iterator_next(iterator) != 0
    let found = pango_attr_iterator_get_attrs(iterator)
    var node = found
    while let current = node {
      pango_attr_list_insert(list, whole(current.pointee.data.assumingMemoryBound(to: PangoAttribute.self)))
      node = current.pointee.next
    }
    g_slist_free(found)
    return list
  }

  /// Nil if the font lacks `character`.
  private func shape(_ text: String, _ attributes: OpaquePointer, requiring character: UInt32?) -> Ellipsis? {
    let length = Int32(text.utf8.count)
    return text.withCString { characters -> Ellipsis? in
      let items = pango_itemize(context, characters, 0, length, attributes, nil)
      defer { g_list_free_full(items) { pango_item_free($0?.assumingMemoryBound(to: PangoItem.self)) } }
      guard let data = items?.pointee.data else { return nil }
      let item = data.assumingMemoryBound(to: PangoItem.self)
      guard let font = item.pointee.analysis.font else { return nil }
      if let character, pango_font_has_char(font, character) == 0 { return nil }
      let glyphs = pango_glyph_string_new()
      defer { pango_glyph_string_free(glyphs) }
      let flags = shaper.roundsGlyphPositions ? PANGO_SHAPE_ROUND_POSITIONS : PANGO_SHAPE_NONE
      pango_shape_with_flags(
        characters, length, characters, length, &item.pointee.analysis, glyphs, flags)
      return Ellipsis(
        width: pango_glyph_string_get_width(glyphs),
        heightClass: shaper.font(of: item.pointee.analysis).properties.ordinary)
    }
  }
}
