import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import PangoText

/// The answers of `PlainTextMeasurer`, which are compared with other programs', once depended on font metrics that
/// had not been read.
@Suite(.serialized) struct PlainTextMeasurerTests {
  struct Case: CustomTestStringConvertible {
    let string: String
    let font: String
    let pixels: Int
    let wrapMode: WrapMode
    let rounds: Bool
    var testDescription: String { "\(string.prefix(20)), \(font), \(pixels) px, \(wrapMode)" }
  }

  private nonisolated static let cases = [
    Case(string: "つては、", font: "DejaVu Serif 14", pixels: 37, wrapMode: .word, rounds: false),
    Case(string: "てては、", font: "DejaVu Serif 14", pixels: 37, wrapMode: .word, rounds: false),
    Case(string: "فعملت كل", font: "Sans 11", pixels: 37, wrapMode: .wordCharacter, rounds: true),
    Case(string: "الجزئين، ل", font: "Sans 11", pixels: 37, wrapMode: .wordCharacter, rounds: true),
    Case(
      string: "كذلك، دخلت مرَةً دار أناسٍ أريد أن أصرع فتاةً لهم، فتصوَّرت في صورة عض", font: "Sans 11",
      pixels: 240,
      wrapMode: .character, rounds: true),
    Case(
      string: "ြားတွင် နားကာ ငါးကို စားပြီး အရိုးများကို သစ်ပင်ရင်းသို့ ပစ်ချသည်။ ဤသို့ဖြင့် မကြာမီ ငါးများအားလုံးကုန်သွားကာ "
        + "ပုစွန် လုံးတစ်ကောင်သာ ကျန်တော့၏", font: "Sans 11", pixels: 477, wrapMode: .character, rounds: false),
    Case(
      string: "日本語 and=more#frag \(String(repeating: "a", count: 60)) क्षत्रिय", font: "DejaVu Serif 14",
      pixels: 240,
      wrapMode: .wordCharacter, rounds: false),
  ]

  @Test(arguments: cases)
  func breaksThatDependOnMetricsEqualPango(_ wanted: Case) {
    let measurer = PlainTextMeasurer(font: wanted.font, roundsGlyphPositions: wanted.rounds)
    let constraint = LineConstraint(width: wanted.pixels * 1024, wrapMode: wanted.wrapMode)
    let (found, isByArithmetic) = measurer.extents(of: wanted.string, in: constraint)
    expect(isByArithmetic)
    expect(found, equals: truth(wanted, in: constraint))
  }

  private func truth(_ wanted: Case, in constraint: LineConstraint) -> TextExtents {
    let context = GObjectReference<OpaquePointer>(
      adopting: pango_font_map_create_context(pango_cairo_font_map_get_default())!)
    pango_context_set_round_glyph_positions(context.pointer, wanted.rounds ? 1 : 0)
    let layout = GObjectReference<OpaquePointer>(adopting: pango_layout_new(context.pointer)!)
    let font = FontDescription(wanted.font)
    return layout.use {
      pango_layout_set_font_description($0, font.pointer)
      pango_layout_set_text($0, wanted.string, -1)
      PangoAnswer.apply(constraint, to: $0)
      return PangoAnswer.extents(of: $0, in: constraint)
    }
  }
}
