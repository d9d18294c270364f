import Expectations
import Testing

@testable import FeedViewerFeeds

/// Inline elements that add characters to the text, or look as if they might.
@Suite struct ArticleInlineTests {
  private func texts(_ html: String, language: String? = nil) -> [String] {
    ArticleReader.article(html: html, language: language).blocks.map(\.text)
  }

  @Test(arguments: [
    (nil, "“a ‘b “c”’”"), ("de", "„a ‚b „c“‘“"), ("de-CH", "„a ‚b „c“‘“"), ("fr", "«a «b «c»»»"),
    ("fr-CA", "«a ”b «c»“»"), ("ja-JP", "「a 『b 「c」』」"), ("zh-Hant-TW", "「a 『b 「c」』」"),
    ("zh_TW", "「a 『b 「c」』」"),
    ("zh-CN", "“a ‘b “c”’”"), ("ru", "«a „b «c»“»"), ("sv-SE", "”a ’b ”c”’”"), ("tlh", "“a ‘b “c”’”"),
    ("PL", "„a «b „c”»”"), ("cy", "“a ‘b “c”’”"), ("", "“a ‘b “c”’”"),
  ])
  func quotationsHaveTheMarksOfTheLanguage(language: String?, text: String) {
    expect(texts("<q>a <q>b <q>c</q></q></q>", language: language), equals: [text])
  }

  /// A quotation in another language has the marks of the text around it.
  @Test func theLanguageAroundTheQuotationCounts() {
    expect(
      texts("<p lang=de><q lang=en>a <q>b</q></q></p><q>c</q>", language: "fr"), equals: ["„a ‘b’“", "«c»"])
  }

  @Test func quotationsEndWithTheirBlock() {
    expect(texts("<p>a <q>b<p>c <q>d</q> e</q>"), equals: ["a “b”", "c “d” e"])
    expect(texts("<q>a<b>b</q>c</b>"), equals: ["“ab”c"])
    expect(texts("<table><tr><td><q>a<td>b</table>"), equals: ["“a”\tb"])
  }

  @Test func annotationsAreInParentheses() throws {
    let article = ArticleReader.article(html: "<ruby>漢<rt>kan</rt>字<rt>ji</ruby>x")
    expect(article.blocks.map(\.text), equals: ["漢(kan)字(ji)x"])
    expect(
      article.blocks[0].runs,
      equals: [ArticleRun(range: 3..<8, style: .annotation), ArticleRun(range: 11..<15, style: .annotation)])
    expect(texts("<ruby>漢<rp>【</rp><rt>kan</rt><rp>】</rp>字<rp>【<rt>ji<rp>】</ruby>"), equals: ["漢【kan】字【ji】"])
    expect(
      texts("<ruby><rb>旧</rb><rb>金</rb><rt>jiù</rt><rt>jīn</rt><rtc><rt>a</rtc></ruby>b"),
      equals: ["旧金(jiù)(jīn)(a)b"])
    expect(
      texts("<ruby>a<rt>b<p>c</ruby>d").joined(separator: "|").filter { $0 == "(" || $0 == ")" }, equals: "()"
    )
  }

  @Test func isolatesAndOverridesAreControls() {
    expect(texts("a <bdi>b</bdi> <bdi dir=rtl>c</bdi>"), equals: ["a \u{2068}b\u{2069} \u{2067}c\u{2069}"])
    expect(
      texts("<bdo dir=rtl>b</bdo><bdo>c</bdo>"),
      equals: ["\u{2068}\u{202E}b\u{202C}\u{2069}c"].map {
        $0.replacing("\u{2068}\u{202E}", with: "\u{2067}\u{202E}")
      })
    expect(texts("<bdi></bdi><p><bdo dir=ltr> </bdo></p>").isEmpty)
    // The direction of the isolate is not that of the block.
    expect(ArticleReader.article(html: "<bdi dir=rtl>a</bdi>").blocks[0].direction == nil)
  }

  @Test func elementsOfWordsAreOnlyStyles() {
    expect(
      texts("<abbr title=long>s</abbr> <time datetime=2020>t</time> <kbd>k</kbd><samp>s</samp><var>v</var>"),
      equals: ["s t ksv"])
    let found = ArticleReader.article(html: "<address>a<p>b</p></address><samp>c</samp>").blocks
    expect(found.map { $0.runs.map(\.style) }, equals: [[.emphasis], [.emphasis], [.code]])
  }

  @Test(arguments: [
    ("a <a href=u>b <code>c</code></a> d", [[2..<4], [4..<5]]),
    ("<a href=u><b>a</b> c</a>", [[0..<1], [1..<3]]),
    ("<a href=u><b>a</b><br><i>c</i></a>", [[0..<1], [1..<2], [2..<3]]),
  ])
  func theSpaceBetweenThePartsOfALinkIsInIt(html: String, ranges: [[Range<Int>]]) {
    let runs = ArticleReader.article(html: html).blocks[0].runs
    expect(runs.map { [$0.range] }, equals: ranges)
    expect(runs.allSatisfy { $0.link == "u" })
  }

  @Test func listsCountUpOrDown() {
    func markers(_ html: String) -> [String] {
      ArticleReader.article(html: html).blocks.map {
        if case .listItem(let marker) = $0.kind { marker.text } else { $0.text }
      }
    }
    expect(
      markers("<ol reversed><li>a<li>b<ol reversed><li>c<li>d</ol><ul><li>e</ul><li>f</ol>"),
      equals: ["3.", "2.", "2.", "1.", "•", "1."])
    expect(markers("<ol reversed start=2><li>a<li>b<li>c</ol>"), equals: ["2.", "1.", "0."])
    expect(
      markers("<ol><li>a<li value=7 type=a>b<li>c</ol><ol type=I start=4><li>d</ol>"),
      equals: ["1.", "g.", "8.", "IV."])
    expect(markers("<ol start=9223372036854775807><li>a<li>b</ol>").count, equals: 2)
    expect(markers("<ol reversed><li>a<table><tr><td>x<td>y</table><li>b"), equals: ["2.", "x\ty", "1."])
  }
}
