import Expectations
import Testing

@testable import FeedViewerFeeds

/// Elements that are out of place, unclosed or misnested are read as the HTML standard says (section 13.2.6).
@Suite struct TreeConstructionTests {
  private func texts(_ html: String) -> [String] { ArticleReader.article(html: html).blocks.map(\.text) }

  private func links(_ html: String) -> [[String?]] {
    ArticleReader.article(html: html).blocks.map { $0.runs.map(\.link) }
  }

  @Test(arguments: [
    ("a<table>b<tr><td>c<td>d</table>", ["a", "b", "c\td"]),
    ("<table><tr><td>c</td>b<td>d</table>", ["b", "c\td"]),
    (
      "<table><caption>k</caption><tr><td>c</td><p>b<p>e</tr>f<tr><td>g</table>h",
      ["b", "e", "f", "k", "c", "g", "h"]
    ),
    ("<table><tr><td>c<td>d</tr><h2>b</h2></table>", ["b", "c\td"]),
    ("<table><tr><td>c<td>d<tr><td>e<colgroup><col>b</table>", ["b", "c\td", "e"]),
    ("<table><thead><tr><th>h<th>i</thead><tr>b<td>c<td>d</table>", ["b", "h\ti", "c\td"]),
    ("<table><tr><td><table>b<tr><td>c<td>d</table>", ["b", "c\td"]),
    ("<table><tr><td>c<td>d</tr><table><tr><td>e<td>f</table>g", ["c\td", "e\tf", "g"]),
  ])
  func contentOutsideTheCellsOfATableStandsBeforeIt(html: String, texts: [String]) {
    expect(self.texts(html), equals: texts)
  }

  @Test func picturesOutsideTheCellsOfATableStandBeforeIt() {
    let found = ArticleReader.article(
      html: "<table><tr><td>c<td>d</td><img src=p><td>e</table><a href=#q>x</a><i id=q></i>")
    expect(found.blocks.map(\.text), equals: ["", "c\td\te", "x"])
    expect(found.images.count, equals: 1)
    expect(found.tables.map(\.blocks), equals: [1..<2])
  }

  @Test func manyPiecesOutsideCellsTakeLinearTime() {
    let row = "<table><tr>" + String(repeating: "<td>c</td>b", count: 20_000) + "</table>"
    let clock = ContinuousClock()
    expect(clock.measure { _ = texts(row) } < .seconds(5))
  }

  @Test(arguments: [
    ("a </div></ul></h1></section></li></xmp></hr> b", ["a b"]), ("a </p> b", ["a", "b"]),
    ("<h1>a</h2>b", ["a", "b"]), ("<ul><li>a<ul></li>b</ul>c</ul>", ["a", "b", "c"]),
    ("<p>a <body> b </body></html> c", ["a b c"]), ("<p>a <head> b", ["a b"]),
    ("<button>a<div>b</button>c", ["a", "b", "c"]), ("<object><p>a</object>b", ["a", "b"]),
  ])
  func endTagsOfNothingAreIgnored(html: String, texts: [String]) {
    expect(self.texts(html), equals: texts)
  }

  @Test func aLinkGoesOnAfterTheBlockInWhichItBegan() {
    expect(links("<div><a href=u>a</div>b<p>c</a>d"), equals: [["u"], ["u"], ["u"]])
    expect(links("<ul><li><a href=u>a<li>b</ul></a>c"), equals: [["u"], ["u"], []])
    // Not after a cell.
    expect(links("<table><tr><td><a href=u>a<td>b</table>c"), equals: [["u"], []])
    expect(links("<span><a href=u>a</span>b"), equals: [["u"]])
  }

  @Test func ordinaryElementsThatHoldBlocksEndWithThem() {
    expect(texts("<div><q>a<p>b</q>c</p></div>d"), equals: ["\u{201C}a", "bc", "\u{201D}", "d"])
    expect(texts("<q><b>a</q>b</b>"), equals: ["\u{201C}a\u{201D}b"])
  }

