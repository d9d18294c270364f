import Expectations
import Foundation
import FuzzInputs
import TestRuns
import Testing

@testable import FeedViewerBase

struct TextFolderTests {
  private func fold(_ text: String) -> String { String(decoding: TextFolder.fold(text), as: UTF8.self) }

  /// Whether a search takes the texts for equal.
  private func areEqual(_ texts: String...) -> Bool { Set(texts.map(fold)).count == 1 }

  // MARK: Examples

  @Test func caseIsIgnored() {
    expect(areEqual("Straße", "STRASSE", "STRAẞE", "strasse"))
    expect(areEqual("ΣΊΣΥΦΟΣ", "Σίσυφος", "σισυφοσ"))
    expect(areEqual("İstanbul", "istanbul", "ISTANBUL", "ıstanbul"))
    expect(areEqual("Москва", "МОСКВА"))
    expect(areEqual("ǆ", "ǅ", "Ǆ", "dž"))
    expect(areEqual("ᏣᎳᎩ", "ꮳꮃꭹ"))
    expect(areEqual("𐐀", "𐐨"))
  }

  @Test func diacriticsAreIgnored() {
    expect(areEqual("é", "e\u{301}", "E", "ệ", "ẹ\u{302}"))
    expect(areEqual("Łódź", "lodz"))
    expect(areEqual("Øresund æ œ đ ħ ŧ", "oresund ae oe d h t"))
    expect(areEqual("τῷ", "τω", "ΤΩ\u{345}"))
    expect(areEqual("ё", "е"))
    expect(areEqual("שָׁלוֹם", "שלום"))
    expect(areEqual("مُحَمَّد", "محمد", "محـمـد"))
    expect(areEqual("أإآ", "ااا"))
  }

  @Test func marksThatMakeOtherLettersStay() {
    expect(!areEqual("が", "か"))
    expect(areEqual("が", "か\u{3099}", "ｶﾞ".applyingTransform(.hiraganaToKatakana, reverse: true) ?? ""))
    expect(!areEqual("की", "क"))
    expect(!areEqual("क़", "क"))
    expect(areEqual("\u{958}", "क\u{93C}"))
    expect(!areEqual("น้ำ", "นำ"))
    expect(!areEqual("ไม่", "ไม้"))
    expect(areEqual("ก\u{E48}\u{E38}", "ก\u{E38}\u{E48}"))
  }

  @Test func compatibilityFormsAreEqual() {
    expect(areEqual("ﬁlm", "film"))
    expect(areEqual("㎏", "kg"))
    expect(areEqual("Ａｂｃ１", "abc1"))
    expect(areEqual("ﾊﾝｶｸ", "ハンカク"))
    expect(areEqual("㌀", "アパート"))
    expect(areEqual("𝐀𝔅𝒞", "abc"))
    expect(areEqual("ﷺ", "صلى الله عليه وسلم"))
    expect(areEqual("한국", "한국", "\u{1112}\u{1161}\u{11AB}국"))
    expect(!areEqual("하", "한"))
    expect(areEqual("ㅎㅏㄴ".unicodeScalars.reduce(into: "") { $0.unicodeScalars.append($1) }, "하\u{1102}"))
    expect(areEqual("豈", "豈"))
  }

  @Test func punctuationOfKeyboardsStandsForTypographicOne() {
    expect(areEqual("don’t", "don't", "dont", "donʼt", "don＇t"))
    expect(areEqual("Hawaiʻi", "Hawaii"))
    expect(areEqual("צה״ל", "צה\"ל"))
    expect(areEqual("“well–known”", "\"well-known\"", "“well‑known”"))
    expect(areEqual("…", "..."))
  }

  @Test func whiteSpaceIsCollapsed() {
    expect(fold("  a \t\r\n\u{A0}\u{3000}b\u{2028} "), equals: "a b")
    expect(fold("a b  c        d         e          f"), equals: "a b c d e f")
    expect(fold(" \u{301} ").isEmpty)
    expect(fold("\u{B4}").isEmpty)
  }

