import CGtk
import Expectations
import GtkInterop
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Texts whose words, items and graphemes meet in unusual ways, against PangoLayout.
@Suite(.serialized) struct BorderTextTests {
  /// Lines end before a mark after a space, although it is no boundary of graphemes.
  private nonisolated static let marksAfterSpaces = [
    "14159 းသည", "affle ူပါလော၊", "=more#frag ้ว", "1000,000 ืนนน", "word \u{301}word word", "abc ि हिन्दी",
    "१२३ ् क, \u{93F}",
    "a \u{200D}क b \u{200D}\u{1F469} c", "x\u{200B}\u{301}y\u{200B}\u{E34}z",
    "no \u{20DD} yes \u{FE0F} 1 \u{20E3}",
    "👩 \u{1F3FD}👩 a\u{1F3FD}b", "🇩\u{200D}🇪🇫 🇬🇭🇮", "ᄀ ᅡ가 ᆨ", "ab \u{5B8}ש \u{64E}ل", "a \u{301}",
  ]

  /// The layouts are made without this module, which must not change what they have.
  @Test(arguments: marksAfterSpaces) func measuredTextsEqualLayoutsMadeByPangoAlone(string: String) {
    var compared = 0
    for rounds in [true, false] {
      let measurer = PlainTextMeasurer(font: "Sans 11", roundsGlyphPositions: rounds)
      let context = GObjectReference(
        adopting: pango_font_map_create_context(pango_cairo_font_map_get_default())!)
      pango_context_set_round_glyph_positions(context.pointer, rounds ? 1 : 0)
      let layout = GObjectReference(adopting: pango_layout_new(context.pointer)!)
      let font = FontDescription("Sans 11")
      pango_layout_set_font_description(layout.pointer, font.pointer)
      pango_layout_set_text(layout.pointer, string, -1)
      for wrapMode in WrapMode.allCases {
        for (width, limit) in (20..<130).map({ ($0, $0 % 4) }) + [(90, 0), (90, 1), (90, 2), (90, 3)] {
          let constraint = LineConstraint(width: width * 1024, wrapMode: wrapMode, maximumLineCount: limit)
          let (found, byArithmetic) = measurer.extents(of: string, in: constraint)
          guard byArithmetic else { continue }
          compared += 1
          pango_layout_set_width(layout.pointer, -1)
          PangoAnswer.apply(constraint, to: layout.pointer)
          expect(found, equals: PangoAnswer.extents(of: layout.pointer, in: constraint), "\(constraint)")
        }
      }
    }
    expect(compared > 500)
  }

  /// What is drawn has the lines that were measured, and those that Pango alone would draw.
  @Test(arguments: marksAfterSpaces) func drawnTextsHaveTheLinesOfPangoAlone(string: String) {
    let system = TextSystem(font: "Sans 11")
    let text = system.element(string, style: .preview)
    let alone = PangoReference(text, in: system)
    for width in 20..<130 {
      let constraint = LineConstraint(width: width * 1024)
      guard system.extentsByArithmetic(of: text, in: constraint) != nil else { continue }
      let lines = system.makeLayout(text, width: constraint.width).use { layout in
        expect(pango_layout_get_attributes(layout) == nil)
        return PangoAnswer.lines(of: layout)
      }
      expect(lines, equals: alone.answer(in: constraint).lines, "\(width)")
    }
  }

  /// A part of the sweeps of `Benchmarks text-sweep --borders` and `--sliced`.
  @Test func everyPairOfKindsOfCharactersEqualsPango() {
    let texts = BorderTexts()
    expect(texts.pairCount > 2_000)
    expect(texts.scriptNumbers.count > 20, "few fonts are installed")
    expectEqual(
      SmallTextSweep(of: texts), textCount: texts.pairCount / TestRun.count(20, quick: 240, full: 1))
  }

  @Test func slicedTextsEqualPango() {
    expectEqual(SmallTextSweep(of: SlicedTexts()), textCount: TestRun.count(40, full: 1_000))
  }

  private func expectEqual(_ sweep: SmallTextSweep, textCount: Int) {
    var sweep = sweep
    while sweep.texts < textCount, sweep.compareNext() {}
    expect(sweep.compared > 10 * textCount)
    expect(sweep.differences.isEmpty, "\(sweep.differences.prefix(2).joined(separator: "\n"))")
    expect(sweep.unanswered < sweep.compared / 5)
  }

  /// The numbers of texts name the same texts in every run, so that a difference can be found again.
  @Test func sweptTextsAreReproducible() {
    for texts: any SweptTexts in [BorderTexts(), SlicedTexts()] {
      let other: any SweptTexts = texts is BorderTexts ? BorderTexts() : SlicedTexts()
      for number in [0, 1, 77, 5_000] {
        expect(
          texts.text(number).string.unicodeScalars.elementsEqual(other.text(number).string.unicodeScalars))
      }
      expect((0..<50).contains { !texts.text($0).attributes.isEmpty })
    }
  }
}
