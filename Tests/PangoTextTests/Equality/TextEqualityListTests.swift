import CGtk
import Expectations
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Every kind of text and every setting for which arithmetic must equal PangoLayout: extents, line counts, and the
/// width and byte range of each line.
@Suite(.serialized) struct TextEqualityListTests {
  private static let prose =
    "The quick brown fox jumps over the lazy dog, then AVAILs itself of To. kerning; and a nap by the river."

  private func expectEqual(
    _ string: String, attributes: [TextAttributeRun] = [], _ systems: [TextSystem]? = nil,
    mayAskPango: Bool = false
  ) {
    for system in systems ?? ["Sans 11", "Noto Serif 12"].map({ TextSystem(font: $0) }) {
      var sweep = EqualitySweep(system, seed: 9)
      let text = system.element(string, style: .preview, attributes: attributes)
      sweep.compare(text, count: 80)
      for pixels in TestRun.isFull ? [60, 150, 300, 900] : [60, 150, 900] {
        for limit in [0, 1, 2, 3, 6] {
          for mode in WrapMode.allCases {
            let constraint = LineConstraint(width: pixels * 1024, wrapMode: mode, maximumLineCount: limit)
            sweep.compare(text, in: constraint)
            if system.extentsByArithmetic(of: text, in: constraint) != nil {
              expect(
                system.lines(of: text, in: constraint), equals: system.linesByPango(of: text, in: constraint))
            }
          }
        }
      }
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      expect(mayAskPango ? sweep.compared == 0 : sweep.compared > 100, "\(sweep.compared)")
    }
  }

