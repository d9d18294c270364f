import Testing

@testable import Feeds

@Suite struct HTMLTextTests {
  private func text(_ html: String) -> String? {
    var scanner = HTMLText()
    var html = html
    return html.withUTF8 { scanner.text(of: $0, style: .blocks) }
  }

  @Test(arguments: [
    ("one<br>two", "one\ntwo"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br/><br/>b", "a\n\nb"),
    ("a  \n b", "a b"), ("<pre>a\nb</pre>", "a\nb"), ("a&nbsp;b", "a\u{A0}b"),
    ("<td>a</td><td>b</td>", "a b"),
    ("a<script>x < y</script>b", "a b"), ("<style>p{}</style>x", "x"), ("a <b>b</b>c", "a bc"),
    ("a<!-- <p> -->b", "ab"), ("<![if IE]>a<![endif]>", "a"), ("1 < 2 & 3", "1 < 2 & 3"),
    ("<a title=\"x > y\">t</a>", "t"), ("<unknown>t</unknown>", "t"), ("<o:p>t</o:p>", "t"),
    ("<form>never closed", "never closed"), ("&lt;b&gt;", "<b>"), ("<ul><li>a<li>b</ul>", "a\nb"),
    ("&notin; &nLt;", "∉ ≪⃒"),
  ])
  func htmlBecomesText(html: String, plain: String) {
    #expect(text(html) == plain)
  }

  @Test func allNamedReferencesAreKnown() {
    #expect(HTMLEntities.shared.count == 2_125)
  }

  @Test func noscriptGivesItsPictureOnly() {
    var scanner = HTMLText()
    var html = "<noscript>x<img src='a.png'></noscript><img class=wp-smiley src=b><img height='2' src='c'>y"
    #expect(html.withUTF8 { scanner.text(of: $0, style: .blocks) } == "y")
    #expect(scanner.images == ["a.png"])
  }

  @Test func manyUnclosedTagsTakeLinearTime() {
    let clock = ContinuousClock()
    let elapsed = clock.measure { _ = text(String(repeating: "<form><a b='", count: 50_000)) }
    #expect(elapsed < .seconds(5))
  }
}
