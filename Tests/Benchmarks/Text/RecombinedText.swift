import LayoutCore
import RandomNumbers

/// Texts that all differ: the beginning of one paragraph, and a part of another one from the start of a word on.
///
/// The words and their order are those of real prose, on which the cost of a text depends.
nonisolated struct RecombinedText {
  private let paragraphs: [[Substring]]
  private var random: SplitMix64
  private var made: Set<String> = []

  /// - Precondition: One of the paragraphs contains a word.
  init(_ paragraphs: [String], seed: UInt64 = 1) {
    self.paragraphs = paragraphs.map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    precondition(!self.paragraphs.isEmpty, "One of the paragraphs must contain a word.")
    random = SplitMix64(seed: seed)
  }

  /// A new text of at most `length` characters.
  mutating func next(length: Int) -> String {
    while true {
      let text = combination(length: length)
      if made.insert(text).inserted { return text }
    }
  }

  private mutating func combination(length: Int) -> String {
    let first = paragraphs[random.below(paragraphs.count)]
    var text = first.prefix(1 + random.below(first.count)).joined(separator: " ")
    while text.unicodeScalars.count < length {
      let more = paragraphs[random.below(paragraphs.count)]
      text += " " + more.dropFirst(random.below(more.count)).joined(separator: " ")
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
  }
}
