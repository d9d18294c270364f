import CGtk

/// Finds line breaks inside graphemes, at which Pango (1.50 and 1.56) may abort, and removes them.
///
/// Pango's line breaks follow UAX #14 alone, which differs from grapheme boundaries in some cases: a combining mark
/// or joiner after a space counts as a letter (rule LB 10), as does an emoji modifier after a character that is not
/// an emoji base; regional indicators are paired differently across joiners; and with newer Unicode data a line may
/// end before some viramas, and before marks that are glue. None of these places is an `is_char_break`.
///
/// Lines do end at such places, and heights have to be those of such lines; but Pango aborts at some (`FatalBreaks`).
package nonisolated enum GraphemeBreaks {
  /// The byte ranges of the two characters around each line break inside a grapheme, for `pango_attr_allow_breaks_new`.
  ///
  /// - Complexity: O(n). Pango is asked only about texts that may have such places, which are rare.
  package static func ranges(in text: String) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress, maySplitGraphemes(bytes) else { return [] }
        return ranges(in: base, characters.count)
      }
    }
  }

  /// Removes the breaks from a layout's text.
  static func remove(_ ranges: [Range<Int>], from layout: OpaquePointer) {
    guard !ranges.isEmpty else { return }
    let list =
      pango_layout_get_attributes(layout).map { pango_attr_list_copy($0)! } ?? pango_attr_list_new()!
    insert(ranges, into: list)
    pango_layout_set_attributes(layout, list)
    pango_attr_list_unref(list)
  }

  /// Removes all line breaks inside graphemes from a wrapping GtkLabel whose text does not change, so that it may have
  /// any width and font. Required for every label with untrusted text.
  package static func remove(fromLabel label: OpaquePointer) {
    let ranges = ranges(in: String(cString: gtk_label_get_text(label)))
    guard !ranges.isEmpty else { return }
    let list = pango_attr_list_new()!
    insert(ranges, into: list)
    // Attributes of the label's markup are kept.
    gtk_label_set_attributes(label, list)
    pango_attr_list_unref(list)
  }

  static func insert(_ ranges: [Range<Int>], into list: OpaquePointer) {
    for range in ranges {
      let attribute = pango_attr_allow_breaks_new(0)!
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
  }

  /// Whether UAX #14 and UAX #29 may disagree at a character.
  static func maySplitGraphemes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    var previous: UInt32 = 0
    while position < bytes.count {
      let lead = bytes[position]
      if lead < 0x80 {
        if lead == 0x20, isLeadingJamo(previous) { return true }
        previous = UInt32(lead)
        position &+= 1
        continue
      }
      let size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard position &+ size <= bytes.count else { return false }
      var character = UInt32(lead) & (size == 2 ? 0x1F : size == 3 ? 0xF : 7)
      for index in 1..<size { character = character << 6 | UInt32(bytes[position &+ index]) & 0x3F }
      if isSuspicious(character, after: previous) { return true }
      previous = character
      position &+= size
    }
    return false
  }

  @inline(__always)
  private static func isSuspicious(_ character: UInt32, after previous: UInt32) -> Bool {
    switch character {
    // Emoji modifiers, regional indicators, and prepended characters.
    case 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0xD4E,
      0x110BD, 0x110CD, 0x111C2, 0x111C3, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      return true
    // Marks that are glue: from Pango 1.51 on, a line may end between them and a hyphen.
    case 0x34F, 0x35C...0x362, 0x1DCD, 0x1DFC, 0xFE20...0xFE2F, 0x1107F, 0x16FE4: return true
    // Viramas of Balinese, Batak, Javanese and scripts like Brahmi, which have classes of their own from GLib 2.80 on:
    // Pango 1.56 lets lines end before them.
    case 0x1B00...0x1BFF, 0xA980...0xA9DF, 0xAA00...0xAA5F, 0x11000...0x11FFF:
      if g_unichar_break_type(character).rawValue > G_UNICODE_BREAK_ZERO_WIDTH_JOINER.rawValue { return true }
    // Pango joins jamo to a syllable even across spaces.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return previous == 0x20
    default: break
    }
    guard previous == 0x20 || previous == 0x200B, character >= 0x300 else { return false }
    switch g_unichar_break_type(character) {
    case G_UNICODE_BREAK_COMBINING_MARK, G_UNICODE_BREAK_ZERO_WIDTH_JOINER, G_UNICODE_BREAK_COMPLEX_CONTEXT:
      return true
    default: return false
    }
  }

  private static func isLeadingJamo(_ character: UInt32) -> Bool {
    (0x1100...0x115F).contains(character) || (0xA960...0xA97F).contains(character)
  }

  private static func ranges(in text: UnsafePointer<CChar>, _ length: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < length {
      var end: Int32 = 0
      var next: Int32 = 0
      pango_find_paragraph_boundary(text + start, Int32(length - start), &end, &next)
      append(text, start..<start + Int(end), to: &found)
      guard next > 0 else { break }
      start += Int(next)
    }
    return found
  }

  private static func append(
    _ text: UnsafePointer<CChar>, _ paragraph: Range<Int>, to found: inout [Range<Int>]
  ) {
    let start = text + paragraph.lowerBound
    let count = g_utf8_strlen(start, paragraph.count)
    withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { places in
      places.initialize(repeating: PangoLogAttr())
      pango_default_break(start, Int32(paragraph.count), nil, places.baseAddress, Int32(count + 1))
      var byte = paragraph.lowerBound
      var before = byte
      for place in 0..<count {
        let size = characterSize(text[byte])
        if place > 0, places[place].is_line_break != 0, places[place].is_char_break == 0 {
          found.append(before..<byte + size)
        }
        before = byte
        byte += size
      }
    }
  }

  /// The length of the character that starts with a given byte of valid UTF-8.
  private static func characterSize(_ lead: CChar) -> Int {
    let lead = UInt8(bitPattern: lead)
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }
}
