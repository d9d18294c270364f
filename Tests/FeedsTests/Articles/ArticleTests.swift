import Expectations
import FuzzInputs
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// Blocks and styled runs from HTML (formats.md, section 15).
@Suite struct ArticleTests {
  private func blocks(_ html: String, base: String? = nil) -> [ArticleBlock] {
    ArticleReader.article(html: html, base: base).blocks
  }

  private func texts(_ html: String) -> [String] { blocks(html).map(\.text) }

  /// The runs as the text they cover, with style and link.
  private func runs(_ html: String, base: String? = nil) -> [(
    text: String, style: ArticleStyle, link: String?
  )] {
    blocks(html, base: base).flatMap { block in
      block.runs.map { run in
        (String(decoding: Array(block.text.utf8)[run.range], as: UTF8.self), run.style, run.link)
      }
    }
  }

  @Test func carriageReturnLineFeedCountsAsOneLineBreak() {
    for end in ["\n", "\r", "\r\n"] {
      expect(texts("<pre>a\(end)b\(end)\(end)c</pre>"), equals: ["a\nb\n\nc"])
      let article = ArticleReader.article(plain: "a\(end)b\(end)\(end)c")
      expect(article.blocks.map(\.text), equals: ["a\nb", "c"])
    }
  }

  @Test func paragraphsAndHeadingsBecomeBlocks() {
    let found = blocks("before<h2>Head</h2><p>one<p>two<div>three</div>four")
    expect(found.map(\.text), equals: ["before", "Head", "one", "two", "three", "four"])
    expect(found[1].kind, equals: .heading(level: 2))
    expect(found.filter { $0.kind == .paragraph }.count, equals: 5)
  }

  @Test(arguments: [
    ("a  b\n\tc", "a b c"), (" <p> x </p> ", "x"), ("a<br>b", "a\nb"), ("a &amp; b &lt;i&gt;", "a & b <i>"),
    ("a&nbsp;b", "a\u{A0}b"), ("1 < 2", "1 < 2"), ("x<!-- no -->y<![if x]>", "xy"),
    ("<o:p>word</o:p>", "word"),
    ("<blink>x</blink><foo>y</foo>", "xy"), ("a<script>no</script>b", "ab"), ("a<style>no", "a"),
    ("a <b> b</b> c", "a b c"), ("&unknown; & x", "&unknown; & x"), ("a<wbr>b", "a\u{200B}b"),
    ("<wbr>a <wbr>b<wbr> c", "a b\u{200B} c"), ("a&shy;b", "a\u{AD}b"),
  ])
  func whiteSpaceAndMarkupBecomeText(html: String, text: String) {
    expect(texts(html), equals: [text])
  }

  @Test func twoLineBreaksSeparateParagraphs() {
    expect(texts("a<br>b<br><br>c<br/><br/><br/>d<br>"), equals: ["a\nb", "c", "d"])
    expect(texts("<p>a<br></p><br><p>b</p>"), equals: ["a", "b"])
  }

  /// What formats text goes on until its own end tag (HTML Living Standard, section 13.2.4.3).
  @Test func stylesNestAndGoOnInTheNextBlock() {
    let found = runs("a<b>b<i>c</b>d</i>e<p><u>f</p><p>g</p>")
    expect(found.map(\.text), equals: ["b", "c", "d", "f", "g"])
    expect(
      found.map(\.style), equals: [.strong, [.strong, .emphasis], .emphasis, .underline, .underline])
    let unclosed = runs("<p><u>f<p>g<h1><s>h<h2>i<ul><li><b>j<li>k")
    expect(unclosed.map(\.text), equals: ["f", "g", "h", "i", "j", "k"])
    expect(unclosed[3].style == [.underline, .strikethrough] && unclosed[5].style == unclosed[4].style)
    expect(runs("<p><i>a<div>b</div>c</i>d</p>").map(\.text), equals: ["a", "b", "c"])
    expect(runs("<table><tr><td><b>a<td>c</table>d").map(\.text), equals: ["a"])
    expect(runs("<code>x</code> <kbd>y</kbd>").map(\.style), equals: [.code])
    expect(runs("<s>a</s><sub>b</sub><sup>c</sup><small>d</small><mark>e</mark><em>f</em>").count, equals: 6)
  }

  @Test func spacesBetweenRunsOfOneStyleBelongToThem() {
    let found = runs("<b>one two</b> three <b>four</b><b>five</b>")
    expect(found.map(\.text), equals: ["one two", "fourfive"])
    expect(blocks("é<b>ü</b>")[0].runs, equals: [ArticleRun(range: 2..<4, style: .strong)])
  }

