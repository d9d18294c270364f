import VirtualList

/// Texts for examples: the same number gives the same text.
public nonisolated enum SampleText {
  private static let words = [
    "a", "after", "again", "along", "and", "autumn", "before", "bridge", "came", "children", "clouds",
    "evening",
    "every", "field", "garden", "harbour", "in", "kept", "letter", "light", "little", "morning", "of", "old",
    "over", "quiet", "rain", "river", "road", "room", "sea", "street", "the", "through", "to", "train",
    "under",
    "village", "water", "were", "where", "window", "winter", "with",
  ]

  /// The name of one of a million files, which are in alphabetical order. Some names are long.
  public static func fileName(_ index: Int) -> String {
    var rest = index * (words.count * words.count * words.count * words.count) / 1_000_000
    var name = ""
    for place in 0..<4 {
      var weight = 1
      for _ in place..<3 { weight *= words.count }
      if place > 0 { name += " " }
      name += words[rest / weight]
      rest %= weight
    }
    if number(index, below: 5) == 0 {
      name += ", as it was before the corrections of last winter were made"
      if number(index, below: 3) == 0 {
        name += " and all of the pictures had been moved to the other folder"
      }
    }
    return name + ".txt"
  }

  /// A number that looks random.
  ///
  /// - Parameters:
  ///   - index: Which one.
  ///   - bound: Positive; the number is less.
  public static func number(_ index: Int, below bound: Int) -> Int {
    var state = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15 &+ 0x632B_E59B_D9B4_E019
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((state ^ state >> 31) % UInt64(bound))
  }

  /// A sentence.
  ///
  /// - Parameters:
  ///   - index: Which one.
  ///   - count: Its words; positive.
  public static func sentence(_ index: Int, wordCount count: Int) -> String {
    let text = (0..<count).map { words[number(index &* 1_000 + $0, below: words.count)] }
      .joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
