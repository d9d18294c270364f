import CGtk

/// The widths of characters that are shaped the same whatever is beside them, as nearly all of Chinese.
///
/// HarfBuzz says so itself: between two others, a character without `HB_GLYPH_FLAG_UNSAFE_TO_CONCAT` on it and behind
/// it takes part in nothing that reads across its ends (hb-buffer.h), whatever the others are. Before that it composes
/// characters, so marks and the parts of Hangul syllables are never among them.
nonisolated final class LoneCharacters {
  private enum State { static let unknown = Int32.min, stranger = Int32.min + 1 }

  private let pages = UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>.allocate(capacity: pageCount)
  private static let pageCount = 0x11_0000 >> 8

  init() { pages.initialize(repeating: nil, count: Self.pageCount) }

  deinit {
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
  }

  /// - Parameters:
  ///   - character: Below U+110000.
  ///   - ask: Its width when it is shaped alone, nil if that says nothing about it elsewhere.
  /// - Returns: Nil if the character is not such a one.
  @inline(__always)
  func width(of character: UInt32, ask: () -> Int32?) -> Int32? {
    if let page = pages[Int(character >> 8)] {
      let known = page[Int(character & 255)]
      if known > State.stranger { return known }
      if known == State.stranger { return nil }
    }
    let found = Self.isComposed(character) ? nil : ask()
    remember(found ?? State.stranger, of: character)
    return found
  }

  private func remember(_ width: Int32, of character: UInt32) {
    if pages[Int(character >> 8)] == nil {
      let page = UnsafeMutablePointer<Int32>.allocate(capacity: 256)
      page.initialize(repeating: State.unknown, count: 256)
      pages[Int(character >> 8)] = page
    }
    pages[Int(character >> 8)]![Int(character & 255)] = width
  }

  /// Whether it may be composed with others before it is shaped, or acts on them.
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
