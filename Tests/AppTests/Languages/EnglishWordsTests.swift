import Expectations
import Testing

/// How the sources write what they say in English.
struct EnglishWordsTests {
  /// What the sources say in English.
  private static let messages: [String] = {
    let file = PackageSources.root + "/data/po/feed-viewer.pot"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n\n").dropFirst().flatMap { entry in
      entry.matches(of: /(?m)^msgid(?:_plural)? ((?:"(?:[^"\\]|\\.)*"\n?)+)/).map { found in
        found.output.1.matches(of: /"((?:[^"\\]|\\.)*)"/).map { $0.output.1 }.joined()
          .replacing("\\\"", with: "\"")
      }
    }
  }()

  @Test func apostrophesQuotationMarksAndDotsAreTypographic() {
    expect(Self.messages.count > 500)
    for message in Self.messages {
      expect(!message.contains(/\w'\w|"|\.\.\./), "\(message)")
    }
  }
}