  @Test func severalParagraphs() {
    expectEqual("one two\nthree four\r\nfive\rsix\u{2029}seven\n\neight nine ten")
  }
  @Test func lineSeparators() { expectEqual("first line of words\u{2028}second line of words\u{2028}") }
  @Test func tabs() { expectEqual("a\tbb\tccc\tdddd eeeee\t\tffffff and more words\tat the end\t") }
  /// The tab is at the line's end, after a space that is not counted in its width.
  @Test func tabsAfterIgnoredTrailingSpaces() {
    let systems = ["DejaVu Sans 11", "Sans 11", "Noto Serif 12"].map { TextSystem(font: $0) }
    for system in systems {
      let text = system.element("years,\u{2001}\t", style: .preview)
      for pixels in 30..<120 {
        let constraint = LineConstraint(width: pixels * 1024)
        guard let answer = system.extentsByArithmetic(of: text, in: constraint) else { continue }
        expect(answer, equals: system.extentsByPango(of: text, in: constraint), "\(pixels)")
      }
    }
    expectEqual("years,\u{2001}\tmore words,\u{2001}\tand\u{2001}\t", systems)
  }
  /// A space in one cluster with the preceding vowel sign keeps its width at a line's end.
  @Test func spacesThatShareACluster() {
    let text =
      "\u{202E}past the old mill, where\u{DD9} a word \u{DD9} and another \u{93F} more \u{DD9} \u{DD9} "
    for rounds in [true, false] {
      var sweep = EqualitySweep(TextSystem(font: "Noto Sans 10.5", roundsGlyphPositions: rounds), seed: 5)
      sweep.compare(text: text, widths: 60...460)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      expect(sweep.readable.unanswered, equals: 0)
    }
  }
  /// Pango keeps the glyphs of an earlier break candidate when the white space after it is ignored, and blanks the
  /// last one.
  @Test func trailingWhiteSpaceOfEarlierBreakCandidates() {
    let text =
      "In my younger and more vulnerable years my father gave me some advice that I've been turning over"
    for rounds in [true, false] {
      var sweep = EqualitySweep(
        TextSystem(font: "Noto Sans CJK JP 11", roundsGlyphPositions: rounds), seed: 5)
      sweep.compare(text: text, widths: 60...460, wrapMode: .character)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      expect(sweep.readable.unanswered, equals: 0)
    }
  }
  /// A break after a space keeps the glyphs of a candidate with a hyphen, which is blanked where it is a cluster of its own;
  /// and a hyphen may stay inside a line, if two items are too wide for it.
  @Test(arguments: [
    "1000,000 ਕਝਫਿ\u{200E} ਚਿਛਊੲ", "n I  gain   टट्टिया और", "1000,000 ᝀᝏ\u{AD} ᝅ\u{94A}ᝍ",
    "q=more#frag\u{94D}\u{70F}𐓇\u{962}𐒲\u{A8E0}𐒼\u{940}",
  ])
  func hyphensOfEarlierBreakCandidates(text: String) {
    for wrapMode in [WrapMode.character, .wordCharacter] {
      for rounds in [true, false] {
        var sweep = EqualitySweep(
          TextSystem(font: "Noto Sans CJK JP 11", roundsGlyphPositions: rounds), seed: 5)
        sweep.compare(text: text, widths: 20...140, wrapMode: wrapMode)
        expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      }
    }
  }
  /// HarfBuzz omits the circle of a mark without a base fifteen syllables after another one, but not in a part of the
  /// text.
  @Test func dottedCirclesUnderMarksWithoutBase() {
    let text = "ဂလာာم» داฉลาดไมเรงผบးသည ရဟနးသဃာက ပြစမားစောေ"
    for rounds in [true, false] {
      let system = TextSystem(font: "DejaVu Sans Mono 9", roundsGlyphPositions: rounds)
      var sweep = EqualitySweep(system, seed: 5)
      sweep.compare(text: text, widths: 60...300)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
    }
  }
  /// A break inside a syllable leaves a part without a base, whose circle depends on a distant one before it.
  @Test func dottedCirclesCausedByBreaks() {
    let text =
      "နာကို ခံစားရသဖြင့် မိမိ ကိုယ်ကို သ"
      + "တိမထားနိုင်တော့ဘဲ အပေါ်ရုံသင်္ကန်းသ"
    let system = TextSystem(font: "DejaVu Sans 11", roundsGlyphPositions: false)
    let element = system.element(
      text, style: .preview, attributes: [TextAttributeRun(.monospace, bytes: 0..<84)])
    for pixels in 300..<420 {
      let constraint = LineConstraint(width: pixels * 1024, wrapMode: .character)
      let truth = system.makeLayout(element, in: constraint).use { PangoAnswer.lines(of: $0) }
      expect(system.lines(of: element, in: constraint), equals: truth)
    }
  }
  /// The window of such a part grows to the item's start, past the distant circle.
  @Test func dottedCirclesCausedByBreaksNearACircle() {
    let text = "烜ာဝေမငလာမငဂလာမငလာမင်္လ"
    for rounds in [true, false] {
      let system = TextSystem(font: "DejaVu Sans Mono 19", roundsGlyphPositions: rounds)
      var sweep = EqualitySweep(system, seed: 5)
      sweep.compare(text: text, widths: 300...420, wrapMode: .character)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      expect(sweep.compared > 100)
    }
  }
  @Test func softHyphens() {
    expectEqual("hy\u{AD}phen\u{AD}ation of ex\u{AD}traor\u{AD}di\u{AD}nary words\u{AD}")
  }
  @Test func insertedHyphens() { expectEqual("Supercalifragilisticexpialidocious incomprehensibilities") }
  @Test func zeroWidthSpaces() {
    expectEqual("zero\u{200B}width\u{200B}spaces \u{200B} between\u{200B}words")
  }
  @Test func noBreakSpaces() {
    expectEqual("10\u{A0}km of no\u{A0}break\u{A0}spaces and narrow\u{202F}ones too")
  }
  @Test func trailingSpaces() { expectEqual("words and then spaces      ") }
  @Test func manySpacesBetweenWords() { expectEqual("   a  b   c    d     e      f  " + Self.prose) }
  @Test func emojiWithJoiners() { expectEqual("family 👩‍👩‍👧‍👦 flags 🇪🇺🇩🇪 skin 👍🏽 keycap 1️⃣ heart ❤️‍🔥 end") }
  @Test func combiningMarks() {
    expectEqual("e\u{301}a\u{308}o\u{302}\u{301} n\u{303} \u{301} x\u{336}y\u{336} z")
  }
  @Test func ligatures() { expectEqual("office affluent waffle ffi ffl fi fl fjord difficult affixation") }
  @Test func mixedFontsAndScripts() {
    expectEqual("Latin 日本語 العربية हिन्दी 한국어 ไทย Ελληνικά Русский עברית in one paragraph of text")
  }
  @Test func rightToLeft() {
    expectEqual("نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق")
  }
  @Test func mixedDirections() {
    expectEqual("שלום to the world (123) مرحبا بكم ABC 45% and \u{202E}back\u{202C} again")
  }
  @Test func charactersThatBreakAnywhere() { expectEqual("我能吞下玻璃而不伤身体。「你好」，他说：いろはにほへと、ちりぬるを。") }
  @Test func missingGlyphs() { expectEqual("boxes \u{E123}\u{E124} and \u{12000} among words \u{E125}") }
  @Test func emptyText() { expectEqual("") }
  @Test func textOfOneSpace() { expectEqual(" ") }
  @Test func nulEndsTheText() { expectEqual("words before\0words after") }
  @Test func invalidUTF8() {
    let bytes: [UInt8] = [0x61, 0x20, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x20, 0x62, 0xF0, 0x9F]
    expectEqual(String(decoding: bytes, as: UTF8.self) + " " + Self.prose)
  }

