import FeedViewerFeeds
import LayoutCore

/// The runs of an article as attributes of text.
nonisolated enum ArticleAttributes {
  /// - Parameters:
  ///   - runs: The styled parts of the text.
  ///   - text: The text.
  ///   - language: The language of the text; ignored unless it can be a language tag.
  ///   - isCode: Whether all of the text is in a monospaced font.
  /// - Complexity: O(runs).
  static func attributes(
    _ runs: [ArticleRun], of text: String, language: String?, isCode: Bool
  ) -> [TextAttributeRun] {
    var attributes: [TextAttributeRun] = []
    let all = 0..<text.utf8.count
    if let language, mayMatter(language), isTag(language), !all.isEmpty {
      attributes.append(TextAttributeRun(.language(language), bytes: all))
    }
    if isCode, !all.isEmpty { attributes.append(TextAttributeRun(.monospace, bytes: all)) }
    for run in runs {
      for (style, kind) in kinds where run.style.contains(style) {
        attributes.append(TextAttributeRun(kind, bytes: run.range))
      }
      // A hyphen would be taken for a part of the code (CSS Text 3, section 5.4).
      if run.style.contains(.code), !isCode, mayBreakWords(text.part(bytes: run.range)) {
        attributes.append(TextAttributeRun(.unhyphenated, bytes: run.range))
      }
      if run.link?.isEmpty == false { attributes.append(TextAttributeRun(.link, bytes: run.range)) }
    }
    return attributes
  }

  /// Shorter words fit into a line or cell of any width that is usual.
  private static let longWord = 8

  /// Whether a text has words that may be longer than a line.
  ///
  /// - Complexity: O(length).
  private static func mayBreakWords(_ text: Substring) -> Bool {
    var length = 0
    for byte in text.utf8 {
      length = byte <= 0x20 ? 0 : length + 1
      if length > longWord { return true }
    }
    return false
  }

  private static let kinds: [(ArticleStyle, TextAttributeRun.Kind)] = [
    (.strong, .bold), (.emphasis, .italic), (.code, .monospace), (.underline, .underline),
    (.strikethrough, .strikethrough), (.subscript, .subscript), (.superscript, .superscript),
    (.small, .scale(0.83)), (.mark, .marked), (.annotation, .scale(0.7)),
  ]

  /// Languages that are shaped and broken as fonts and Pango do it without being told the language. A text without
  /// attributes is prepared on other threads.
  private static let ordinaryLanguages: Set<String> = [
    "en", "de", "fr", "es", "it", "pt", "sv", "da", "no", "nb", "nn", "fi", "id", "ms", "sw", "af", "la",
  ]

  private static func mayMatter(_ language: String) -> Bool {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return !ordinaryLanguages.contains(primary)
  }

  /// Whether a text may be a language tag (RFC 5646): letters, digits and hyphens.
  static func isTag(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 35
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }
}
