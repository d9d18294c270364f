/// Texts that are expensive to shape, break or measure: as titles of a feed and of an entry, as names and as bodies.
extension HostileFile {
  /// A repeated unit, the counts in a test and at full size, and the text around it.
  private typealias Repetition = (
    name: String, unit: String, small: Int, full: Int, after: String, before: String
  )

  private static let repetitions: [Repetition] = [
    ("letters", "a", 50_000, 5_000_000, "", ""),
    ("words", "some words of prose ", 50_000, 500_000, "", ""),
    ("combining-marks", "\u{301}", 20_000, 1_000_000, "a", ""),
    ("family-emoji", "👨‍👩‍👧‍👦", 10_000, 200_000, "", ""),
    ("long-ligature", "\u{FDFA}", 50_000, 1_000_000, "", ""),
    ("sara-am", "\u{E33}", 50_000, 1_000_000, "", ""),
    ("thai", "\u{E01}", 100_000, 1_000_000, "", ""),
    ("hebrew-and-digits", "אa1", 50_000, 1_000_000, "", ""),
    ("virama-chain", "क्", 30_000, 500_000, "", ""),
    ("khmer-coeng-chain", "ក្", 30_000, 500_000, "", ""),
    ("tibetan-stack", "\u{F90}", 30_000, 500_000, "ཀ", ""),
    ("leading-jamo", "\u{1100}", 30_000, 500_000, "", ""),
    ("regional-indicators", "\u{1F1E9}", 20_000, 500_000, "", ""),
    ("joiners", "\u{200D}", 30_000, 500_000, "👩", ""),
    ("variation-selectors", "\u{FE0F}", 30_000, 500_000, "a", ""),
    ("embeddings", "\u{202B}a\u{202A}א", 20_000, 500_000, "", ""),
    ("isolates", "\u{2067}a\u{2066}א", 20_000, 500_000, "", ""),
    ("open-brackets", "(א[a", 20_000, 500_000, "", ""),
    ("line-feeds", "\n", 50_000, 2_000_000, "a", "b"),
    ("lines", "a\n", 50_000, 1_000_000, "", ""),
    ("line-separators", "a\u{2028}", 20_000, 500_000, "", ""),
    ("tabs", "\t", 50_000, 1_000_000, "a", "b"),
    ("no-break-spaces", "\u{A0}", 50_000, 1_000_000, "a", "b"),
    ("soft-hyphens", "a\u{AD}", 30_000, 1_000_000, "", ""),
    ("zero-width-spaces", "\u{200B}", 50_000, 1_000_000, "a", "b"),
    ("many-scripts", "aあ한بאकกД", 5_000, 100_000, "", ""),
    ("unassigned", "\u{378}\u{E123}\u{10FFFD}", 10_000, 300_000, "", ""),
    ("mathematical", "𝕬𝖇𝖈", 10_000, 300_000, "", ""),
  ]

  public static let texts: [HostileFile] = repetitions.map(file) + [leadingMarks, bidirectional, manyTitles]

  private static func file(of repetition: Repetition) -> HostileFile {
    HostileFile(repetition.name) { size in
      let text = text(of: repetition, count: size.pick(repetition.small, repetition.full))
      return HostileFeedText(
        title: text,
        items: [
          .init(title: text, text: text), .init(title: "An author", text: "A body", author: text),
          .init(text: text),
        ])
    }
  }

  private static func text(of repetition: Repetition, count: Int) -> String {
    repetition.after + String(repeating: repetition.unit, count: count) + repetition.before
  }

  /// A feed with a paragraph of each text.
  public static let allTexts = HostileFile("all-texts", view: .article) { size in
    let count = size.pick(1_000, 30_000)
    let html = repetitions.map { "<p>\(text(of: $0, count: count))</p>" }.joined()
    return HostileFeedText(title: "Texts", items: [.init(title: "All of them", html: html)])
  }

  /// From 0 to 40 marks without a base, then letters.
  private static let leadingMarks = HostileFile("leading-marks") { _ in
    let items = (0...40).flatMap { count in
      ["\u{301}", "\u{94D}", "\u{E34}"].map { mark in
        let text = String(repeating: mark, count: count) + "a few words"
        return HostileFeedText.Item(title: text, text: text, author: text)
      }
    }
    return HostileFeedText(title: items[100].title ?? "", items: items)
  }

  /// Random letters and controls of both directions.
  private static let bidirectional = HostileFile("bidirectional") { size in
    var random = SmallRandom(state: 1)
    let scalars = Array(
      "ab אב בג١٢12(),.-\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200F}\u{200E}\u{301}\u{5B0}ل"
        .unicodeScalars)
    let items = (0..<size.pick(300, 1_500)).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<1 + random.below(80) { text.append(scalars[random.below(scalars.count)]) }
      return HostileFeedText.Item(title: String(text), text: String(text))
    }
    return HostileFeedText(title: "Both directions", items: items)
  }

  /// Long titles in more rows than are shaped at once.
  private static let manyTitles = HostileFile("many-long-titles", view: .list) { size in
    let words = String(repeating: "a longer title of many words ", count: 400)
    let items = (0..<size.pick(40, 400)).map { HostileFeedText.Item(title: "\($0) \(words)", text: words) }
    return HostileFeedText(title: words, items: items)
  }
}

/// Seeded random numbers (a linear congruential generator, Knuth's MMIX).
struct SmallRandom {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
