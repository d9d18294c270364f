import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewerRows

/// Selections across several rows, and how they are copied as text.
@Suite struct ArticleSelectionTests {
  private func place(_ row: Int, _ offset: Int) -> ListTextPosition {
    ListTextPosition(row: RowIndexPath(section: 0, row: row), offset: offset)
  }

  private func unit(_ row: Int, _ range: Range<Int>) -> Range<ListTextPosition> {
    place(row, range.lowerBound)..<place(row, range.upperBound)
  }

  private func part(_ selection: ArticleSelection, ofRow row: Int, length: Int) -> Range<Int>? {
    selection.part(of: RowIndexPath(section: 0, row: row), text: 0, length: length)
  }

  @Test func selectionsExtendInBothDirections() {
    var selection = ArticleSelection(.character, unit(1, 4..<4))
    expect(selection.isEmpty)
    selection.extend(to: unit(3, 2..<2))
    expect(selection.range, equals: place(1, 4)..<place(3, 2))
    expect(selection.caret, equals: place(3, 2))
    expect(part(selection, ofRow: 0, length: 9) == nil)
    expect(part(selection, ofRow: 1, length: 9), equals: 4..<9)
    expect(part(selection, ofRow: 2, length: 9), equals: 0..<9)
    expect(part(selection, ofRow: 3, length: 9), equals: 0..<2)
    expect(part(selection, ofRow: 4, length: 9) == nil)
    selection.extend(to: unit(0, 7..<7))
    expect(selection.range, equals: place(0, 7)..<place(1, 4))
    expect(selection.caret, equals: place(0, 7))
  }

  @Test func selectionByWordsCoversWholeWords() {
    var selection = ArticleSelection(.word, unit(1, 4..<8))
    selection.extend(to: unit(1, 0..<3))
    expect(selection.range, equals: unit(1, 0..<8))
    selection.extend(to: unit(2, 0..<5))
    expect(selection.range, equals: place(1, 4)..<place(2, 5))
  }

  @Test func copiedBlocksAreSeparatedByTheirKind() {
    var document = ArticleDocument()
    document.append(
      Article(blocks: [
        ArticleBlock(kind: .heading(level: 2), text: "Head"), ArticleBlock(text: "Größe"),
        ArticleBlock(kind: .listItem(.number(1, .decimal)), text: "one", listDepth: 1),
        ArticleBlock(kind: .listItem(.number(2, .decimal)), text: "two", listDepth: 1),
        ArticleBlock(kind: .tableRow(isHeader: false), text: "a\tb"),
        ArticleBlock(kind: .tableRow(isHeader: false), text: "c\td"),
      ]))
    expect(ArticleSelection.all.text(of: document), equals: "Head\n\nGröße\n\n1. one\n2. two\n\na\tb\nc\td")
    var part = ArticleSelection(.character, unit(1, 2..<2))
    part.extend(to: unit(3, 0..<0))
    // Nothing of the second item, and the first one with its marker.
    expect(part.text(of: document), equals: "öße\n\n1. one")
    var inside = ArticleSelection(.character, unit(2, 1..<1))
    inside.extend(to: unit(3, 2..<2))
    expect(inside.text(of: document), equals: "ne\n2. tw")
  }

  @Test func closedDisclosuresAreNotCopied() {
    let article = ArticleSource(
      format: .html, text: "<p>a</p><details><summary>More</summary><p>hidden</details><p>b", base: nil
    ).article()
    var document = ArticleDocument()
    document.append(article)
    expect(ArticleSelection.all.text(of: document), equals: "a\n\nMore\n\nb")
    _ = document.toggleDisclosure(0)
    expect(ArticleSelection.all.text(of: document), equals: "a\n\nMore\n\nhidden\n\nb")
  }
}
