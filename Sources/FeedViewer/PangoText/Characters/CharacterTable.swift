import CGtk

/// Caches the properties of characters that Pango asks GLib and FriBidi for during itemization.
nonisolated final class CharacterTable {
  struct Facts: BitwiseCopyable {
    /// A GUnicodeScript.
    var script: UInt8 = 0
    var flags: Flags = []
  }

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    static var isKnown: Flags { Flags(rawValue: 1) }
    /// The character takes the font of its neighbours (itemize.c, `consider_as_space`).
    static var isSpace: Flags { Flags(rawValue: 2) }
    /// The character may be part of an emoji, changes direction or layout, or is not a character.
    static var isSpecial: Flags { Flags(rawValue: 4) }
    /// With this character, left-to-right paragraphs may contain text of other levels than 0.
    static var mayRaiseLevel: Flags { Flags(rawValue: 8) }
    /// Common paired punctuation: a closing one takes the script of its opening one.
    static var isPaired: Flags { Flags(rawValue: 16) }
    static var isWide: Flags { Flags(rawValue: 32) }
    /// The character is in the item of the character before it, whatever its script.
    static var extendsCluster: Flags { Flags(rawValue: 64) }
  }

  private let known = CharacterPages(unknown: Facts())

  /// - Parameter character: Below U+110000.
  @inline(__always)
  subscript(character: UInt32) -> Facts {
    let facts = known[character]
    return facts.flags.contains(.isKnown) ? facts : look(character)
  }

  private func look(_ character: UInt32) -> Facts {
    let script = g_unichar_get_script(character)
    var flags: Flags = .isKnown
    if Self.isSpace(character) { flags.insert(.isSpace) }
    if Self.isSpecial(character) || !(0..<255).contains(script.rawValue) { flags.insert(.isSpecial) }
    if CharacterDirection.asPango.mayRaiseLevel(character) { flags.insert(.mayRaiseLevel) }
    if script == G_UNICODE_SCRIPT_COMMON, PairedPunctuation.number(of: character) != nil {
      flags.insert(.isPaired)
    }
    if g_unichar_iswide(character) != 0 { flags.insert(.isWide) }
    if PangoVersion.keepsMarksInScriptRuns, Self.extendsCluster(character) { flags.insert(.extendsCluster) }
    let facts = Facts(script: UInt8(truncatingIfNeeded: script.rawValue), flags: flags)
    known[character] = facts
    return facts
  }

  private static func isSpace(_ character: UInt32) -> Bool {
    switch g_unichar_type(character) {
    case G_UNICODE_CONTROL, G_UNICODE_SURROGATE, G_UNICODE_LINE_SEPARATOR, G_UNICODE_PARAGRAPH_SEPARATOR:
      return true
    case G_UNICODE_FORMAT:
      return !((0x600...0x6FF).contains(character) || character == 0x70F || character == 0x8E2)
    case G_UNICODE_SPACE_SEPARATOR: return character != 0x1680
    default: return (0xFE00...0xFE0F).contains(character) || (0xE0100...0xE01EF).contains(character)
    }
  }

  /// Whether pango-script.c 1.51 (`is_cluster_extender`) counts the character, apart from those that are special.
  private static func extendsCluster(_ character: UInt32) -> Bool {
    switch g_unichar_type(character) {
    case G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_NON_SPACING_MARK: true
    default: (0xFF9E...0xFF9F).contains(character)
    }
  }

  /// A superset of the characters that Pango's emoji scanner (pango-emoji.c) and FriBidi's explicit directions
  /// handle.
  private static func isSpecial(_ character: UInt32) -> Bool {
    switch character {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200C...0x200F, 0x2027...0x202E, 0x2060...0x206F,
      0x20E0, 0x20E3, 0x231A...0x23FF, 0x25FD...0x27BF, 0x2B1B...0x2B55, 0x3030, 0x303D, 0x3297, 0x3299,
      0xD800...0xDFFF, 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0x1F000...0x1FFFF, 0xE0000...0x10_FFFF:
      true
    default: false
    }
  }
}

/// Pango's function for the bidirectional type is deprecated, but its suggested replacement gives other results than
/// Pango uses.
nonisolated protocol CharacterDirecting {
  static func mayRaiseLevel(_ character: UInt32) -> Bool
}

nonisolated enum CharacterDirection: CharacterDirecting {
  static var asPango: any CharacterDirecting.Type { Self.self }

  @available(*, deprecated)
  static func mayRaiseLevel(_ character: UInt32) -> Bool {
    switch pango_bidi_type_for_unichar(character) {
    case PANGO_BIDI_TYPE_L, PANGO_BIDI_TYPE_EN, PANGO_BIDI_TYPE_ES, PANGO_BIDI_TYPE_ET, PANGO_BIDI_TYPE_CS,
      PANGO_BIDI_TYPE_NSM, PANGO_BIDI_TYPE_WS, PANGO_BIDI_TYPE_ON, PANGO_BIDI_TYPE_BN:
      false
    default: true
    }
  }
}

/// Paired punctuation as Pango knows it (pango-script.c, `paired_chars`).
nonisolated enum PairedPunctuation {
  private static let pairs: [(UInt32, UInt32)] = {
    let opening: [UInt32] =
      [
        0x0F3A, 0x0F3C, 0x169B, 0x2018, 0x201C, 0x2039, 0x2045, 0x207D, 0x208D, 0x29FC, 0x2E02, 0x2E04,
        0x2E09, 0x2E0C, 0x2E1C, 0xFE59, 0xFE5B, 0xFE5D, 0xFF5F, 0xFF62,
      ] + Array(stride(from: 0x27E6, through: 0x27EE, by: 2))
      + Array(stride(from: 0x2983, through: 0x2997, by: 2))
      + Array(stride(from: 0x2E20, through: 0x2E28, by: 2))
      + Array(stride(from: 0x3008, through: 0x3010, by: 2))
      + Array(stride(from: 0x3014, through: 0x301A, by: 2))
    return [
      (0x28, 0x29), (0x3C, 0x3E), (0x5B, 0x5D), (0x7B, 0x7D), (0xAB, 0xBB), (0xFF08, 0xFF09),
      (0xFF3B, 0xFF3D),
      (0xFF5B, 0xFF5D),
    ] + opening.map { ($0, $0 + 1) }
  }()

  private static let numbers: [UInt32: Int] = {
    var numbers: [UInt32: Int] = [:]
    for (index, pair) in pairs.enumerated() {
      numbers[pair.0] = 2 * index
      numbers[pair.1] = 2 * index + 1
    }
    return numbers
  }()

  /// Even for an opening character, odd for the closing one of the same pair.
  static func number(of character: UInt32) -> Int? { numbers[character] }
}