  @Test func oneWordOfTenThousandCharacters() {
    let system = TextSystem(font: "Sans 10")
    let text = system.element(String(repeating: "a", count: 10_000), style: .preview)
    for width in [400, 300, nil] {
      let constraint = LineConstraint(width: width.map { $0 * 1024 })
      let found = system.extents(of: text, in: constraint)
      expect(width == nil ? found.lineCount == 1 : found.lineCount > 100)
      expect(system.statistics.answeredByPango, equals: 0)
      expect(
        system.makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) } == found)
    }
  }

  @Test func naturalWidth() {
    for string in TextCorpus.samples {
      let system = TextSystem(font: "Sans 11")
      let text = system.element(string, style: .title)
      guard let width = text.prepared.flatMap({ LineBreaker.naturalWidth(of: $0) }) else { continue }
      let truth = system.extentsByPango(of: text, in: LineConstraint(width: nil))
      expect(width, equals: truth.width, "\(string.debugDescription)")
    }
  }

  @Test(arguments: [
    TextAttributeRun.Kind.bold, .italic, .monospace, .size(7), .size(23), .link, .language("ja"), .scale(0.7),
    .scale(1.44),
  ])
  func attributes(kind: TextAttributeRun.Kind) {
    expectEqual(Self.prose, attributes: [TextAttributeRun(kind, bytes: 10..<52)])
  }

  /// Parts of a paragraph that runs the other way than their first words.
  @Test(arguments: [true, false]) func directionsOfParagraphs(isRightToLeft: Bool) {
    let text = "abc def ghi, אבג דהו זחט (12) and some more words, שלום"
    let attributes = [
      TextAttributeRun(.baseDirection(isRightToLeft: isRightToLeft), bytes: 0..<text.utf8.count)
    ]
    expectEqual(text, attributes: attributes)
    let layout = TextSystem().makeLayout(
      TextElement(text, style: TextStyle.preview.id, attributes: attributes), width: 90 * 1024)
    layout.use { layout in
      let direction = isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      for line in 0..<pango_layout_get_line_count(layout) {
        let found = pango_layout_get_line_readonly(layout, line).pointee.resolved_dir
        expect(UInt32(found), equals: direction.rawValue)
      }
      expect(pango_layout_get_alignment(layout), equals: isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    }
  }

  @Test(arguments: [TextAttributeRun.Kind.letterSpacing(2048), .lineHeight(1.5)])
  func unsupportedAttributesAreLeftToPango(kind: TextAttributeRun.Kind) {
    expectEqual(Self.prose, attributes: [TextAttributeRun(kind, bytes: 10..<52)], mayAskPango: true)
    let system = TextSystem(font: "Sans 11")
    let text = system.element(
      Self.prose, style: .preview, attributes: [TextAttributeRun(kind, bytes: 10..<52)])
    let constraint = LineConstraint(width: 200 * 1024)
    expect(system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint))
    expect(system.statistics.answeredByPango, equals: 1)
    var plain = text
    plain.attributes = []
    expect(
      system.extentsByPango(of: text, in: constraint) != system.extentsByPango(of: plain, in: constraint))
  }

  /// The arithmetic leaves such a text to Pango, which adds no hyphen in the range.
  @Test func wordsAreBrokenWithoutHyphensWhereThatIsAsked() {
    let text = "a " + String(repeating: "identifier", count: 12) + " b"
    let attributes = [TextAttributeRun(.unhyphenated, bytes: 2..<122)]
    expectEqual(text, attributes: attributes, mayAskPango: true)
    func hyphenCount(_ attributes: [TextAttributeRun]) -> Int {
      let layout = TextSystem().makeLayout(
        TextElement(text, style: TextStyle.preview.id, attributes: attributes), width: 90 * 1024)
      return layout.use { layout in
        var count: Int32 = 0
        let places = pango_layout_get_log_attrs_readonly(layout, &count)
        return (0..<Int(count)).count { places?[$0].break_inserts_hyphen == 1 }
      }
    }
    expect(hyphenCount([]) > 100)
    expect(hyphenCount(attributes), equals: 0)
  }

  @Test(arguments: [Float(0.8), 1, 1.35, 2]) func lineSpacing(factor: Float) {
    compareEverywhere { $0.lineSpacing = factor }
  }

  @Test(arguments: [1, 1024, 7 * 1024]) func spacingBetweenLines(spacing: Int) {
    compareEverywhere { $0.spacing = spacing }
  }

  @Test(arguments: [40, -40]) func indentation(pixels: Int) {
    compareEverywhere { $0.indentation = pixels * 1024 }
  }

  @Test(arguments: [true, false]) func baseDirectionRightToLeft(rounds: Bool) {
    let system = TextSystem {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      FontDescription("Sans 11").set(in: context)
      pango_context_set_base_dir(context, PANGO_DIRECTION_RTL)
      pango_context_set_round_glyph_positions(context, rounds ? 1 : 0)
      return context
    }
    for string in TextCorpus.samples + ["123 (45) !", "..."] where !string.isEmpty {
      expectEqual(string, [system])
    }
  }

  @Test func unroundedGlyphPositions() {
    let systems = ["Sans 11", "Noto Sans 10.5"].map { TextSystem(font: $0, roundsGlyphPositions: false) }
    for string in TextCorpus.samples { expectEqual(string, systems) }
  }

  private func compareEverywhere(_ change: (inout LineConstraint) -> Void) {
    let system = TextSystem(font: "Sans 11")
    var sweep = EqualitySweep(system, seed: 2)
    for string in TextCorpus.samples {
      let text = system.element(string, style: .preview)
      for pixels in TestRun.isFull ? [90, 200, 410, 1500] : [90, 410, 1500] {
        for limit in [0, 2] {
          var constraint = LineConstraint(width: pixels * 1024, maximumLineCount: limit)
          change(&constraint)
          sweep.compare(text, in: constraint)
        }
      }
    }
    expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
    expect(sweep.compared > 100)
  }
}