  @Test(arguments: [
    ("<h2 hidden>a<h3>b</h3>c", "bc"), ("<h2 hidden>a<b>x<h3>b</h3>c</b></h2>d", "d"),
    ("<table><caption hidden>x<tr><td>y</table>w", "yw"),
    ("<p style='display:none'><button>a<p>b</button>c<p>d", "d"),
    ("<p hidden>a<button>b</p>c</button>d</p>e", "e"),
    ("<form>x<div hidden>a</form>b</div>c", "xc"), ("<form hidden>a<p>b</form>c", "c"),
    ("<form hidden>a<div>b</form>c</div>d", "d"), ("<form hidden><form></form>a</form>b", "ab"),
    ("<ul><li hidden>a<ul>b</li>c</ul>d</li><li>e</ul>", "e"),
    // What formats text is opened again, hidden as it is.
    ("<i><u hidden>a</i>b<p>c</u>d", "d"), ("<p><b style='visibility:hidden'>a<div>b</div>c</b>d", "d"),
    ("<p><span style='visibility:hidden'><legend>a</legend>b</span>c", "c"),
    ("<p>a<span hidden>b<p>c", "ac"),
  ])
  func hiddenElementsEndWhereTheParserEndsThem(html: String, shown: String) {
    expect(texts(html).joined().filter { $0 != " " }, equals: shown)
  }

  /// What formats text goes on after the end of another such element, the rest does not.
  @Test func elementsInsideOneThatFormatsTextEndWithIt() {
    expect(texts("<b><q>a</b>b</q>"), equals: ["\u{201C}a\u{201D}b"])
    expect(texts("<b><tt>a<legend>b</tt>c"), equals: ["a", "b", "c"])
    expect(texts("<p>a<i><span style='visibility:hidden'>x</i>b</span>"), equals: ["a b"])
    // The link is opened once more.
    expect(links("<b><a href=u>a</b>b</a>c"), equals: [["u", "u"]])
  }

  @Test(arguments: [
    ("<i hidden></aside></h6>x</i>a", "a"), ("<section><span hidden>x</section>a", "a"),
    ("<table><tr><td><i hidden></div>x<td>a</table>", "a"), ("<b><kbd hidden>x</b>a", "a"),
    ("<b><div hidden>x</b>y</div>a", "a"),
  ])
  func hiddenElementsEndWithWhatIsOpenAroundThem(html: String, text: String) {
    expect(texts(html).joined().filter { !$0.isWhitespace }, equals: text)
  }

  @Test(arguments: [
    ("<svg><g>x<p>a</p>b", "ab"), ("<svg><text>a</text><div>b</div>", "ab"),
    ("<p>a<math><mi>b</mi><p>c", "abc"),
    ("<svg><foreignObject><p>a</p></foreignObject><text>b</text></svg>c", "abc"),
  ])
  func blocksEndDrawingsAndFormulas(html: String, text: String) {
    expect(texts(html).joined().filter { !$0.isWhitespace }, equals: text)
  }

  @Test func aDialogMayBeShownByItsStyle() {
    expect(texts("<dialog style='display:block'>a</dialog><dialog>x</dialog>b"), equals: ["a", "b"])
  }

  @Test(arguments: ["\u{A0}", "\u{200B}", "\u{2028}", "\u{FEFF} ", "\u{2060}", "\u{3000}\u{AD}"])
  func whatCannotBeSeenIsBlankEverywhere(text: String) {
    expect(texts("<p>\(text)</p>").isEmpty)
    expect(ArticleReader.article(plain: "a\n\(text)\nb").blocks.map(\.text), equals: ["a", "b"])
    var html = text
    var scanner = HTMLText()
    expect(html.withUTF8 { scanner.text(of: $0, style: .blocks)?.string } == nil)
  }
}
