import CGtk

/// Caches the widths of characters whose shape does not depend on their neighbours, as nearly all of Chinese.
///
/// HarfBuzz reports this itself: a character between two others, without `HB_GLYPH_FLAG_UNSAFE_TO_CONCAT` on it and
/// on the next one, takes part in no contextual shaping (hb-buffer.h), whatever the others are. Marks and Hangul jamo
/// are excluded, because HarfBuzz composes characters before shaping.
nonisolated final class ContextFreeGlyphWidths {
  private enum State { static let unknown = Int32.min, stranger = Int32.min + 1 }

  private let widths = CharacterPages(unknown: State.unknown)

  /// - Parameters:
  ///   - character: Below U+110000.
  ///   - ask: Computes the width; nil if it depends on the neighbours.
  /// - Returns: Nil if the width depends on the neighbours.
  @inline(__always)
  func width(of character: UInt32, ask: () -> Int32?) -> Int32? {
    let known = widths[character]
    if known > State.stranger { return known }
    if known == State.stranger { return nil }
    let found = Self.isComposed(character) ? nil : ask()
    widths[character] = found ?? State.stranger
    return found
  }

  /// Whether the character may be composed with others before shaping, or affects them.
  private static func isComposed(_ character: UInt32) -> Bool {
    switch character {
    case 0x1100..<0x1200, 0x2044, 0x302A...0x302F, 0x3099...0x309C, 0xA960..<0xA980, 0xD7B0..<0xD800,
      0xFF9E...0xFF9F:
      return true
    default: break
    }
    switch g_unichar_type(character) {
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_FORMAT,
      G_UNICODE_CONTROL, G_UNICODE_UNASSIGNED, G_UNICODE_PRIVATE_USE, G_UNICODE_SURROGATE,
      G_UNICODE_MODIFIER_SYMBOL, G_UNICODE_LINE_SEPARATOR, G_UNICODE_PARAGRAPH_SEPARATOR:
      return true
    default: return false
    }
  }
}
