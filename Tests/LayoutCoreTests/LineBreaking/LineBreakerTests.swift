import Expectations
import LayoutCore
import Testing

@Suite struct LineBreakerTests {
  /// A text of words of four letters, each character one pixel wide.
  ///
  /// - Parameter end: Attributes of its end.
  private func text(
    _ words: String = "aaaa bbbb", searchMargin: Int32, end: BreakAttributes = [], keepsDetail: Bool = true
  ) -> PreparedText {
    let string = Array(words)
    var breakAttributes = string.map { character -> BreakAttributes in
      character == " "
        ? [.grapheme, .cluster, .characterBreak, .whiteSpace] : [.grapheme, .cluster, .characterBreak]
    }
    breakAttributes[5].insert(.lineBreak)
    breakAttributes.append(end.union([.lineBreak, .characterBreak, .grapheme]))
    var item = PreparedParagraph.Item(start: 0, count: string.count)
    item.searchMargin = searchMargin
    let paragraph = PreparedParagraph(
      sums: (0...string.count).map { Int32($0 * 1024) }, breakAttributes: breakAttributes, items: [item],
      splits: [],
      emptyClass: 0)
    return PreparedText(
      paragraphs: [paragraph], classes: [LineHeightClass(top: -1024, height: 2048, fontHeight: 2048)],
      keepsDetail: keepsDetail)
  }

  private func lineCount(_ text: PreparedText, pixels: Int, _ wrapMode: WrapMode = .wordCharacter) -> Int? {
    LineBreaker.extents(of: text, in: LineConstraint(width: pixels * 1024, wrapMode: wrapMode))?.lineCount
  }

  @Test func linesThatNeedTheSearchMarginAreIndeterminateWithoutIt() {
    let known = text(searchMargin: 3 * 1024)
    expect(lineCount(known, pixels: 3), equals: 4)
    expect(lineCount(known, pixels: 3, .character), equals: 3)
    let unknown = text(searchMargin: PreparedParagraph.Item.unknownSearchMargin)
    expect(lineCount(unknown, pixels: 3) == nil)
    expect(lineCount(unknown, pixels: 3, .character) == nil)
  }

  /// Pango 1.51.2 changed the rule.
  @Test(arguments: [true, false], WrapMode.allCases)
  func whiteSpaceAtTheEndFitsOnlyIfItMayBeDropped(keepsDetail: Bool, wrapMode: WrapMode) {
    if !keepsDetail, wrapMode == .character { return }
    func lines(_ pixels: Int, _ end: BreakAttributes) -> Int? {
      let text = text("aaaa bbbb ", searchMargin: 3 * 1024, end: end, keepsDetail: keepsDetail)
      return lineCount(text, pixels: pixels, wrapMode)
    }
    expect(lines(10, []) == 1 && lines(10, .keepsWidth) == 1)
    expect(lines(9, []), equals: 1)
    expect(lines(9, .keepsWidth), equals: 2)
  }

  @Test func linesOfWholeWordsNeedNoSearchMargin() {
    for margin in [Int32(3 * 1024), PreparedParagraph.Item.unknownSearchMargin] {
      expect(lineCount(text(searchMargin: margin), pixels: 4), equals: 2)
      expect(lineCount(text(searchMargin: margin), pixels: 9), equals: 1)
    }
  }
}
