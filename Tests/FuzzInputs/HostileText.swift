/// Text that is hard for shapers, line breakers and measurers: short pieces in many scripts, most of them malformed.
public enum HostileText {
  /// - Parameter limit: The most scalars; at least 1.
  public static func string(limit: Int, _ choices: inout Choices) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0...choices.below(12) {
      scalars.append(contentsOf: piece(&choices))
      if choices.onceIn(4) { scalars.append(" ") }
      if scalars.count >= limit { break }
    }
    return String(String.UnicodeScalarView(scalars.prefix(limit)))
  }

  /// Repeats one piece.
  /// - Parameter count: The least number of scalars.
  public static func repeated(count: Int, _ choices: inout Choices) -> String {
    let one = piece(&choices)
    let unit = one.isEmpty ? ["a"] : one
    var scalars = String.UnicodeScalarView()
    while scalars.count < count { scalars.append(contentsOf: unit) }
    return String(scalars)
  }

  private static func piece(_ choices: inout Choices) -> [Unicode.Scalar] {
    switch choices.below(22) {
    case 0, 1: return combiningRun(&choices)
    case 2: return bidirectional(&choices)
    case 3: return some(1...4, of: unassigned, &choices)
    case 4: return some(1...8, of: selectors, &choices, after: letters)
    case 5: return joinedEmoji(&choices)
    case 6: return (0...choices.below(15)).map { _ in scalar(0x1F1E6 + choices.below(26)) }
    case 7: return jamo(&choices)
    case 8, 9: return brokenSyllables(&choices)
    case 10: return some(1...3, of: breaks, &choices, after: letters)
    case 11: return some(1...4, of: invisible, &choices, after: letters)
    case 12:
      return Array(
        repeating: scalar(choices.one(of: [0xFDFA, 0xFDFD, 0x0E33, 0x0E01])), count: 1 + choices.below(20))
    case 13: return southEastAsian(&choices)
    case 14: return longWord(&choices)
    case 15: return digits(&choices)
    case 16: return (0...choices.below(12)).map { _ in anyScalar(below: 0x3000, &choices) }
    case 17: return (0...choices.below(6)).map { _ in anyScalar(below: 0x11_0000, &choices) }
    default: return Array(choices.one(of: words).unicodeScalars)
    }
  }

  /// From 0 to 40 marks, sometimes hundreds, with or without a base.
  private static func combiningRun(_ choices: inout Choices) -> [Unicode.Scalar] {
    var run: [Unicode.Scalar] = choices.onceIn(3) ? [] : [choices.one(of: letters)]
    let count = choices.onceIn(40) ? 41 + choices.below(400) : choices.below(41)
    let kinds = (0...choices.below(3)).map { _ in choices.one(of: marks) }
    for _ in 0..<count { run.append(choices.one(of: kinds)) }
    run.append(choices.one(of: letters))
    return run
  }

  /// Embeddings, overrides and isolates, closed or not, around letters of both directions.
  private static func bidirectional(_ choices: inout Choices) -> [Unicode.Scalar] {
    var run: [Unicode.Scalar] = []
    for _ in 0...choices.below(10) {
      run.append(choices.one(of: choices.onceIn(2) ? controls : letters))
      if choices.onceIn(5) { run.append(scalar(0x30 + choices.below(10))) }
    }
    return run
  }

  private static func joinedEmoji(_ choices: inout Choices) -> [Unicode.Scalar] {
    var run: [Unicode.Scalar] = []
    for _ in 0...choices.below(choices.onceIn(8) ? 30 : 5) {
      run.append(
        scalar(choices.one(of: [0x1F468, 0x1F469, 0x1F467, 0x2764, 0x1F3F4, 0x1F1E9, 0x61, 0x1F600])))
      if choices.onceIn(3) {
        run.append(scalar(choices.one(of: [0xFE0F, 0x1F3FD, 0xE0067, 0x20E3, 0xFE0E])))
      }
      run.append(scalar(0x200D))
    }
    return run
  }

  /// Leading, vowel and trailing jamo in any order, with fillers.
  private static func jamo(_ choices: inout Choices) -> [Unicode.Scalar] {
    (0...choices.below(16)).map { _ in
      switch choices.below(8) {
      case 0: scalar(0x115F)
      case 1: scalar(0x1160)
      case 2: scalar(0xAC00 + choices.below(11_172))
      case 3, 4: scalar(0x1100 + choices.below(0x5F))
      case 5: scalar(0x1161 + choices.below(0x46))
      case 6: scalar(0x302E + choices.below(2))
      default: scalar(0x11A8 + choices.below(0x57))
      }
    }
  }

  /// Vowel signs, viramas and repha without their consonants: shapers insert dotted circles.
  private static func brokenSyllables(_ choices: inout Choices) -> [Unicode.Scalar] {
    // The Brahmic blocks from Devanagari to Sinhala have 128 characters each and a common structure.
    let block = 0x900 + 0x80 * choices.below(10)
    return (0...choices.below(10)).map { _ in
      switch choices.below(6) {
      case 0: scalar(block + 0x4D)
      case 1: scalar(block + 0x3E + choices.below(0x10))
      case 2: scalar(block + choices.below(4))
      case 3: scalar(choices.one(of: [0x200C, 0x200D, 0x25CC, 0x20]))
      default: scalar(block + 0x15 + choices.below(0x25))
      }
    }
  }

  private static func southEastAsian(_ choices: inout Choices) -> [Unicode.Scalar] {
    let (start, count) = choices.one(of: [
      (0x0E01, 0x3A), (0x0E40, 0x0F), (0x0E81, 0x5E), (0x1780, 0x5E), (0x1000, 0xA0), (0x1820, 0x59),
      (0x0F40, 0x7D), (0x180B, 4), (0x1A20, 0x60), (0x1B00, 0x4C), (0xA980, 0x50), (0x0700, 0x4B),
      (0x07CA, 0x31), (0x1E900, 0x4C), (0x0621, 0x35), (0x05D0, 0x1B), (0x3041, 0xB0), (0x4E00, 0x5000),
    ])
    return (0...choices.below(16)).map { _ in scalar(start + choices.below(count)) }
  }

  private static func longWord(_ choices: inout Choices) -> [Unicode.Scalar] {
    let kinds = (0...choices.below(3)).map { _ in choices.one(of: letters) }
    return (0...choices.below(choices.onceIn(10) ? 300 : 60)).map { _ in choices.one(of: kinds) }
  }

  private static func digits(_ choices: inout Choices) -> [Unicode.Scalar] {
    (0...choices.below(14)).map { _ in
      choices.onceIn(4)
        ? choices.one(of: [".", ",", ":", "/", "-", "%", "+", "\u{66B}", "\u{2044}"])
        : scalar(choices.one(of: [0x30, 0x660, 0x6F0, 0x966, 0xE50, 0xFF10, 0x1D7CE]) + choices.below(10))
    }
  }

  private static func some(
    _ range: ClosedRange<Int>, of scalars: [Unicode.Scalar], _ choices: inout Choices,
    after bases: [Unicode.Scalar] = []
  ) -> [Unicode.Scalar] {
    var run: [Unicode.Scalar] = []
    for _ in 0..<choices.number(in: range) {
      if !bases.isEmpty, choices.onceIn(2) { run.append(choices.one(of: bases)) }
      run.append(choices.one(of: scalars))
    }
    return run
  }

  private static func anyScalar(below limit: Int, _ choices: inout Choices) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(1 + choices.below(limit - 1))) ?? "\u{FFFD}"
  }

  private static func scalar(_ value: Int) -> Unicode.Scalar { Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}" }

  private static let letters: [Unicode.Scalar] = [
    "a", "e", "W", "i", "f", "T", "é", "ß", "д", "Ω", "א", "ש", "ب", "ل", "ا", "ي", "क", "র", "ก", "ำ", "ក",
    "က",
    "ᠠ", "한", "日", "つ", "は", "、", "。", "ー", "界", "😀", "1", "٣", "(", ")", "-", "/", ".", "!",
  ]

  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{323}", "\u{338}", "\u{345}", "\u{34F}", "\u{35C}", "\u{483}", "\u{5B0}",
    "\u{64B}",
    "\u{651}", "\u{670}", "\u{93C}", "\u{94D}", "\u{9CD}", "\u{E34}", "\u{E48}", "\u{F71}", "\u{1037}",
    "\u{17D2}",
    "\u{1AB0}", "\u{1DC0}", "\u{20DD}", "\u{20E3}", "\u{302A}", "\u{3099}", "\u{FE20}", "\u{FE0F}",
    "\u{1D165}",
    "\u{200D}",
  ]

  private static let controls: [Unicode.Scalar] = [
    "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
    "\u{2067}", "\u{2068}", "\u{2069}", "\u{206A}", "\u{206F}",
  ]

  /// Unassigned, private use, noncharacters, tags, controls.
  private static let unassigned = [
    0x378, 0x530, 0x5FF, 0x8E2, 0x2FE0, 0xE000, 0xE123, 0xF8FF, 0xFDD0, 0xFFFE, 0xFFFF, 0xFFF9, 0xFFFB,
    0xFFFC, 0xFFFD,
    0x1FFFE, 0x10FFFF, 0xF0000, 0x10FFFD, 0xE0001, 0xE0041, 0xE007F, 0xE01EF, 0x1, 0x7F, 0x80, 0x9F, 0x1B,
  ].map(scalar)

  private static let selectors: [Unicode.Scalar] = [
    "\u{FE00}", "\u{FE01}", "\u{FE0E}", "\u{FE0F}", "\u{E0100}", "\u{E01EF}", "\u{180B}", "\u{180D}",
    "\u{180E}",
  ]

  private static let breaks: [Unicode.Scalar] = [
    "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", " ", "\u{3000}", "\u{1680}",
    "\u{2003}",
  ]

  private static let invisible: [Unicode.Scalar] = [
    "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{A0}", "\u{2011}", "\u{2027}", "\u{FEFF}",
    "\u{34F}",
    "\u{2061}", "\u{202F}", "\u{115F}", "\u{3164}", "\u{FFA0}", "\u{17B4}", "\u{1D173}",
  ]

  private static let words = [
    "word", "office ", "a longer piece of prose, as feeds have it; ", "AVATAR To. Ty, ", "“quoted” ", "№5 ",
    "x² ",
    "https://example.org/a/long/path?q=1&r=2#frag ", "well-known ", "soft\u{AD}hyphen\u{AD}ated ", "fffffi",
    "e\u{301}",
    "Straße ", "Ελληνικά ", "Русский текст ", "שלום (אבג) ", "שא1 ", "مرحبا بالعالم ", "فعملت كل ",
    "كذلك، دخلت مرَةً ",
    "क्षत्रिय ", "হাঁসজারু ", "தமிழ் ", "ไทยสวัสดี", "น้ำ", "សួស្តី", "မင်္ဂလာပါ", "ᠮᠣᠩᠭᠣᠯ ", "བོད་སྐད་", "日本語、", "つては、", "てては、",
    "「括弧」", "한국어 ", "中文。", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "👍🏽", "…", "—", "–", "!?", "İ", "ﬁ", "<b>", "&amp;", "]]>", "  ", "   ",
  ]
}
