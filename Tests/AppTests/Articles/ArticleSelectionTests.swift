import Testing

@testable import FeedViewer

/// Selections across several texts, and how they are copied.
@Suite struct ArticleSelectionTests {
  private func place(_ text: Int, _ offset: Int) -> ArticlePosition {
    ArticlePosition(text: text, offset: offset)
  }

  private func unit(_ text: Int, _ range: Range<Int>) -> Range<ArticlePosition> {
    place(text, range.lowerBound)..<place(text, range.upperBound)
  }

  @Test func selectionsExtendInBothDirections() {
    var selection = ArticleSelection(.character, unit(1, 4..<4))
    #expect(selection.isEmpty)
    selection.extend(to: unit(3, 2..<2))
    #expect(selection.range == place(1, 4)..<place(3, 2))
    #expect(selection.part(ofText: 0, length: 9) == nil)
    #expect(selection.part(ofText: 1, length: 9) == 4..<9)
    #expect(selection.part(ofText: 2, length: 9) == 0..<9)
    #expect(selection.part(ofText: 3, length: 9) == 0..<2)
    #expect(selection.part(ofText: 4, length: 9) == nil)
    selection.extend(to: unit(0, 7..<7))
    #expect(selection.range == place(0, 7)..<place(1, 4))
  }

  @Test func selectionByWordsCoversWholeWords() {
    var selection = ArticleSelection(.word, unit(1, 4..<8))
    selection.extend(to: unit(1, 0..<3))
    #expect(selection.range == unit(1, 0..<8))
    selection.extend(to: unit(2, 0..<5))
    #expect(selection.range == place(1, 4)..<place(2, 5))
  }

  @Test func copiedBlocksAreSeparatedByTheirKind() {
    let texts = [
      ArticleText(text: "Head"), ArticleText(text: "Größe"), ArticleText(text: "one", marker: "1."),
      ArticleText(text: "two", separator: .lineFeed, marker: "2."), ArticleText(text: "a"),
      ArticleText(text: "b", separator: .tab), ArticleText(text: "c", separator: .lineFeed),
      ArticleText(text: "d", separator: .tab),
    ]
    var all = ArticleSelection(.character, unit(0, 0..<0))
    all.extend(to: unit(7, 1..<1))
    #expect(ArticleText.copy(of: texts, all) == "Head\n\nGröße\n\n1. one\n2. two\n\na\tb\nc\td")
    var part = ArticleSelection(.character, unit(1, 2..<2))
    part.extend(to: unit(3, 0..<0))
    // Nothing of the second item, and the first one with its marker.
    #expect(ArticleText.copy(of: texts, part) == "öße\n\n1. one")
    var inside = ArticleSelection(.character, unit(2, 1..<1))
    inside.extend(to: unit(3, 2..<2))
    #expect(ArticleText.copy(of: texts, inside) == "ne\n2. tw")
  }
}
