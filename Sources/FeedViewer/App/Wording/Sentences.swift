import Localization

/// Puts sentences one after another as the reader's language does: Chinese and Japanese have no space between them.
nonisolated enum Sentences {
  static func joined(_ sentences: [String]) -> String {
    guard let first = sentences.first else { return "" }
    return sentences.dropFirst().reduce(first) { text, next in
      // Translators: a sentence and the one after it.
      localized("\(text) \(next)", context: "two sentences")
    }
  }
}
