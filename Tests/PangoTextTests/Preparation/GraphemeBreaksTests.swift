import CGtk
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

/// Pango 1.50 aborts at line breaks inside a grapheme; it must never get one.
@Suite(.serialized) struct GraphemeBreaksTests {
  /// Each of these texts aborted the program at some width from 0 to 40 px.
  private nonisolated static let fatal = [
    "\u{1F468}\u{93F}\u{937}\u{1F3FD}\u{947}\u{103C}\u{1039}\u{200D}\u{1F469}\u{1F469}\u{102D}",
    "\u{200D}\u{1F3FD}\u{1F468}\u{1F1E9}\u{1F3FD}\u{1F3FD}\u{1F3FD}\u{200D}\u{1F469}",
    "\u{200D}\u{1F1EA}\u{200D}\u{200D}\u{1F1E9}\u{1F1EA}\u{1F1E9}", " \u{5B8}\u{180B}\u{1828}\u{2028}",
    "\u{1F1E9}\u{200D}\u{1F1E9}\u{1F1EA}\u{1F1E9}", " \u{10A05}\u{7EB}",
    "\u{1F3FD}\u{1F3FD}\u{1031}\u{103C}\u{1F3FD}",
    "\u{202C}\u{840}\u{1F1E9}\u{10A05}\u{1F1E9}\u{1F1EA}\u{10A05}\u{1F1EA}\u{202E}\u{10A00}\u{202D}\u{710}",
  ]

  @Test(arguments: ["Sans 11", "DejaVu Serif 14", "Sans 48"]) func noTextAbortsPango(font: String) {
    let system = TextSystem(font: font)
    for text in Self.fatal {
      let element = system.element(text, style: .title)
      for width in 0...60 {
        let constraint = LineConstraint(width: width * 1024)
        #expect(
          system.extents(of: element, in: constraint) == system.extentsByPango(of: element, in: constraint))
      }
    }
  }

  /// No text of up to three pieces aborts the program at random widths in any wrap mode, and prepared heights equal
  /// drawn ones.
  @Test func randomTextsAreLaidOutAtEveryWidth() {
    let pieces = [
      " ", "a", "\u{301}", "\u{200D}", "\u{1F3FD}", "👩", "🇩", "🇪", "\u{200B}", "\u{600}", "ᄀ", "ᅡ",
      "\u{1828}", "\u{180B}", "\u{202E}",
      "ש", "क", "\u{94D}", "\u{E33}", "\t", "\u{2028}", "\u{AD}",
    ]
    let system = TextSystem(font: "Sans 24")
    var random = SeededRandom(seed: 4_560)
    for _ in 0..<1_500 {
      let text = (0...random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let mode = WrapMode.allCases[random.below(3)]
      let constraint = LineConstraint(width: random.below(60 * 1024), wrapMode: mode)
      let element = system.element(text, style: .preview)
      let height = system.extents(of: element, in: constraint).height
      #expect(
        height == system.extentsByPango(of: element, in: constraint).height, "\(text.debugDescription)")
    }
  }

  @Test(arguments: ["", "plain text", "Grüße", "👍🏽 👩‍👩‍👧 🇩🇪🇫🇷", "नमस्ते दुनिया", "שָׁלוֹם", "e\u{301} a\u{308}", "한국어"])
  func ordinaryTextsKeepTheirBreaks(text: String) {
    #expect(GraphemeBreaks.ranges(in: text).isEmpty)
  }

  @Test func aBreakBetweenASpaceAndAMarkIsFound() {
    #expect(GraphemeBreaks.ranges(in: "ab \u{301}c\nd \u{301}") == [2..<5, 8..<11])
  }
}
