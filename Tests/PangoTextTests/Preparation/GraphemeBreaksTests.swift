import CGtk
import Expectations
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Pango aborts at some line breaks inside a grapheme; it must get those only at widths at which it does not.
@Suite(.serialized) struct GraphemeBreaksTests {
  /// Each of these texts aborted the program at some width from 0 to 40 px, the last two with Pango 1.56 only.
  private nonisolated static let fatal = [
    "\u{1F468}\u{93F}\u{937}\u{1F3FD}\u{947}\u{103C}\u{1039}\u{200D}\u{1F469}\u{1F469}\u{102D}",
    "\u{200D}\u{1F3FD}\u{1F468}\u{1F1E9}\u{1F3FD}\u{1F3FD}\u{1F3FD}\u{200D}\u{1F469}",
    "\u{200D}\u{1F1EA}\u{200D}\u{200D}\u{1F1E9}\u{1F1EA}\u{1F1E9}", " \u{5B8}\u{180B}\u{1828}\u{2028}",
    "\u{1F1E9}\u{200D}\u{1F1E9}\u{1F1EA}\u{1F1E9}", " \u{10A05}\u{7EB}",
    "\u{1F3FD}\u{1F3FD}\u{1031}\u{103C}\u{1F3FD}",
    "\u{202C}\u{840}\u{1F1E9}\u{10A05}\u{1F1E9}\u{1F1EA}\u{10A05}\u{1F1EA}\u{202E}\u{10A00}\u{202D}\u{710}",
    "\u{1BF2}\u{1BF2}!\u{1BF2}", "a\u{1BF2}b\u{1BF2}",
  ]

  @Test(arguments: ["Sans 11", "DejaVu Serif 14", "Sans 48"]) func noTextAbortsPango(font: String) {
    let system = TextSystem(font: font)
    for text in Self.fatal {
      let element = system.element(text, style: .title)
      for width in 0...60 {
        let constraint = LineConstraint(width: width * 1024)
        expect(
          system.extents(of: element, in: constraint),
          equals: system.extentsByPango(of: element, in: constraint))
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
    for _ in 0..<TestRun.count(500, full: 1_500) {
      let text = (0...random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let mode = WrapMode.allCases[random.below(3)]
      let constraint = LineConstraint(width: random.below(60 * 1024), wrapMode: mode)
      let element = system.element(text, style: .preview)
      let height = system.extents(of: element, in: constraint).height
      expect(
        height, equals: system.extentsByPango(of: element, in: constraint).height, "\(text.debugDescription)")
    }
  }

  /// No pair of characters has a break inside a grapheme, alone or around a space, that is not found. There are three
  /// characters for every class of UAX #14 and general category, and those that Unicode treats specially.
  @Test func everyBreakInsideAGraphemeIsFound() {
    var counts: [[Int32]: Int] = [:]
    var characters: [Unicode.Scalar] = [
      0x94D, 0x9CD, 0x1039, 0x1B44, 0x25CC, 0x34F, 0x35C, 0xFE20, 0x1BF2, 0xA9C0, 0x11046, 0x1134D, 0x1193F,
      0x11A3A,
      0x11D46, 0x1F3FD, 0x1F468, 0x1F1E9, 0x1100, 0x1160, 0x11A8, 0xAC00, 0xAC01, 0x200B, 0x180B,
    ].compactMap { Unicode.Scalar($0 as UInt32) }
    for scalar in (UInt32(0x20)..<0x1_2000).lazy.compactMap(Unicode.Scalar.init)
    where g_unichar_isdefined(scalar.value) != 0 {
      let kind = [g_unichar_break_type(scalar.value).rawValue, g_unichar_type(scalar.value).rawValue].map(
        Int32.init)
      counts[kind, default: 0] += 1
      if [1, 9, 33].contains(counts[kind]) { characters.append(scalar) }
    }
    expect(characters.count > 100)
    for first in characters {
      for second in characters {
        for pieces in [[first, second], [first, " ", second]] {
          let text = String(String.UnicodeScalarView(pieces))
          if splitsAGrapheme(text, characterCount: pieces.count) {
            expect(!GraphemeBreaks.ranges(in: text).isEmpty, "\(pieces.map(\.value))")
          }
        }
      }
    }
  }

  private func splitsAGrapheme(_ text: String, characterCount count: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { places in
      places.initialize(repeating: PangoLogAttr())
      pango_default_break(text, Int32(text.utf8.count), nil, places.baseAddress, Int32(count + 1))
      return places[1..<count].contains { $0.is_line_break != 0 && $0.is_char_break == 0 }
    }
  }

  @Test(arguments: ["", "plain text", "Grüße", "👍🏽 👩‍👩‍👧 🇩🇪🇫🇷", "नमस्ते दुनिया", "שָׁלוֹם", "e\u{301} a\u{308}", "한국어"])
  func ordinaryTextsKeepTheirBreaks(text: String) {
    expect(GraphemeBreaks.ranges(in: text).isEmpty)
  }

  /// Breaks inside graphemes can be fatal only in the last grapheme of an item.
  @Test(
    arguments: [
      ("14159 \u{1038}\u{101E}", []), ("ab \u{301}c", []), ("ab \u{301}", [2..<5]),
      ("ab \u{301}\ncd \u{308}", [2..<5, 8..<11]),
      ("\u{301}", []), (" \u{301}", [0..<3]), ("ab \u{301} c", []), ("plain", []),
      ("\u{1F3FD}\u{1F3FD}\u{1F3FD}", [0..<8, 4..<12]),
    ] as [(String, [Range<Int>])])
  func breaksInTheLastGraphemeOfAnItemMayBeFatal(string: String, ranges: [Range<Int>]) {
    let system = TextSystem(font: "DejaVu Sans 11")
    let layout = system.makeLayout(system.element(string, style: .preview), width: nil)
    let found = layout.use { FatalBreaks.all(in: $0) }
    expect(Set(found.flatMap(\.ranges)), equals: Set(ranges))
    // Only lines that are narrower than a character are too narrow.
    expect(found.allSatisfy { (1..<40 * 1024).contains($0.width) })
  }

  /// No pair of kinds of characters aborts the program in narrow lines, measured or drawn.
  @Test func noPairOfKindsAbortsPango() {
    let texts = BorderTexts()
    let system = TextSystem(font: "Sans 11")
    var removed = 0
    for number in stride(from: 0, to: texts.pairCount, by: TestRun.count(11, quick: 97, full: 1)) {
      let swept = texts.text(number)
      let text = system.element(
        swept.string, style: .title, attributes: swept.attributes, keepsPrepared: false)
      for width in [1, 3, 6, 11, 19, 40] {
        let constraint = LineConstraint(width: width * 1024)
        let height = system.extents(of: text, in: constraint).height
        system.makeLayout(text, width: constraint.width).use { layout in
          expect(height, equals: PangoAnswer.extents(of: layout, in: constraint).height)
          if !GraphemeBreaks.ranges(in: swept.string).isEmpty, pango_layout_get_attributes(layout) != nil {
            removed += 1
          }
        }
      }
    }
    expect(removed > 0)
  }

  @Test func aBreakBetweenASpaceAndAMarkIsFound() {
    expect(GraphemeBreaks.ranges(in: "ab \u{301}c\nd \u{301}"), equals: [2..<5, 8..<11])
  }
}
