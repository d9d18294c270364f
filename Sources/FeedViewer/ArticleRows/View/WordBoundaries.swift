import CGtk

/// The words of a text, as Pango finds them (UAX #29).
enum WordBoundaries {
  /// The word at an offset, or the range between two words, in bytes.
  static func word(in text: String, around offset: Int) -> Range<Int> {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return 0..<0 }
    let attributes = [PangoLogAttr](unsafeUninitializedCapacity: scalars.count + 1) { buffer, count in
      var text = text
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          pango_get_log_attrs(
            $0.baseAddress, Int32($0.count), -1, pango_language_get_default(), buffer.baseAddress,
            Int32(scalars.count + 1))
        }
      }
      count = scalars.count + 1
    }
    func isBound(_ index: Int) -> Bool {
      attributes[index].is_word_start != 0 || attributes[index].is_word_end != 0
    }
    var character = 0
    var bytes = 0
    // At the end of the text, the last character's word is selected.
    while character < scalars.count - 1, bytes + UTF8.width(scalars[character]) <= offset {
      bytes += UTF8.width(scalars[character])
      character += 1
    }
    var start = character
    while start > 0, !isBound(start) { start -= 1 }
    var end = character + 1
    while end < scalars.count, !isBound(end) { end += 1 }
    func width(_ range: Range<Int>) -> Int { scalars[range].reduce(0) { $0 + UTF8.width($1) } }
    let before = width(0..<start)
    return before..<before + width(start..<end)
  }
}
