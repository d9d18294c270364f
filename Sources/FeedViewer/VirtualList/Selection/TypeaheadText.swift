import CGtk

/// A text folded for typeahead: case and combining marks such as accents are ignored, and compatibility forms are
/// replaced by plain ones ("ﬁ" is "fi", "Ⅳ" is "IV").
nonisolated struct TypeaheadText: Equatable {
  /// The number of Unicode scalars of a row's text that are folded beyond the length of the prefix, for combining marks.
  private static let maximumMarkCount = 32

  /// The folded text in UTF-8.
  let bytes: [UInt8]

  init(_ text: String) { bytes = Self.fold(text) }

  /// Whether a row's text begins with this text.
  ///
  /// - Complexity: O(this text's length), whatever the length of the row's text.
  func isPrefix(of text: String) -> Bool {
    var text = text
    let ascii: Bool? = text.withUTF8 { utf8 in
      for (index, byte) in bytes.enumerated() {
        guard index < utf8.count else { return false }
        if utf8[index] >= 0x80 { return nil }
        if Self.lowercase(utf8[index]) != byte { return false }
      }
      return true
    }
    if let ascii { return ascii }
    let start = text.unicodeScalars.prefix(bytes.count + Self.maximumMarkCount)
    return Self.fold(String(start)).starts(with: bytes)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func fold(_ text: String) -> [UInt8] {
    var text = text
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map(lowercase) }
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        guard let normalized = g_utf8_normalize(characters.baseAddress, characters.count, G_NORMALIZE_ALL)
        else { return Array(utf8) }
        defer { g_free(normalized) }
        let folded = g_utf8_casefold(normalized, -1)!
        defer { g_free(folded) }
        let scalars = String(cString: folded).unicodeScalars.filter { g_unichar_ismark($0.value) == 0 }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)
      }
    }
  }
}
