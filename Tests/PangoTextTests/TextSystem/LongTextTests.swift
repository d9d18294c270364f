import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Texts truncated by a line limit: only a beginning is laid out, and it shows the same as the whole text would.
@Suite(.serialized) struct LongTextTests {
  private let system = TextSystem(font: "Sans 10")

  /// Words in one script, or in several.
  private nonisolated static let alphabets: [[String]] = [
    ["word ", "another ", "i ", "WWW", ", ", "co-operation "], ["a"], ["漢", "字", "、", "「", "」"],
    ["नमस्ते ", "क्षि", "दुनिया "],
    ["שלום", "a1", " ", "(", ")"], ["نص ", "حكيم", "1 "], ["ก", "ำ", "แ", "่", " "], ["\u{FDFA}", " "],
    ["👨‍👩‍👧‍👦", "👍🏽", " "], ["e\u{301}\u{302}", "\u{200B}", "x"], ["ြားတွင် ", "နားကာ"], ["\t", "tab"],
    ["\u{2067}", "שלום", "\u{2069}", "abc ", "\u{202E}", "\u{202C}"], ["\u{E000}", "\u{378}", " "],
    ["ក្", "ខ្", "ក", "ា"],
  ]

  @Test(arguments: alphabets.indices) func aBeginningShowsTheLinesOfTheWholeText(alphabet: Int) {
    var random = SeededRandom(seed: UInt64(alphabet) + 91)
    let pieces = Self.alphabets[alphabet]
    var text = ""
    while text.unicodeScalars.count < 6_000 { text += pieces[random.below(pieces.count)] }
    text = RowText.paragraph(text)
    var shortened = 0
    for (width, limit) in [(1, 6), (37, 2), (120, 6), (300, 1), (480, 6), (800, 3)] {
      let constraint = LineConstraint(width: width * 1024, maximumLineCount: limit)
      let element = TextElement(text, style: TextStyle.title.id, maximumLineCount: limit)
      let whole = system.makeWholeLayout(element, in: constraint)
      let beginning = system.makeLayout(element, in: constraint)
      if length(beginning) < text.utf8.count { shortened += 1 }
      expect(
        PangoAnswer.extents(of: whole.pointer, in: constraint),
        equals: PangoAnswer.extents(of: beginning.pointer, in: constraint),
        "\(alphabet) at \(width), \(limit)")
      let (wholeLines, lines) = (
        PangoAnswer.lines(of: whole.pointer), PangoAnswer.lines(of: beginning.pointer)
      )
      expect(wholeLines.dropLast(), equals: lines.dropLast(), "\(alphabet) at \(width), \(limit)")
      expect(PangoAnswer.visibleEnd(of: whole.pointer), equals: PangoAnswer.visibleEnd(of: beginning.pointer))
    }
    expect(shortened >= 4)
  }

  /// The paragraph's direction may be determined far after the visible text.
  @Test(arguments: ["שלום", "abc", ""]) func aLateLetterDecidesTheDirection(letters: String) {
    let text = String(repeating: "(1) - ", count: 700) + letters
    let constraint = LineConstraint(width: 300 * 1024, maximumLineCount: 2)
    let element = TextElement(text, style: TextStyle.title.id, maximumLineCount: 2)
    let whole = system.makeWholeLayout(element, in: constraint)
    let beginning = system.makeLayout(element, in: constraint)
    expect(length(beginning) < text.utf8.count)
    expect(
      PangoAnswer.lines(of: whole.pointer).dropLast(),
      equals: PangoAnswer.lines(of: beginning.pointer).dropLast())
    for line in 0..<2 as Range<Int32> {
      expect(
        pango_layout_get_line_readonly(whole.pointer, line).pointee.resolved_dir,
        equals: pango_layout_get_line_readonly(beginning.pointer, line).pointee.resolved_dir)
    }
  }

  /// The work for a row does not grow with its text.
  @Test func laidOutLengthDependsOnTheSpaceNotOnTheText() {
    func laidOut(_ count: Int, width: Int) -> Int {
      let text = RowText.paragraph(String(repeating: "abcdefg", count: count))
      let element = system.element(text, style: .title, maximumLineCount: 6)
      expect(element.prepared == nil)
      return length(system.makeLayout(element, width: width * 1024))
    }
    let few = laidOut(2_000, width: 600)
    expect(few < 6_000)
    expect(laidOut(4_000_000 / 7, width: 600), equals: few)
    expect(laidOut(2_000, width: 1) < few)
  }

  @Test func pangosAnswersAreForgottenAtALimit() {
    let budget = CacheBudget(byteCount: 16 << 20)
    var memo = PangoAnswerMemo(budget)
    func key(_ number: Int, length: Int) -> PangoAnswerMemo.Key {
      PangoAnswerMemo.Key(
        text: TextRequest("\(number)" + String(repeating: "a", count: length), style: .title),
        constraint: LineConstraint(width: 1024, maximumLineCount: 2))
    }
    for (length, kept) in [(0, 1024), (100_000, 4)] {
      memo.removeAll()
      for number in 0..<kept {
        memo[key(number, length: length)].beginningLength = number
        // Another answer about the same text does not count again.
        memo[key(number, length: length)].extents = TextExtents(
          width: number, height: 1, lineCount: 1, isTruncated: false, firstBaseline: 0, lastBaseline: 0)
      }
      for number in 0..<kept {
        let answer = memo[key(number, length: length)]
        expect(answer.beginningLength == number && answer.extents?.width == number)
      }
      for number in kept..<kept + 20_000_000 / (1_000 + length) {
        memo[key(number, length: length)].beginningLength = 1
        expect(budget.usedByteCount <= 1 << 20)
      }
      let first = memo[key(0, length: length)].beginningLength
      expect(first == nil)
    }
  }

  @Test func textsWithoutALimitOfLinesAreLaidOutAsAWhole() {
    let text = String(repeating: "word ", count: 1_000)
    let element = system.element(text, style: .preview)
    expect(element.prepared != nil)
    expect(length(system.makeLayout(element, width: 300 * 1024)), equals: text.utf8.count)
  }

  private func length(_ layout: GObjectReference<OpaquePointer>) -> Int {
    layout.use { Int(strlen(pango_layout_get_text($0))) }
  }
}
