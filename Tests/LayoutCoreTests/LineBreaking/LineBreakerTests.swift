import LayoutCore
import Testing

@Suite struct LineBreakerTests {
  /// "aaaa bbbb", each character one pixel wide.
  private func text(searchMargin: Int32) -> PreparedText {
    let string = Array("aaaa bbbb")
    var breakAttributes = string.map { character -> BreakAttributes in
      character == " "
        ? [.grapheme, .cluster, .characterBreak, .whiteSpace] : [.grapheme, .cluster, .characterBreak]
    }
    breakAttributes[5].insert(.lineBreak)
    breakAttributes.append([.lineBreak, .characterBreak, .grapheme])
    var item = PreparedParagraph.Item(start: 0, count: string.count)
    item.searchMargin = searchMargin
    let paragraph = PreparedParagraph(
      sums: (0...string.count).map { Int32($0 * 1024) }, breakAttributes: breakAttributes, items: [item],
      splits: [],
      emptyClass: 0)
    return PreparedText(
      paragraphs: [paragraph], classes: [LineHeightClass(top: -1024, height: 2048, fontHeight: 2048)])
  }

  private func lineCount(_ text: PreparedText, pixels: Int, _ wrapMode: WrapMode = .wordCharacter) -> Int? {
    LineBreaker.extents(of: text, in: LineConstraint(width: pixels * 1024, wrapMode: wrapMode))?.lineCount
  }

  @Test func linesThatNeedTheSearchMarginAreIndeterminateWithoutIt() {
    let known = text(searchMargin: 3 * 1024)
    #expect(lineCount(known, pixels: 3) == 4)
    #expect(lineCount(known, pixels: 3, .character) == 3)
    let unknown = text(searchMargin: PreparedParagraph.Item.unknownSearchMargin)
    #expect(lineCount(unknown, pixels: 3) == nil)
    #expect(lineCount(unknown, pixels: 3, .character) == nil)
  }

  @Test func linesOfWholeWordsNeedNoSearchMargin() {
    for margin in [Int32(3 * 1024), PreparedParagraph.Item.unknownSearchMargin] {
      #expect(lineCount(text(searchMargin: margin), pixels: 4) == 2)
      #expect(lineCount(text(searchMargin: margin), pixels: 9) == 1)
    }
  }
}
