extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether nothing can be seen of a text in UTF-8: it is white space and characters without width.
  ///
  /// - Complexity: O(length of the white space at the start).
  var isBlank: Bool {
    // Most texts begin with a letter, or with the line breaks and indents of their file.
    let start = firstIndex { !($0 == 0x20 || 0x09...0x0D ~= $0) } ?? endIndex
    if start < endIndex, 0x21...0x7E ~= self[start] || Self.beginsVisibly(self[start]) { return false }
    var bytes = self[start...].makeIterator()
    var decoder = UTF8()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): if !scalar.isBlank { return false }
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Whether no character that begins with a byte is blank (Unicode, White_Space; those without width are in `isBlank`).
  private static func beginsVisibly(_ byte: UInt8) -> Bool {
    switch byte {
    // Up to U+00BF; U+034F; U+1680; U+2000 to U+2FFF; U+3000; U+FEFF.
    case ...0x7F, 0xC2, 0xCD, 0xE1, 0xE2, 0xE3, 0xEF: false
    // No lead of a character.
    case 0x80...0xC1, 0xF5...: false
    default: true
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space or has no width.
  var isBlank: Bool {
    switch value {
    case 0x21...0x7E: false
    case 0x34F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xAD, 0xFEFF: true
    default: properties.isWhitespace
    }
  }
}