  @Test func linksAreResolvedAndScriptLinksAreDropped() {
    let found = runs(
      "<a href='/x'>a</a> <a href='#n'>b</a> <a href='javascript:1'>c</a> <a name=q>d</a> <a href=' http://z/ '><b>e</b></a>",
      base: "http://h/p/q")
    expect(found.map(\.text), equals: ["a", "b", "e"])
    expect(found.map(\.link) == ["http://h/x", "http://h/p/q#n", "http://z/"])
    expect(found[2].style, equals: .strong)
    expect(runs("<a href='rel/x.html'>a</a>").map(\.link), equals: ["rel/x.html"])
  }

  @Test func listsNestAndNumberTheirItems() {
    let found = blocks(
      "<ul><li>a<li>b<ol start=3 type=i><li>c<p>more</p><li value=9>d</ol>after</ul><ol type=A><li>e</ol>")
    expect(found.map(\.text), equals: ["a", "b", "c", "more", "d", "after", "e"])
    expect(found.map(\.listDepth), equals: [1, 1, 2, 2, 2, 1, 1])
    let markers = found.map { block in if case .listItem(let marker) = block.kind { marker.text } else { "" }
    }
    expect(markers, equals: ["•", "•", "iii.", "", "ix.", "", "A."])
    expect(texts("<ul><li></li><li> </li><li>x</ul>"), equals: ["x"])
    expect(ListMarker.number(1_994, .lowerRoman).text, equals: "mcmxciv.")
    expect(ListMarker.number(-1, .upperRoman).text, equals: "-1.")
  }

  @Test func definitionsQuotationsAndCaptionsBecomeBlocks() {
    let found = blocks(
      "<dl><dt>T<dd>D<dd>E</dl><blockquote>q<blockquote><p>r</p></blockquote></blockquote><figcaption>c</figcaption>"
    )
    expect(found.map(\.kind), equals: [.term, .definition, .definition, .paragraph, .paragraph, .caption])
    expect(found.map(\.quoteDepth), equals: [0, 0, 0, 1, 2, 0])
  }

  @Test func preformattedTextKeepsItsWhiteSpace() {
    let found = blocks("<pre>\n  a\n\n    <b>b</b>&lt;<br>c  </pre>d  e")
    expect(found.map(\.text), equals: ["  a\n\n    b<\nc", "d e"])
    expect(found[0].kind, equals: .preformatted)
    expect(found[0].runs.map(\.style), equals: [.strong])
  }

  @Test func tablesAreReducedToRows() {
    let found = blocks(
      "<table><caption>C</caption><tr><th>a<th>b</tr><tr><td>1 <td>2</td> </tr><tr><td><p>x</p></td><td>y</td></tr></table>"
    )
    expect(found.map(\.text), equals: ["C", "a\tb", "1\t2", "x\ty"])
    expect(found.map(\.kind)[1...2], equals: [.tableRow(isHeader: true), .tableRow(isHeader: false)])
  }

  @Test func imagesFollowTheTextTheyAreIn() {
    let html =
      "<p>a<img src=i.png alt='An &amp; I' title=T width=60px height=20>b</p><a href=u><img src=j.png></a>"
    let found = blocks(html)
    expect(found.map(\.text), equals: ["ab", "", ""])
    expect(
      found[1].kind,
      equals: .image(
        ArticleImage(
          sources: [.init(reference: "i.png")], alternative: "An & I", title: "T", width: 60, height: 20)))
    let images = ArticleReader.article(html: html).images
    expect(images.map { $0.sources[0].reference }, equals: ["i.png", "j.png"])
    expect(images[1].link, equals: "u")
  }

  @Test func trackersAndUnsafeImagesAreDropped() {
    expect(
      blocks(
        "<img src=t.gif width=1><img><img src='data:text/html,x'><img src='javascript:1'>"
      ).isEmpty)
  }

  @Test func theBestSourceOfAnImageIsChosen() throws {
    let html = """
      <picture><source type=image/avif srcset="a.avif 900w"><source srcset="l.webp 1600w, s.webp 320w" type="image/webp">
      <img src="m.png" srcset="d.png 2x, m.png" width="400"></picture>
      """
    let image = try require(ArticleReader.article(html: html).images.first)
    expect(image.sources.map(\.reference), equals: ["m.png", "d.png", "l.webp", "s.webp"])
    expect(image.source(columnWidth: 800).reference, equals: "l.webp")
    expect(image.source(columnWidth: 450).reference, equals: "d.png")
    expect(image.source(columnWidth: 200).reference, equals: "m.png")
    expect(image.source(columnWidth: 100).reference, equals: "s.webp")
    expect(ImageSources.candidates("a,b 1x, c 20w,,d e f").map(\.reference), equals: ["a,b", "c"])
  }

