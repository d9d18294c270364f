/// All strings of one to six pieces over small alphabets: exhaustive for short texts.
public nonisolated struct SmallTexts {
  public static let longest = 6

  /// Pieces of one script, with marks, spaces, and characters that may not begin or end a line.
  public struct Alphabet: SweptTexts {
    public let name: String
    public let pieces: [String]

    /// How many strings there are.
    public var count: Int { (1...SmallTexts.longest).reduce(0) { $0 + power($1) } }

    public func text(_ number: Int) -> SweptText { SweptText(string(number)) }

    /// The string of a number below `count`: short ones come first.
    public func string(_ number: Int) -> String {
      var rest = number
      var length = 1
      while rest >= power(length) {
        rest -= power(length)
        length += 1
      }
      var string = ""
      for _ in 0..<length {
        string += pieces[rest % pieces.count]
        rest /= pieces.count
      }
      return string
    }

    private func power(_ exponent: Int) -> Int {
      (0..<exponent).reduce(1) { product, _ in product * pieces.count }
    }
  }

  public static let alphabets = [
    Alphabet(name: "Latin", pieces: ["f", "i", "V", "A", " ", "."]),
    Alphabet(name: "Latin, long ligatures", pieces: ["ffffff", "f", "fi", "\u{AD}", " ", "র"]),
    Alphabet(name: "Latin, hyphens", pieces: ["a", "W", "\u{AD}", "-", "\u{2027}", " "]),
    Alphabet(name: "Latin, marks", pieces: ["e", "\u{301}", "\u{323}", " ", "(", "\u{A0}"]),
    Alphabet(name: "Latin, words", pieces: ["the ", "office", "AV", ", ", "\u{201C}", "1"]),
    Alphabet(name: "spaces", pieces: ["a", " ", "\u{3000}", "\u{2003}", "\u{200B}", "\u{2060}"]),
    Alphabet(name: "breaks", pieces: ["a", "\t", "\u{2028}", "\n", " ", "b"]),
    Alphabet(name: "boxes", pieces: ["a", "\u{E123}", "\u{F0000}", " ", "\u{378}", "\u{AD}"]),
    Alphabet(name: "Greek and Cyrillic", pieces: ["Ω", "ά", "Щ", "й", " ", "-"]),
    Alphabet(name: "Arabic", pieces: ["ل", "ا", "ن", "\u{64E}", " ", "،"]),
    Alphabet(name: "Arabic, digits", pieces: ["ج", "١", "2", " ", "(", "\u{640}"]),
    Alphabet(name: "Urdu", pieces: ["ہ", "ے", "ٹ", "گ", " ", "۔"]),
    Alphabet(name: "Hebrew", pieces: ["א", "ל", "\u{5B8}", " ", "־", "1"]),
    Alphabet(name: "Hebrew and Latin", pieces: ["ש", "a", "1", " ", "(", ")"]),
    Alphabet(name: "Devanagari", pieces: ["क", "\u{94D}", "ष", "\u{93F}", " ", "।"]),
    Alphabet(name: "Devanagari, broken", pieces: ["\u{93F}", "\u{94D}", "र", "\u{902}", " ", "a"]),
    Alphabet(name: "Bengali", pieces: ["ক", "\u{9CD}", "র", "\u{9CB}", " ", "।"]),
    Alphabet(name: "Tamil", pieces: ["க", "\u{BCD}", "ஷ", "\u{BCA}", " ", "."]),
    Alphabet(name: "Malayalam", pieces: ["ക", "\u{D4D}", "ര", "\u{D4A}", " ", "1"]),
    Alphabet(name: "Sinhala", pieces: ["ක", "\u{DCA}", "\u{200D}", "ර", " ", "\u{DDD}"]),
    Alphabet(name: "Thai", pieces: ["ก", "\u{E33}", "\u{E48}", "เ", " ", "ๆ"]),
    Alphabet(name: "Lao", pieces: ["ກ", "\u{EB3}", "\u{EC8}", "ເ", " ", "ໆ"]),
    Alphabet(name: "Khmer", pieces: ["ក", "\u{17D2}", "\u{17C4}", "រ", " ", "។"]),
    Alphabet(name: "Burmese", pieces: ["က", "\u{103C}", "\u{1039}", "\u{1031}", " ", "။"]),
    Alphabet(name: "Tibetan", pieces: ["ཀ", "\u{F90}", "\u{F72}", "་", " ", "།"]),
    Alphabet(name: "Kana", pieces: ["つ", "て", "は", "、", "「", "ー"]),
    Alphabet(name: "Kana, marks", pieces: ["か", "\u{3099}", "ﾊ", "ﾞ", "っ", "。"]),
    Alphabet(name: "Chinese", pieces: ["中", "文", "，", "《", "1", "a"]),
    Alphabet(name: "Korean", pieces: ["한", "글", " ", ".", "(", "a"]),
    Alphabet(name: "Jamo", pieces: ["\u{1112}", "\u{1161}", "\u{11AB}", "한", " ", "\u{115F}"]),
    Alphabet(name: "Mongolian", pieces: ["ᠮ", "ᠣ", "\u{180B}", "\u{180E}", " ", "᠂"]),
    Alphabet(name: "against the direction", pieces: ["\u{202E}", "ᠮ", "a", "V", " ", "\u{202C}"]),
    Alphabet(name: "against the direction, joined", pieces: ["\u{202D}", "ل", "ا", " ", "1", "\u{202C}"]),
    Alphabet(name: "bidi controls", pieces: ["א", "a", "\u{2067}", "\u{2069}", "1", " "]),
    Alphabet(name: "emoji", pieces: ["👩", "\u{200D}", "👧", "\u{FE0F}", "🏽", " "]),
    Alphabet(name: "flags and keys", pieces: ["🇩", "🇪", "1", "\u{FE0F}", "\u{20E3}", " "]),
    Alphabet(name: "marks first", pieces: ["\u{301}", "\u{93F}", "\u{E33}", "\u{1031}", "a", " "]),
    Alphabet(name: "scripts", pieces: ["a", "क", "ل", "中", "ก", " "]),
    Alphabet(name: "long forms", pieces: ["\u{FDFA}", "ﷺ ", "ﬃ", "…", "—", "a"]),
  ]
}
