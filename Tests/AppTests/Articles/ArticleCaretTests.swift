import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewerRows

/// Where the caret of a selection goes by character, word, paragraph and to the ends.
@Suite struct ArticleCaretTests {
  private func place(_ row: Int, _ offset: Int, text: Int = 0) -> ListTextPosition {
    ListTextPosition(row: RowIndexPath(section: 0, row: row), text: text, offset: offset)
  }

  private func caret(_ blocks: [ArticleBlock]) -> ArticleCaret {
    var document = ArticleDocument()
    document.append(Article(blocks: blocks))
    return ArticleCaret(document: document)
  }

  private let blocks = [
    ArticleBlock(text: "One e\u{301}te\u{301} \u{1F468}\u{200D}\u{1F469}."), ArticleBlock(kind: .rule),
    ArticleBlock(kind: .tableRow(isHeader: false), text: "ab\tcd"), ArticleBlock(text: "two words"),
  ]

  /// Every place of a caret that goes forward to the end, and then back to the start.
  private func walk(_ caret: ArticleCaret, _ step: ArticleCaret.Step, forward: Bool) -> [ListTextPosition] {
    var places = [caret.place(.document, forward: !forward, from: place(0, 0))]
    while true {
      let next = caret.place(step, forward: forward, from: places[places.count - 1])
      if next == places.last { return places }
      places.append(next)
    }
  }

  @Test func charactersAreGraphemes() {
    let caret = caret(blocks)
    let forward = walk(caret, .character, forward: true)
    let first = forward.filter { $0.row.row == 0 }.map(\.offset)
    // "é" and the family are one character each.
    expect(first, equals: [0, 1, 2, 3, 4, 7, 8, 11, 12, 23, 24])
    expect(
      forward.filter { $0.row.row == 2 },
      equals: [
        place(2, 0), place(2, 1), place(2, 2), place(2, 0, text: 1), place(2, 1, text: 1),
        place(2, 2, text: 1),
      ])
    expect(forward.last, equals: place(3, 9))
    expect(walk(caret, .character, forward: false), equals: forward.reversed())
  }

  @Test func wordsEndForwardAndBeginBackward() {
    let caret = caret(blocks)
    expect(
      walk(caret, .word, forward: true),
      equals: [
        place(0, 0), place(0, 3), place(0, 11), place(2, 2), place(2, 2, text: 1), place(3, 3), place(3, 9),
      ])
    expect(
      walk(caret, .word, forward: false),
      equals: [
        place(3, 9), place(3, 4), place(3, 0), place(2, 0, text: 1), place(2, 0), place(0, 4), place(0, 0),
      ])
  }

  @Test func paragraphsEndForwardAndBeginBackward() {
    let caret = caret(blocks)
    expect(
      walk(caret, .paragraph, forward: true),
      equals: [place(0, 0), place(0, 24), place(2, 2), place(2, 2, text: 1), place(3, 9)])
    expect(
      walk(caret, .paragraph, forward: false),
      equals: [place(3, 9), place(3, 0), place(2, 0, text: 1), place(2, 0), place(0, 0)])
  }

  @Test func thePartsOfADividedParagraphMeetAtOnePlace() {
    let caret = caret([ArticleBlock(text: String(repeating: "word and ", count: 2_000))])
    expect(caret.document.count > 1)
    let end = caret.document.row(at: 0).text.utf8.count
    expect(caret.place(.character, forward: true, from: place(0, end)), equals: place(1, 1))
    expect(caret.place(.character, forward: false, from: place(1, 0)), equals: place(0, end - 1))
  }

  @Test func placesBeyondTheTextAreBroughtToIt() {
    let caret = caret(blocks)
    expect(caret.nearest(to: ArticleSelection.all.caret), equals: place(3, 9))
    expect(caret.nearest(to: place(1, 0)), equals: place(2, 0))
    expect(caret.nearest(to: place(0, 99)), equals: place(0, 24))
    expect(self.caret([ArticleBlock(kind: .rule)]).nearest(to: place(0, 0)) == nil)
  }

  @Test func hiddenRowsAreSkipped() {
    let article = ArticleSource(
      format: .html, text: "<p>a</p><details><summary>More</summary><p>hidden</details><p>b", base: nil
    ).article()
    var document = ArticleDocument()
    document.append(article)
    let caret = ArticleCaret(document: document)
    expect(
      walk(caret, .paragraph, forward: true).map { document.row(at: $0.row.row).text },
      equals: [
        "a", "a", "More", "b",
      ])
  }
}
