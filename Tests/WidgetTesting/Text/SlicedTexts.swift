/// Real text in many scripts, cut at any character, and the pieces joined.
public nonisolated struct SlicedTexts: SweptTexts {
  private let texts: [[Unicode.Scalar]]

  public let count = 1 << 40

  public init() {
    texts = (TextCorpus.samples + TextCorpus.declarations + TextCorpus.shared(limit: 60))
      .filter { $0.unicodeScalars.count > 3 }.map { Array($0.unicodeScalars) }
  }

  public func text(_ number: Int) -> SweptText {
    var random = SeededRandom(seed: UInt64(number))
    var scalars = String.UnicodeScalarView()
    for _ in 0..<(2 + random.below(4)) {
      let text = texts[random.below(texts.count)]
      let length = 1 + random.below(random.below(2) == 0 ? 5 : 16)
      let start = random.below(text.count - 1)
      scalars.append(contentsOf: text[start..<min(start + length, text.count)])
      if random.below(3) == 0 { scalars.append(" ") }
    }
    var text = SweptText(String(scalars))
    if random.below(4) == 0 { text.addAttributes(&random) }
    return text
  }
}
