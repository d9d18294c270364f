import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct HTMLTextTests {
  private func text(_ html: String) -> String? {
    var scanner = HTMLText()
    var html = html
    return html.withUTF8 { scanner.text(of: $0, style: .blocks)?.string }
  }

  @Test(arguments: [
    ("one<br>two", "one\ntwo"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br/><br/>b", "a\n\nb"),
    ("a  \n b", "a b"), ("<pre>a\nb</pre>", "a\nb"), ("a&nbsp;b", "a\u{A0}b"),
    ("<td>a</td><td>b</td>", "a b"),
    ("a<script>x < y</script>b", "ab"), ("<style>p{}</style>x", "x"), ("a <b>b</b>c", "a bc"),
    ("a<!-- <p> -->b", "ab"), ("<![if IE]>a<![endif]>", "a"), ("1 < 2 & 3", "1 < 2 & 3"),
    ("<a title=\"x > y\">t</a>", "t"), ("<unknown>t</unknown>", "t"), ("<o:p>t</o:p>", "t"),
    ("<form>never closed", "never closed"), ("&lt;b&gt;", "<b>"), ("<ul><li>a<li>b</ul>", "a\nb"),
    ("&notin; &nLt;", "∉ ≪⃒"),
  ])
  func htmlBecomesText(html: String, plain: String) {
    expect(text(html), equals: plain)
  }

  @Test func allNamedReferencesAreInTheTable() {
    expect(HTMLEntities.shared.count, equals: 2_125)
  }

  @Test func onlyImagesOfNoscriptAreKept() {
    var scanner = HTMLText()
    var html = "<noscript>x<img src='a.png'></noscript><img class=wp-smiley src=b><img height='2' src='c'>y"
    expect(html.withUTF8 { scanner.text(of: $0, style: .blocks)?.string }, equals: "y")
    expect(scanner.images, equals: ["a.png"])
  }

  @Test func manyUnclosedTagsTakeLinearTime() {
    let start = threadSeconds()
    _ = text(String(repeating: "<form><a b='", count: 50_000))
    expect(threadSeconds() - start < 5)
  }
}

/// Character references without `;` (HTML standard, sections 13.2.5.72 and 13.2.5.73).
@Suite struct OpenReferenceTests {
  @Test(arguments: [
    ("&copy=2", "©=2"), ("&copyfoo", "©foo"), ("&notit;", "¬it;"), ("&notin;", "∉"), ("&copy", "©"),
    ("R&ampD", "R&D"), ("&ltb>", "<b>"), ("&Eacutetat", "État"), ("&frac12x", "½x"), ("&#169 a", "© a"),
    ("&#xA9z", "©z"), ("&#150-", "–-"), ("AT&T", "AT&T"), ("&hellip", "&hellip"), ("&;", "&;"),
    ("&#;", "&#;"),
    ("&#x;", "&#x;"), ("&a", "&a"), ("&", "&"), ("&lt", "<"),
  ])
  func legacyReferencesInTextNeedNoSemicolon(source: String, text: String) throws {
    let feed = try rss("<item><description><![CDATA[<p>\(source)]]></description></item>")
    expect(feed.map(\.summary), equals: [text])
    expect(ArticleReader.article(html: "<p>\(source)").plainText, equals: text)
  }

  @Test(arguments: [
    ("?a=1&copy=2", "?a=1&copy=2"), ("?a&copyfoo=2", "?a&copyfoo=2"), ("?a&copy1", "?a&copy1"),
    ("?a&notit;", "?a&notit;"), ("?a&notin;", "?a∉"), ("?a&copy", "?a©"), ("?a&copy;=2", "?a©=2"),
    ("?a&copy#b", "?a©#b"), ("?a&#169=2", "?a©=2"), ("?a&b=2", "?a&b=2"),
  ])
  func legacyReferencesInAttributesMustNotPrecedeLetters(source: String, address: String) throws {
    let article = ArticleReader.article(html: "<p><a href=\"\(source)\">x</a><p><a href='\(source)'>y</a>")
    expect(article.blocks.map { $0.runs.map(\.link) }, equals: [[address], [address]])
    let feed = try rss("<item><description><![CDATA[<img src='\(source)'>]]></description></item>")
    expect(feed.map(\.imageReferences), equals: [[address]])
  }

  /// In XML and in plain text a reference needs its `;`.
  @Test func xmlAndPlainTextNeedTheSemicolon() throws {
    let items = try rss("<item><title>a &copy=2</title><link>http://x/?a=1&copy=2&#169</link></item>")
    expect(items.map(\.title), equals: ["a &copy=2"])
    expect(items.map(\.link) == ["http://x/?a=1&copy=2&#169"])
    try expect(
      parse("{\"items\":[{\"content_text\":\"&copy=2\"}]}").entries.map(\.content), equals: ["&copy=2"])
  }
}
