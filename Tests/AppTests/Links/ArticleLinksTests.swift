import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing

@testable import FeedViewerRows

/// The links of an article's rows.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleLinksTests {
  private func links(_ blocks: [ArticleBlock], inRow row: Int = 0) throws -> [ArticleLink] {
    try require(TestDisplay.isReady)
    let view = ArticleView()
    var document = ArticleDocument()
    document.append(Article(blocks: blocks))
    view.show(document)
    return view.links.links(in: RowIndexPath(section: 0, row: row))
  }

  @Test func linksHaveTheirRangesInTheText() throws {
    let text = "é <b> \"see\" a & b, c"
    func range(_ part: String) -> Range<Int> {
      let start = text.range(of: part)!.lowerBound
      let offset = text.utf8.distance(from: text.startIndex, to: start)
      return offset..<offset + part.utf8.count
    }
    let address = "https://a.example/?x=1&y='2'&z=\"<>&amp;lt;"
    let runs = [
      ArticleRun(range: range("\"see\" a & b"), style: [.strong, .code], link: address),
      ArticleRun(range: range("c"), link: "x:y"),
    ]
    let found = try links([ArticleBlock(text: text, runs: runs)])
    expect(found.map(\.address), equals: [address, "x:y"])
    expect(found.map(\.words), equals: ["\"see\" a & b", "c"])
    expect(found.map(\.bytes), equals: [range("\"see\" a & b"), range("c")])
  }

  @Test func partsOfALinkWithOtherStylesAreOneLink() throws {
    let runs = [
      ArticleRun(range: 0..<2, link: "x:1"), ArticleRun(range: 2..<4, style: .strong, link: "x:1"),
      ArticleRun(range: 4..<5, link: "x:2"), ArticleRun(range: 6..<7, link: "x:2"),
    ]
    let found = try links([ArticleBlock(text: "abcdefgh", runs: runs)])
    expect(found.map(\.bytes), equals: [0..<4, 4..<5, 6..<7])
  }

  @Test func textWithoutLinksHasNone() throws {
    let runs = [ArticleRun(range: 0..<1, style: .strong), ArticleRun(range: 1..<2, link: "")]
    try expect(links([ArticleBlock(text: "a <a href=\"b\">", runs: runs)]).isEmpty)
  }
}
