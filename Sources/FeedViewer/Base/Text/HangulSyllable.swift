/// Composes Korean syllables and kana (Unicode Standard, section 3.12, and the canonical compositions of UAX #15).
///
/// Their folded text is composed, because a syllable and a voiced kana are letters to their readers, and because the
/// parts would take two to three times as many bytes.
enum HangulSyllable {
  private static let vowels: UInt32 = 21
  private static let trailings: UInt32 = 28
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// Whether a scalar may combine with the one before it.
  static func isVowelOrTrailing(_ value: UInt32) -> Bool {
    (0x1161...0x1175).contains(value) || (0x11A8...0x11C2).contains(value)
  }

  /// The syllable of two scalars, if they form one.
  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
      return 0xAC00 + ((first - 0x1100) * vowels + second - 0x1161) * trailings
    }
    if syllables.contains(first), (first - 0xAC00) % trailings == 0, (0x11A8...0x11C2).contains(second) {
      return first + second - 0x11A7
    }
    return nil
  }
}

/// Composes kana with the marks of voiced (dakuten, U+3099) and half-voiced (handakuten, U+309A) sounds.
enum VoicedKana {
  /// The canonical combining class of both marks.
  static let combiningClass: UInt8 = 8

  /// The kana of a letter and a mark, if there is one.
  static func composed(_ kana: UInt32, _ mark: UInt32) -> UInt32? {
    guard mark == 0x3099 || mark == 0x309A, (0x3041...0x30FF).contains(kana) else { return nil }
    // Katakana are 0x60 after hiragana.
    let isKatakana = kana >= 0x30A1
    let hiragana = isKatakana ? kana - 0x60 : kana
    switch hiragana {
    case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: return kana + (mark == 0x3099 ? 1 : 2)
    case _ where mark == 0x309A: return nil
    case 0x3046: return isKatakana ? 0x30F4 : 0x3094
    case 0x304B...0x3061 where hiragana % 2 == 1, 0x3064, 0x3066, 0x3068, 0x309D: return kana + 1
    case 0x308F...0x3092 where isKatakana: return kana + 8
    default: return nil
    }
  }
}
