import CGtk

/// The places between the characters and words of a text, as Pango finds them (UAX #29).
struct WordBoundaries {
  private let attributes: [PangoLogAttr]
  /// The offset of each Unicode scalar and of the end, in bytes.
  private let offsets: [Int]

  /// - Complexity: O(length).
  init(of text: String) {
    var offset = 0
    var offsets = [0]
    for scalar in text.unicodeScalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    self.offsets = offsets
    attributes = [PangoLogAttr](unsafeUninitializedCapacity: offsets.count) { buffer, count in
      var text = text
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          pango_get_log_attrs(
            $0.baseAddress, Int32($0.count), -1, pango_language_get_default(), buffer.baseAddress,
            Int32(offsets.count))
        }
      }
      count = offsets.count
    }
  }

  /// The word at an offset, or the range between two words, in bytes.
  static func word(in text: String, around offset: Int) -> Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    let boundaries = WordBoundaries(of: text)
    func isBound(_ index: Int) -> Bool {
      boundaries.attributes[index].is_word_start != 0 || boundaries.attributes[index].is_word_end != 0
    }
    let last = boundaries.offsets.count - 1
    // At the end of the text, the last character's word is selected.
    let character = min(boundaries.offsets.lastIndex { $0 <= offset } ?? 0, last - 1)
    var start = character
    while start > 0, !isBound(start) { start -= 1 }
    var end = character + 1
    while end < last, !isBound(end) { end += 1 }
    return boundaries.offsets[start]..<boundaries.offsets[end]
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
    if forward {
      offsets.indices.first { offsets[$0] > offset && matches(attributes[$0]) }.map { offsets[$0] }
    } else {
      offsets.indices.last { offsets[$0] < offset && matches(attributes[$0]) }.map { offsets[$0] }
    }
  }
}
