import Expectations
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Texts of rows are bounded before they are shaped.
struct RowTextTests {
  @Test(arguments: [
    "", "A title", "Straße, œuvre — «quoted»", "नमस्ते दुनिया", "한국어", "\u{1112}\u{1161}\u{11AB}", "👩‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽",
    "a\tb", "שָׁלוֹם", "e\u{301}\u{323}",
  ])
  func ordinaryTextIsUnchanged(text: String) {
    expect(Array(RowText.paragraph(text).utf8), equals: Array(text.utf8))
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
  func everySeparatorBecomesOneSpace(separator: String) {
    expect(RowText.paragraph("one\(separator)two\(separator)"), equals: "one two ")
  }

  @Test(arguments: [
    "\u{301}", "\u{200B}", "\u{FE0F}", "\u{202E}", "\u{AD}", "\u{1160}", "\u{1100}", "\u{11A8}", "\u{E0100}",
    "\u{1F3FD}", "\u{600}", "\u{94D}", "\u{20DD}",
  ])
  func runsOfExtendingCharactersAreBounded(attached: String) {
    for before in ["", "a", "क"] {
      let text = RowText.paragraph(before + String(repeating: attached, count: 20_000) + "b")
      expect(text.unicodeScalars.count <= 2 + RowText.maximumRun + 1)
      expect(text.unicodeScalars.last == "b" && text.unicodeScalars.starts(with: before.unicodeScalars))
    }
  }

  @Test func chainsOfJoinedEmojiAreBounded() {
    let text = RowText.paragraph(String(repeating: "👨\u{200D}", count: 10_000))
    expect(text.unicodeScalars.count { $0 == "👨" }, equals: 10_000)
    expect(text.allSatisfy { $0.unicodeScalars.count <= 2 * RowText.maximumRun })
  }

  @Test(arguments: ["ក\u{17D2}", "क\u{94D}", "क\u{94D}\u{200D}"])
  func chainsOfJoinedLettersAreBounded(link: String) {
    let text = RowText.paragraph(String(repeating: link, count: 1_000))
    let letter = link.unicodeScalars.first!
    var links = 0
    var longest = 0
    var follows = false
    for scalar in text.unicodeScalars where scalar != "\u{200D}" {
      // Where a joiner was dropped, two letters are adjacent.
      if scalar == letter { links = follows ? links : 0 } else { links += 1 }
      follows = scalar != letter
      longest = max(longest, links)
    }
    expect(longest, equals: RowText.maximumLinkCount)
    expect(text.unicodeScalars.count { $0 == letter }, equals: 1_000)
    // Each word has a chain of its own.
    let words = Array(repeating: "क्षत्रिय", count: 100).joined(separator: " ")
    expect(RowText.paragraph(words), equals: words)
  }

  @Test func textsNeverExceedTheirMaximumLength() {
    expect(RowText.paragraph(String(repeating: "a", count: 100_000)).count, equals: RowText.maximumLength)
    expect(RowText.label(String(repeating: "a", count: 11), maximumLength: 10), equals: "aaaaaaaaaa…")
    expect(RowText.label(String(repeating: "a", count: 10), maximumLength: 10), equals: "aaaaaaaaaa")
    expect(RowText.label("a\nb", maximumLength: 10), equals: "a b")
  }

  @Test func labelsEndAtGraphemeBoundaries() {
    let pieces = [
      "a", "é", "e\u{301}\u{302}", "👩‍👩‍👧‍👦", "🇩🇪", "🇫🇷", "한", "\u{1112}\u{1161}\u{11AB}", "क्ष", "👍🏽", " ", "שָׁ",
      "\u{600}1",
      "กำ", "\u{200D}", "\u{200B}",
    ]
    var random = SeededRandom(seed: 20_251)
    for _ in 0..<400 {
      let text = (0..<40).map { _ in pieces[random.below(pieces.count)] }.joined()
      let filtered = RowText.paragraph(text)
      for length in [1, 2, 7, 30] {
        let label = RowText.paragraph(text, maximumLength: length)
        // A grapheme that is longer than the limit is divided; it is then the only one.
        guard label.count > 1 else { continue }
        expect(filtered.hasPrefix(label), "\(text.debugDescription) at \(length)")
        expect(filtered.unicodeScalars.starts(with: label.unicodeScalars))
      }
    }
  }

  @Test func everyTextOfARowIsBounded() {
    let long = String(repeating: "a\u{301}\n", count: 1_000_000)
    let content = RowContent(
      title: long, preview: long, metadata: long, metadataTooltip: long,
      accessibleName: long)
    for text in [content.title, content.preview, content.metadata] {
      expect(text.unicodeScalars.count, equals: RowText.maximumLength)
    }
    expect(content.accessibleName.unicodeScalars.count <= RowContent.maximumNameLength + 1)
    expect((content.metadataTooltip ?? "").unicodeScalars.count <= RowContent.maximumTooltipLength + 1)
    let entry = SectionIndexEntry(label: long, title: long, element: .header(0))
    expect(entry.title.unicodeScalars.count <= 201 && (entry.label ?? "").unicodeScalars.count <= 40)
  }
}