  @Test func lazyLoadedImagesAreFoundOnce() {
    let html =
      "<img src='data:image/gif;base64,R0' data-src=real.jpg><noscript><img src=real.jpg>no</noscript>"
    expect(ArticleReader.article(html: html).images.map { $0.sources[0].reference }, equals: ["real.jpg"])
    expect(texts("<noscript>no<img src=x.png></noscript>yes"), equals: ["", "yes"])
  }

  @Test func videosAndFramesAreShownAsTheirAddress() {
    let found = blocks(
      "<iframe src='http://v/1'>no</iframe><video><source src=f.mp4>old</video><audio src='javascript:1'></audio><hr>x"
    )
    expect(
      found.map(\.kind) == [
        .embed(ArticleEmbed(kind: .frame, sources: [.init(address: "http://v/1")])),
        .embed(ArticleEmbed(kind: .video, sources: [.init(address: "f.mp4")])), .rule, .paragraph,
      ])
    expect(found.map(\.text), equals: ["", "", "", "x"])
  }

  @Test func directionAndLanguageComeFromTheSource() {
    let found = blocks("<div dir=RTL lang=he_IL>a<p dir=ltr>b</p><p dir=auto>c</p></div>d")
    expect(found.map(\.direction), equals: [.rightToLeft, .leftToRight, nil, nil])
    expect(found.map(\.language), equals: ["he-IL", "he-IL", "he-IL", nil])
  }

  @Test func emptyLinesSeparateParagraphsOfPlainText() {
    let article = ArticleReader.article(plain: "one\ntwo\n \n\nthree <b>\n")
    expect(article.blocks.map(\.text), equals: ["one\ntwo", "three <b>"])
    expect(article.blocks.allSatisfy { $0.runs.isEmpty })
  }

  // MARK: Agreement and limits

  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func sortedWords(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace).filter { !ArticlePieces.isMarker($0) }.sorted()
  }

  @Test func articlesAndPreviewsHaveTheSameWords() {
    var random = SplitMix64(seed: 7)
    var text = HTMLText()
    for _ in 0..<6_000 {
      let html = ArticlePieces.html(&random, 1...32)
      let article = ArticleReader.article(html: html)
      let bytes = Array(html.utf8)
      let preview = bytes.withUnsafeBufferPointer { text.text(of: $0, style: .blocks)?.string } ?? ""
      // A table shows its caption first, wherever it is in the source.
      guard sortedWords(ArticlePieces.withoutMarks(article.plainText)) == sortedWords(preview) else {
        Issue.record("\(html): \(words(article.plainText)) is not \(words(preview))")
        return
      }
      let cut = bytes.withUnsafeBufferPointer { ArticleReader.article(html: $0, base: nil, blockLimit: 3) }
      expect(cut.blocks.count <= 3, "\(html)")
      if let fault = ArticleCheck.fault(in: article) ?? ArticleCheck.fault(in: cut) {
        Issue.record("\(html): \(fault)")
        return
      }
    }
  }

  @Test func deeplyNestedElementsKeepTheirText() {
    for tag in ["b", "div", "ul", "li", "blockquote", "table", "td", "a href=x", "pre", "svg"] {
      let name = tag.split(separator: " ")[0]
      let html =
        String(repeating: "<\(tag)>", count: 20_000) + "x" + String(repeating: "</\(name)>", count: 20_000)
        + "y"
      let article = ArticleReader.article(html: html)
      expect(words(article.plainText).contains("y"), "\(tag)")
      expect(article.blocks.allSatisfy { $0.quoteDepth <= 256 && $0.listDepth <= 256 })
    }
  }

  @Test func articlesAreCutAtTheBlockLimit() {
    func article(_ html: String) -> Article {
      var html = html
      return html.withUTF8 { ArticleReader.article(html: $0, base: nil, blockLimit: 20) }
    }
    let long = article(String(repeating: "<p>x", count: 30))
    expect(long.blocks.count, equals: 20)
    expect(long.isCut)
    expect(article(String(repeating: "<hr>", count: 21)).isCut)
    expect(!article(String(repeating: "<p>x", count: 20)).isCut)
  }
}