  @Test func invisibleCharactersAreRemoved() {
    expect(areEqual("soft\u{AD}hy\u{200B}phen\u{2060}", "softhyphen"))
    expect(areEqual("\u{202B}abc\u{202C}\u{FEFF}", "abc"))
    expect(areEqual("❤\u{FE0F}", "❤"))
    expect(fold("a\0b\u{1}\u{2}\u{3}\u{4}\u{5}c\u{7F}\u{9F}"), equals: "abc")
  }

  // MARK: Model

  /// Scalars of later versions of Unicode may be known to the standard library and not to Foundation, or the reverse.
  private static let version = (major: 15, minor: 0)

  @Test func everyScalarIsFoldedLikeTheModel() {
    var count = 0
    for value in UInt32(1)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age <= Self.version else {
        continue
      }
      // Hangul syllables and ideographs are many, and alike.
      if (0x4E10...0x9FF0).contains(value) && value % 64 > 0 { continue }
      if (0x2_0000...0x3_FFFF).contains(value) && value % 64 > 0 && !(0x2_F800...0x2_FA20).contains(value) {
        continue
      }
      if value > 0xF_0010 && value % 512 > 0 { continue }
      if (0xAC20...0xD7A0).contains(value) && value % 13 > 0 { continue }
      // Between letters, so that white space at the ends is seen.
      let text = "a\(String(scalar))a"
      let folded = fold(text)
      if folded != FoldingRules.fold(text) {
        Issue.record("U+\(String(value, radix: 16)) becomes \(folded.unicodeScalars.map { $0 }).")
        count += 1
        if count > 20 { return }
      }
    }
  }

  @Test func randomTextIsFoldedLikeTheModel() {
    for seed in 0..<UInt64(TestRun.count(1_000, full: 3_000)) {
      var choices = Choices(seed: seed)
      var text = HostileText.string(limit: 200, &choices)
      if choices.onceIn(4) {
        text += " Plain ASCII text,  with\ttwo spaces " + HostileText.string(limit: 20, &choices)
      }
      expect(fold(text), equals: FoldingRules.fold(text), "seed \(seed)")
    }
  }

  /// All texts of two to four scalars from those that combine, are removed or collapse.
  @Test func shortTextsOfScalarsThatCombineAreFoldedLikeTheModel() {
    let scalars: [Unicode.Scalar] = [
      "a", "か", " ", "\u{3099}", "\u{309A}", "\u{94D}", "\u{93C}", "\u{301}", "\u{200D}", "\u{1112}",
      "\u{1161}",
      "\u{11AB}", "하", "\u{F73}", "\u{FF9E}",
    ]
    var texts = scalars.map { [$0] }
    for _ in 0..<3 {
      texts = texts.flatMap { text in scalars.map { text + [$0] } }
      for scalars in texts {
        let text = String(String.UnicodeScalarView(scalars))
        expect(fold(text), equals: FoldingRules.fold(text), "\(scalars)")
      }
    }
  }

  @Test func equivalentTextsAreFoldedAlike() {
    for seed in 0..<UInt64(1_000) {
      var choices = Choices(seed: seed)
      let text = HostileText.string(limit: 60, &choices)
      let folded = fold(text)
      expect(fold(text.decomposedStringWithCanonicalMapping), equals: folded, "seed \(seed)")
      expect(fold(text.precomposedStringWithCompatibilityMapping), equals: folded, "seed \(seed)")
      expect(fold(folded), equals: folded, "seed \(seed)")
    }
  }

  // MARK: Hostile text

  /// Quadratic work would be 64 times as much for eight times the text.
  @Test(arguments: [
    "\u{301}", "\u{94D}\u{93C}", "\u{3099}\u{94D}", "\u{1161}", "ﷺ", " ", "\u{200D}", "か\u{3099}",
  ])
  func workIsLinear(piece: String) {
    func seconds(_ count: Int) -> Double {
      let text = String(repeating: piece, count: count)
      return (0..<5).map { _ in ProcessorTime.seconds { _ = TextFolder.fold(text) } }.min() ?? 0
    }
    let small = seconds(25_000)
    expect(seconds(200_000) < 22 * small + 0.01)
  }
}
