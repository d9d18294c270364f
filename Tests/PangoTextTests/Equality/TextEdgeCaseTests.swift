import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList
@testable import PangoText

@Suite(.serialized) struct TextEdgeCaseTests {
  @Test(arguments: [
    "\u{202E}ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ ᠮᠣᠩᠭᠣᠯ", "boxes \u{E123}\u{E124} and \u{12000} boxes \u{E125}",
    "日本\u{2027}語 hy\u{2027}phen कख\u{2027}ग", String(repeating: "-", count: 72),
    "हिन्दी में Latin after it, in lines that begin with either हिन्दी में script and script",
    "Latin first हिन्दी में Latin after it, in lines that begin with either हिन्दी script",
    "a text that ends in a soft hyphen\u{AD}", "trailing space before a newline \nand another  \n",
    "👩‍👩‍👧‍👦 👍🏽 🇪🇺🇩🇪 ✊🏿", "\u{301}\u{308} marks without a base", "\u{200B}\u{200B}\u{200B}",
    "\u{2028}\u{2028}a\u{2028}",
  ])
  func formerFailuresEqualPango(string: String) {
    for font in ["Sans 11", "Noto Sans CJK JP 11"] {
      var sweep = EqualitySweep(TextSystem(font: font), seed: 3)
      sweep.compare(sweep.system.element(string, style: .preview), count: 120)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
      expect(sweep.compared > 0)
    }
  }

  /// Against the direction of a script, HarfBuzz reverses a line with letters, and one with neither letters nor digits.
  @Test(arguments: [
    "\u{5B0}\u{338}\u{338}\u{338}\u{338}\u{338}\u{338}.6%", "\u{5B0}\u{301}\u{301}-1-\u{301}\u{301}-2",
    "\u{202D}שָׁלוֹם-12.5%-(3/4)-שָׁלוֹם-\u{301}\u{301}", "מחיר 12,345.67% \u{5B0}-\u{338}\u{338}-8",
  ])
  func digitsAmongHebrewMarksEqualPango(string: String) {
    for font in ["Monospace 9", "Sans 11"] {
      var sweep = EqualitySweep(TextSystem(font: font), seed: 7)
      sweep.compare(sweep.system.element(string, style: .preview), count: 200)
      expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
    }
  }

  @Test func invalidAndEmptyTextIsMeasured() {
    let system = TextSystem(font: "Sans 10")
    let invalid = String(
      decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x62] as [UInt8], as: UTF8.self)
    for string in ["nul\0here and beyond", "\0", invalid, "", "\u{10FFFF}", "\u{7F}\u{1}\u{1B}"] {
      let text = system.element(string, style: .title)
      for constraint in [
        LineConstraint(width: 1), LineConstraint(width: 80 * 1024), LineConstraint(width: nil),
      ] {
        let truth = system.makeLayout(text, in: constraint).use {
          PangoAnswer.extents(of: $0, in: constraint)
        }
        expect(system.extents(of: text, in: constraint), equals: truth)
        let lines = system.makeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
        expect(system.lines(of: text, in: constraint), equals: lines)
      }
    }
  }

  @Test func ligaturesThatShiftAfterABreakAreIndeterminate() {
    // After a break inside "ff", every ligature of the word consists of other letters than before.
    let string =
      "\u{AD23}\u{302F}\u{114D}\u{11E6}\u{D6E8}\u{C1F2}\u{1160}\u{11C9}\u{AEE8}\u{1160}\u{1160}"
      + String(repeating: "f", count: 47) + "\u{9B0}"
    let system = TextSystem(font: "Serif 96", roundsGlyphPositions: false)
    let text = system.element(string, style: .title)
    for width in [989_515, 700_000, 500_001] {
      let constraint = LineConstraint(width: width, wrapMode: .character)
      expect(
        system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint))
    }
  }

  @Test(
    arguments: [
      ("Noto Sans CJK JP 12", TextStyle.title, "\u{E000}\u{F8FF}\u{F8FF}\u{FFF9}ord", 74_752),
      ("Serif 96", .preview, "\u{5FF}\u{80}" + String(repeating: "\u{1037}", count: 11), 968_704),
      (
        "Noto Sans CJK JP 12", .preview,
        "\u{10FFFF}\u{9F}" + String(repeating: "\u{17D2}", count: 16) + "\u{5D0}", 180_224
      ),
    ] as [(String, TextStyle, String, PangoUnits)])
  func aClusterOfMissingAndOrdinaryGlyphsMayBeSplit(
    font: String, style: TextStyle, string: String, width: PangoUnits
  ) {
    let system = TextSystem(font: font)
    let text = system.element(string, style: style)
    for wrapMode in [WrapMode.character, .wordCharacter] {
      for width in stride(from: width - 8 * 1024, through: width + 8 * 1024, by: 1024) {
        let constraint = LineConstraint(width: width, wrapMode: wrapMode)
        expect(
          system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint))
      }
    }
  }

  @Test(
    arguments: ["\u{301}", "\u{93F}", "\u{E33}", "\u{1031}", "\u{5B8}"], ["a", "\u{5D0}", "\u{202E}a", " b"])
  func anyNumberOfMarksWithoutABaseEqualsPango(mark: String, rest: String) {
    var sweep = EqualitySweep(TextSystem(font: "Sans 11"), seed: 5)
    for count in [1, 14, 15, 16, 17, 31, 33, 70] {
      let string = String(repeating: mark, count: count) + rest
      sweep.compare(sweep.system.element(string, style: .title), count: 6)
      sweep.compare(sweep.system.element("\u{5D1} " + string + " c" + string, style: .title), count: 6)
    }
    expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.first ?? "")")
    expect(sweep.compared > 20)
  }

  @Test func composedAndDecomposedLettersAreDifferentTexts() {
    let system = TextSystem(font: "Sans 10")
    let decomposed = "e\u{301}e\u{301}e\u{301} e\u{301}e\u{301} e\u{301}"
    let composed = "\u{E9}\u{E9}\u{E9} \u{E9}\u{E9} \u{E9}"
    expect(decomposed, equals: composed)
    for string in [decomposed, composed] {
      let text = system.element(string, style: .preview)
      let constraint = LineConstraint(width: 30 * 1024)
      let truth = system.makeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
      expect(system.lines(of: text, in: constraint), equals: truth)
    }
    expect(system.statistics.prepared, equals: 2)
  }
}
