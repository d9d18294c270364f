import Foundation
import LayoutCore
import RandomNumbers

/// Seeded paragraphs for comparisons with PangoLayout: pieces of the corpora, of hard fragments, and of both.
struct SweepText {
  /// The text of a seed, its attributes, and whether it is ordinary prose.
  struct Sample {
    var string: String
    var attributes: [TextAttributeRun]
    var isProse: Bool

    /// The sample without some of its characters. Attributes keep the characters that are left of theirs.
    ///
    /// - Parameter characters: A range of numbers of Unicode scalars.
    func removing(_ characters: Range<Int>) -> Sample {
      let scalars = string.unicodeScalars
      let start = scalars.index(scalars.startIndex, offsetBy: characters.lowerBound)
      let end = scalars.index(start, offsetBy: characters.count)
      let first = string.utf8.distance(from: string.startIndex, to: start)
      let count = string.utf8.distance(from: start, to: end)
      func moved(_ byte: Int) -> Int { byte - min(max(byte - first, 0), count) }
      var shorter = self
      shorter.string.unicodeScalars.removeSubrange(start..<end)
      shorter.attributes = attributes.compactMap { run in
        let bytes = moved(run.bytes.lowerBound)..<moved(run.bytes.upperBound)
        return bytes.isEmpty ? nil : TextAttributeRun(run.kind, bytes: bytes)
      }
      return shorter
    }
  }

  private let corpora: [[String]]

  init(_ corpora: [String: [String]]) {
    let found = corpora.keys.sorted().map { corpora[$0]! }
    self.corpora = found.isEmpty ? [[TextCorpora.sample]] : found
  }

  func sample(seed: UInt64) -> Sample {
    var random = SweepRandom(seed: seed)
    let limit = 1 + random.below(random.below(3) == 0 ? 1500 : 300)
    switch random.below(4) {
    case 0, 1: return Sample(string: prose(limit, &random), attributes: [], isProse: true)
    case 2: return Sample(string: mixture(limit, &random), attributes: [], isProse: false)
    default:
      let string = random.below(2) == 0 ? prose(limit, &random) : mixture(limit, &random)
      return Sample(string: string, attributes: attributes(of: string, &random), isProse: false)
    }
  }

  /// A part of one script's paragraphs, cut anywhere.
  private func prose(_ limit: Int, _ random: inout SweepRandom) -> String {
    let paragraphs = corpora[random.below(corpora.count)]
    var scalars = String.UnicodeScalarView()
    var index = random.below(paragraphs.count)
    while scalars.count < limit {
      scalars.append(contentsOf: paragraphs[index % paragraphs.count].unicodeScalars)
      scalars.append(" ")
      index += 1
    }
    let start = random.below(max(scalars.count - limit, 1))
    return String(String.UnicodeScalarView(scalars.dropFirst(start).prefix(limit)))
  }

  private func mixture(_ limit: Int, _ random: inout SweepRandom) -> String {
    var scalars = String.UnicodeScalarView()
    while scalars.count < limit {
      switch random.below(10) {
      case 0..<4:
        scalars.append(contentsOf: Self.fragments[random.below(Self.fragments.count)].unicodeScalars)
      case 4..<7: scalars.append(contentsOf: prose(1 + random.below(40), &random).unicodeScalars)
      case 7: scalars.append(scalar(&random))
      case 8: scalars.append(" ")
      default:
        let fragment = Self.fragments[random.below(Self.fragments.count)]
        for _ in 0..<(1 + random.below(4)) { scalars.append(contentsOf: fragment.unicodeScalars) }
      }
    }
    return String(String.UnicodeScalarView(scalars.prefix(limit)))
  }

  private func scalar(_ random: inout SweepRandom) -> Unicode.Scalar {
    while true {
      let limit = random.below(3) > 0 ? 0x3000 : 0x3_0000
      if let found = Unicode.Scalar(UInt32(1 + random.below(limit))) { return found }
    }
  }

  private func attributes(of string: String, _ random: inout SweepRandom) -> [TextAttributeRun] {
    var places = [0]
    for scalar in string.unicodeScalars { places.append(places[places.count - 1] + UTF8.width(scalar)) }
    return (0..<(1 + random.below(6))).map { _ in
      let ends = [places[random.below(places.count)], places[random.below(places.count)]].sorted()
      let kind: TextAttributeRun.Kind =
        switch random.below(7) {
        case 0: .bold
        case 1: .italic
        case 2: .monospace
        case 3: .scale([0.83, 1.2, 0.7, 1.44][random.below(4)])
        case 4: .size(Double(6 + random.below(20)))
        case 5: .language(["ja", "zh-cn", "ar", "tr", "en", "ca-es"][random.below(6)])
        default: .link
        }
      return TextAttributeRun(kind, bytes: ends[0]..<ends[1])
    }
  }

  private static let fragments = [
    "office ", "AVATAR To. Ty, ", "“quoted” ", "x²", "café", "№5 ",
    "https://example.org/a/long/path?q=1&r=2 ",
    "well-known ", "3.14159 ", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "👍🏽", "e\u{301}", "ﬁ", "\u{AD}", "soft\u{AD}hyphen", "\u{200B}",
    "\u{A0}",
    "\u{2011}", "\t", "\u{2028}", "\n", "\r\n", "\u{2029}", "क्षत्रिय ", "ไทยสวัสดี", "សួស្តី", "မင်္ဂလာ", "שלום ",
    "(אבג) ",
    "مرحبا ", "لا إله ", "١٢٣ ", "日本語、", "한국어 ", "中文。", "…", "—", "Ω≈ç ", "  ", "a", "fffffi", "\u{2027}",
    "\u{1F600}",
    "\u{E123}", "ᠮᠣᠩᠭᠣᠯ ", "\u{200D}", "\u{200F}", "\u{202E}", "\u{202C}", "\u{301}", "-", "/", "!?", ")",
    "(",
    "\u{3000}", "\u{2060}", "\u{FEFF}", "İ", "ß", "\u{1}", "\u{7F}", "\u{FFFD}", "   ",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ]
}

/// Reproducible random numbers.
struct SweepRandom {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D) }

  mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
