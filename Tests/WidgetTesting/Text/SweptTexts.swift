import LayoutCore

/// Numbered texts that a sweep compares.
public nonisolated protocol SweptTexts: Sendable {
  /// How many texts there are.
  var count: Int { get }
  /// The text of a number below `count`.
  func text(_ number: Int) -> SweptText
}

/// A text that a sweep compares, and its attributes.
public nonisolated struct SweptText: Sendable {
  public var string: String
  public var attributes: [TextAttributeRun] = []

  public init(_ string: String) { self.string = string }

  /// Adds attributes to parts that begin and end at any character.
  mutating func addAttributes(_ random: inout SeededRandom) {
    var places = [0]
    for scalar in string.unicodeScalars { places.append(places[places.count - 1] + UTF8.width(scalar)) }
    attributes = (0..<(1 + random.below(3))).map { _ in
      let ends = [places[random.below(places.count)], places[random.below(places.count)]].sorted()
      return TextAttributeRun(Self.kinds[random.below(Self.kinds.count)], bytes: ends[0]..<ends[1])
    }
  }

  private static let kinds: [TextAttributeRun.Kind] = [
    .bold, .italic, .monospace, .scale(0.8), .scale(1.3), .size(7), .size(16), .language("ar"),
    .language("ja"), .link,
  ]
}
