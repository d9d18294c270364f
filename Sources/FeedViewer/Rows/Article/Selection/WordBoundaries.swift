import CGtk

/// The places between the characters and words of a text, as Pango finds them (UAX #29).
///
/// Only what is around the place that is asked for is analysed: a text may have millions of characters.
struct WordBoundaries {
  /// How far around a place boundaries are looked for at first, in bytes.
  private static let reach = 4_096

  private let text: String

  init(of text: String) { self.text = text }

  /// The word at an offset, or the range between two words, in bytes.
  ///
  /// - Complexity: O(length of the word).
  static func word(in text: String, around offset: Int) -> Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    let boundaries = WordBoundaries(of: text)
    func isBound(_ attributes: PangoLogAttr) -> Bool {
      attributes.is_word_start != 0 || attributes.is_word_end != 0
    }
    // At the end of the text, the last character's word is selected.
    let end = boundaries.next(true, from: min(offset, text.utf8.count - 1), where: isBound) ?? text.utf8.count
    return (boundaries.next(false, from: end, where: isBound) ?? 0)..<end
  }

  /// The next place beyond an offset where a caret can be, in bytes; nil at the end of the text.
  func character(_ forward: Bool, from offset: Int) -> Int? {
    next(forward, from: offset) { $0.is_cursor_position != 0 }
  }

  /// The next end of a word after an offset, or the next start of one before it, in bytes; nil if there is none.
  func word(_ forward: Bool, from offset: Int) -> Int? {
    next(forward, from: offset) { forward ? $0.is_word_end != 0 : $0.is_word_start != 0 }
  }

  private func next(_ forward: Bool, from offset: Int, where matches: (PangoLogAttr) -> Bool) -> Int? {
    var reach = Self.reach
    while true {
      let part = Part(of: text, around: offset, reach: reach)
      if let found = part.next(forward, from: offset, where: matches) { return found }
      if part.bytes.count == text.utf8.count { return nil }
      reach *= 8
    }
  }

  /// The boundaries in a part of a text.
  private struct Part {
    let bytes: Range<Int>
    private let length: Int
    private let attributes: [PangoLogAttr]
    /// The offset of each Unicode scalar and of the end, in bytes of the text.
    private let offsets: [Int]

    /// - Complexity: O(reach).
    init(of text: String, around offset: Int, reach: Int) {
      length = text.utf8.count
      let start = text.scalarStart(atOrBefore: max(min(offset, length) - reach, 0))
      let end = text.scalarStart(atOrBefore: min(offset + reach + 3, length))
      bytes = start..<max(end, start)
      var part = String(text.part(bytes: bytes))
      var offset = start
      var offsets = [start]
      for scalar in part.unicodeScalars {
        offset += UTF8.width(scalar)
        offsets.append(offset)
      }
      self.offsets = offsets
      attributes = [PangoLogAttr](unsafeUninitializedCapacity: offsets.count) { buffer, count in
        part.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            pango_get_log_attrs(
              $0.baseAddress, Int32($0.count), -1, pango_language_get_default(), buffer.baseAddress,
              Int32(offsets.count))
          }
        }
        count = offsets.count
      }
    }

    func next(_ forward: Bool, from offset: Int, where matches: (PangoLogAttr) -> Bool) -> Int? {
      func isFound(_ index: Int) -> Bool {
        // The ends of the part are no boundaries of the text.
        guard offsets[index] > bytes.lowerBound || bytes.lowerBound == 0,
          offsets[index] < bytes.upperBound || bytes.upperBound == length
        else { return false }
        return (forward ? offsets[index] > offset : offsets[index] < offset) && matches(attributes[index])
      }
      let index = forward ? offsets.indices.first(where: isFound) : offsets.indices.last(where: isFound)
      return index.map { offsets[$0] }
    }
  }
}

extension String {
  /// The offset of the Unicode scalar that an offset is in, in bytes.
  ///
  /// - Complexity: O(1).
  fileprivate func scalarStart(atOrBefore offset: Int) -> Int {
    var index = utf8.index(startIndex, offsetBy: offset)
    var offset = offset
    while offset > 0, index < endIndex, utf8[index] & 0xC0 == 0x80 {
      utf8.formIndex(before: &index)
      offset -= 1
    }
    return offset
  }
}
