import CGtk

/// Text without the differences that a search ignores: case, diacritics, compatibility forms such as ligatures, kinds of
/// white space, and characters that are not seen.
///
/// Case is folded by the full mappings to upper case and back, so that "ß" equals "ss" and a final sigma any other. Marks
/// are ignored if they are diacritics of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts; those of other scripts
/// make other letters of what they are added to.
nonisolated enum SearchFold {
  /// Appends the folded form of a scalar: nothing for one that a search ignores.
  static func append(_ scalar: Unicode.Scalar, to units: inout [UInt32]) {
    let value = scalar.value
    if value < 0x80 {
      switch value {
      case 0x41...0x5A: units.append(value | 0x20)
      case 0x09...0x0D: units.append(0x20)
      case 0x20..<0x7F: units.append(value)
      // Other control characters.
      default: break
      }
      return
    }
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      appendDecomposed(upper, to: &units)
    }
  }

  /// The folded form of a text.
  static func units(of text: String) -> [UInt32] {
    var units: [UInt32] = []
    for scalar in text.unicodeScalars { append(scalar, to: &units) }
    return units
  }

  /// Whether a unit makes another letter of the one before, so that a match can't end between them: a voicing mark of
  /// kana, or a nukta (canonical combining classes 8 and 7).
  static func makesAnotherLetter(_ unit: UInt32) -> Bool {
    guard unit >= 0x300, let scalar = Unicode.Scalar(unit) else { return false }
    return (7...8).contains(scalar.properties.canonicalCombiningClass.rawValue)
  }

  private static func appendDecomposed(_ scalar: Unicode.Scalar, to units: inout [UInt32]) {
    // A syllable of Korean is one letter to its reader.
    if (0xAC00...0xD7A3).contains(scalar.value) { return units.append(scalar.value) }
    withUnsafeTemporaryAllocation(of: gunichar.self, capacity: Int(G_UNICHAR_MAX_DECOMPOSITION_LENGTH)) {
      parts in
      let count = g_unichar_fully_decompose(scalar.value, 1, parts.baseAddress, gsize(parts.count))
      for part in parts[..<min(Int(count), parts.count)] {
        guard let part = Unicode.Scalar(part) else { continue }
        let properties = part.properties
        if properties.isDefaultIgnorableCodePoint || isDiacritic(properties) { continue }
        if properties.isWhitespace {
          units.append(0x20)
        } else {
          for lower in properties.lowercaseMapping.unicodeScalars
          where !isDiacritic(lower.properties) {
            units.append(lower.value)
          }
        }
      }
    }
  }

  /// Whether a mark only modifies its letter (canonical combining classes of UAX #44): overlays, the points of Hebrew,
  /// Arabic and Syriac, and those around letters of the other scripts above. Not so kana voicing marks, nuktas and viramas.
  private static func isDiacritic(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...240: true
    default: false
    }
  }
}
