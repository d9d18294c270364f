import LayoutCore
import WidgetTesting

/// Seeded random strings that are hard for text layout.
struct AdversarialText {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> String {
    var text = ""
    let staysNear = random.below(3) == 0
    let base = random.below(Self.fragments.count)
    for _ in 0..<(1 + random.below(60)) {
      let near = staysNear && random.below(4) > 0
      let index = near ? (base + random.below(3)) % Self.fragments.count : random.below(Self.fragments.count)
      text += Self.fragments[index]
      if random.below(9) == 0 { text.unicodeScalars.append(scalar()) }
    }
    return text
  }

  /// Random, possibly overlapping attribute runs in `string`.
  static func attributes(of string: String, _ random: inout SeededRandom) -> [TextAttributeRun] {
    var places = [0]
    for scalar in string.unicodeScalars { places.append(places[places.count - 1] + UTF8.width(scalar)) }
    return (0..<(1 + random.below(7))).map { _ in
      let ends = [places[random.below(places.count)], places[random.below(places.count)]].sorted()
      let kind: TextAttributeRun.Kind =
        switch random.below(8) {
        case 0, 1: .bold
        case 2: .italic
        case 3: .monospace
        case 4: .scale(0.7 + Double(random.below(100)) / 100)
        case 5: .size(Double(6 + random.below(24)))
        case 6: .language(["ja", "zh-cn", "ar", "tr", "en"][random.below(5)])
        default: .link
        }
      return TextAttributeRun(kind, bytes: ends[0]..<ends[1])
    }
  }

  private mutating func scalar() -> Unicode.Scalar {
    while true {
      let limit = random.below(3) > 0 ? 0x500 : 0x3_0000
      if let found = Unicode.Scalar(UInt32(0x20 + random.below(limit - 0x20))) { return found }
    }
  }

  private static let fragments = [
    "office ", "affluent ", "raffle", "fjord ", "AVATAR ", "To. ", "Ty, ", "“quoted” ", "f(x)=x² ", "naïve ",
    "café ", "№5 ", "https://example.org/a/long/path?with=query&and=more#frag ", "well-known ", "co-operate ",
    "3.14159 ", "AT&T ", "C++ ", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "ﬁ", "\u{AD}", "soft\u{AD}hyphen\u{AD}ated ",
    "zero\u{200B}width", "no\u{A0}break ", "non\u{2011}break ", "\t", "\u{2028}", "\n", "\r\n", "\u{2029}",
    "क्षत्रिय ", "हिन्दी में ", "স্বাধীনতা ", "தமிழ் ", "ไทยสวัสดีครับ", "សួស្តីពិភពលោក", "မင်္ဂလာပါ", "שלום ",
    "(אבג) ", "مرحبا بالعالم ", "لا إله ", "١٢٣ ", "اردو نستعلیق ", "日本語テキスト", "한국어 텍스트 ", "中文，",
    "。", "…", "—", "ﷺ ", "x̂ŷ", "Ω≈ç√ ", "∑∫", "Привет ", "Ελληνικά ", " ", "  ", "   ", "a",
    String(repeating: "a", count: 52), String(repeating: "漢", count: 12), "fffffi", "ffl ffi fi fl ",
    "\u{2027}", "hy\u{2027}phen", "\u{1F600}", "\u{E123}", "\u{12000}", "ᠮᠣᠩᠭᠣᠯ ", "བོད་ཡིག་", "\u{200D}",
    "\u{200F}", "\u{202E}", "\u{202C}", "\u{301}", "A\u{30A}", "WAVE", "LT. AV ", "-", "/", "!?", ")", "(",
    "\u{3000}", "\u{2003}", "&", "\u{FFFD}", "ﬃ", "\u{E33}", "ູ", "İ", "i̇", "ß", "Ǆ", "\u{2060}", "\u{FEFF}",
  ]
}
