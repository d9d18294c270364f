import Feeds
import Testing

@testable import FeedViewer

struct MarkupLinksTests {
  @Test func linksHaveTheirRangesInTheText() {
    let text = "é <b> \"see\" a & b, c"
    func range(_ part: String) -> Range<Int> {
      let start = text.range(of: part)!.lowerBound
      let offset = text.utf8.distance(from: text.startIndex, to: start)
      return offset..<offset + part.utf8.count
    }
    var block = ArticleBlock(kind: .paragraph, text: text)
    let address = "https://a.example/?x=1&y='2'&z=\"<>&amp;lt;"
    block.runs = [
      ArticleRun(range: range("\"see\" a & b"), style: [.strong, .code], link: address),
      ArticleRun(range: range("c"), link: "x:y"),
    ]
    let links = MarkupLinks(markup: ArticleMarkup.markup(for: block, language: "en"))
    #expect(links.links.map(\.address) == [address, "x:y"])
    #expect(links.links.map(\.text) == ["\"see\" a & b", "c"])
    #expect(links.links.map(\.range) == [range("\"see\" a & b"), range("c")])
    #expect(links.link(at: 0) == nil && links.link(at: range("c").lowerBound)?.address == "x:y")
  }

  @Test func markupWithoutLinksHasNone() {
    #expect(
      MarkupLinks(markup: "a &lt;a href=&quot;b&quot;&gt; <span weight=\"bold\">c</span>").links.isEmpty)
  }
}
