/// Texts that cost too much to shape, break or measure: as titles of a feed and of an entry, as names and as bodies.
extension HostileFile {
  static let texts: [HostileFile] =
    [
      text("letters", "a", 50_000, 5_000_000),
      text("words", "some words of prose ", 50_000, 500_000),
      text("combining-marks", "\u{301}", 20_000, 1_000_000, after: "a"),
      text("family-emoji", "👨‍👩‍👧‍👦", 10_000, 200_000),
      text("long-ligature", "\u{FDFA}", 50_000, 1_000_000),
      text("sara-am", "\u{E33}", 50_000, 1_000_000),
      text("thai", "\u{E01}", 100_000, 1_000_000),
      text("hebrew-and-digits", "אa1", 50_000, 1_000_000),
      text("virama-chain", "क्", 30_000, 500_000),
      text("khmer-coeng-chain", "ក្", 30_000, 500_000),
      text("tibetan-stack", "\u{F90}", 30_000, 500_000, after: "ཀ"),
      text("leading-jamo", "\u{1100}", 30_000, 500_000),
      text("regional-indicators", "\u{1F1E9}", 20_000, 500_000),
      text("joiners", "\u{200D}", 30_000, 500_000, after: "👩"),
      text("variation-selectors", "\u{FE0F}", 30_000, 500_000, after: "a"),
      text("embeddings", "\u{202B}a\u{202A}א", 20_000, 500_000),
      text("isolates", "\u{2067}a\u{2066}א", 20_000, 500_000),
      text("open-brackets", "(א[a", 20_000, 500_000),
      text("line-feeds", "\n", 50_000, 2_000_000, after: "a", before: "b"),
      text("lines", "a\n", 50_000, 1_000_000),
      text("line-separators", "a\u{2028}", 20_000, 500_000),
      text("tabs", "\t", 50_000, 1_000_000, after: "a", before: "b"),
      text("no-break-spaces", "\u{A0}", 50_000, 1_000_000, after: "a", before: "b"),
      text("soft-hyphens", "a\u{AD}", 30_000, 1_000_000),
      text("zero-width-spaces", "\u{200B}", 50_000, 1_000_000, after: "a", before: "b"),
      text("many-scripts", "aあ한بאकกД", 5_000, 100_000),
      text("unassigned", "\u{378}\u{E123}\u{10FFFD}", 10_000, 300_000),
      text("mathematical", "𝕬𝖇𝖈", 10_000, 300_000),
    ] + [leadingMarks, bidirectional, manyTitles]

  private static func text(
    _ name: String, _ unit: String, _ small: Int, _ full: Int, after: String = "", before: String = ""
  ) -> HostileFile {
    HostileFile(name) { size in
      let text = after + String(repeating: unit, count: size.pick(small, full)) + before
      return HostileFeedText(
        title: text,
        items: [
          .init(title: text, text: text), .init(title: "An author", text: "A body", author: text),
          .init(text: text),
        ])
    }
  }

  /// Marks without a letter to stand on, in every number up to 40, then letters.
  private static let leadingMarks = HostileFile("leading-marks") { _ in
    let items = (0...40).flatMap { count in
      ["\u{301}", "\u{94D}", "\u{E34}"].map { mark in
        let text = String(repeating: mark, count: count) + "a few words"
        return HostileFeedText.Item(title: text, text: text, author: text)
      }
    }
    return HostileFeedText(title: items[100].title ?? "", items: items)
  }

  /// Letters and controls of both directions at random.
  private static let bidirectional = HostileFile("bidirectional") { size in
    var random = SmallRandom(state: 1)
    let scalars = Array(
      "ab אב בג١٢12(),.-\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200F}\u{200E}\u{301}\u{5B0}ل"
        .unicodeScalars)
    let items = (0..<size.pick(300, 20_000)).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<1 + random.below(80) { text.append(scalars[random.below(scalars.count)]) }
      return HostileFeedText.Item(title: String(text), text: String(text))
    }
    return HostileFeedText(title: "Both directions", items: items)
  }

  /// Long titles in so many rows that all of them are not shaped at once.
  private static let manyTitles = HostileFile("many-long-titles", view: .list) { size in
    let words = String(repeating: "a longer title of many words ", count: 400)
    let items = (0..<size.pick(40, 2_000)).map { HostileFeedText.Item(title: "\($0) \(words)", text: words) }
    return HostileFeedText(title: words, items: items)
  }
}

/// Repeatable random numbers (a linear congruential generator, Knuth's MMIX).
struct SmallRandom {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
