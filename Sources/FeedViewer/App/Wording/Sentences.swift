import FeedViewerBase

/// Puts sentences one after another as the reader's language does: Chinese and Japanese have no space between them.
nonisolated enum Sentences {
  static func joined(_ sentences: [String]) -> String {
    guard let first = sentences.first else { return "" }
    return sentences.dropFirst().reduce(first) { text, next in
      // Translators: a sentence and the one after it.
      localized("\(text) \(next)", context: "two sentences")
    }
  }

  /// A sentence that begins with a name. A name with letters that run from right to left is isolated, so that it does not
  /// turn around a sentence that runs from left to right; translations that run from right to left begin with a mark.
  static func isolating(_ name: String, in sentence: String) -> String {
    guard sentence.hasPrefix(name), name.unicodeScalars.contains(where: \.isRightToLeft) else {
      return sentence
    }
    return "\u{200E}\u{2068}\(name)\u{2069}\(sentence.dropFirst(name.count))"
  }
}

nonisolated extension Unicode.Scalar {
  /// Whether it belongs to a script that runs from right to left.
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
