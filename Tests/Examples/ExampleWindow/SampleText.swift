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

  /// A hundred, in alphabetical order.
  private static let nouns = [
    "acorn", "amber", "anchor", "apple", "arrow", "atlas", "badge", "bakery", "balcony", "barley", "basil",
    "beacon", "birch", "blanket", "boat", "bottle", "bridge", "brook", "cabin", "candle", "canvas",
    "castle", "cedar", "chapel", "cherry", "cliff", "clock", "cloud", "comet", "copper", "coral", "cotton",
    "cradle", "crane", "dawn", "desert", "drum", "eagle", "echo", "ember", "engine", "falcon", "feather",
    "fern", "ferry", "flute", "forest", "fountain", "fox", "galaxy", "garden", "glacier", "granite",
    "harbour", "harvest", "heron", "hill", "honey", "island", "ivory", "ivy", "jasmine", "jewel", "kettle",
    "key", "lake", "lantern", "lemon", "lily", "magnet", "maple", "meadow", "mirror", "moon", "nest", "oak",
    "ocean", "olive", "opal", "orchard", "otter", "paper", "pearl", "pepper", "pine", "quarry", "rain",
    "ribbon", "river", "rose", "saddle", "shell", "silver", "spruce", "stone", "tulip", "valley", "walnut",
    "willow",
    "zephyr",
  ]

  /// The name of one of a million files, which are in alphabetical order. Some names are long.
  public static func fileName(_ index: Int) -> String {
    var name = "\(nouns[index / 10_000]) \(nouns[index / 100 % 100]) \(nouns[index % 100])"
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
