import Expectations
import Testing

@testable import FeedViewerFeeds

/// What a browser skips leaves nothing behind: no space, no brackets, and none of its parts.
@Suite struct SkippedContentTests {
  @Test(arguments: [
    ("<p>Take <math><mi>n</mi></math>; (<math><mn>2</mn></math>)", "Take n; (2)"),
    ("a<style>x{}</style>, b", "a, b"), ("wo<script>x</script>rd", "word"),
    ("a<noscript>x</noscript>!", "a!"),
    ("a<svg><g></g></svg>: b", "a: b"), ("a<datalist><option>x</datalist>.", "a."),
    ("a<object></object>.", "a."), ("a<audio></audio>; b", "a; b"), ("a <template>x</template> b", "a b"),
    ("a<title>x</title>'s", "a's"), ("a<!-- x -->b", "ab"),
    (
      "a <mjx-container><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container>, b",
      "a x, b"
    ),
    ("a <span class=MathJax data-mathml='<math><mi>x</mi></math>'>y</span>.", "a x."),
    // Boxes and texts of drawings stand apart.
    ("a<select><option>b</select>c", "a b c"), ("a<svg><text>b</text><text>c</text></svg>d", "a b c d"),
    ("a<video src=v></video>b", "a b"), ("a<iframe src=v></iframe>b", "a b"),
  ])
  func skippedElementsAddNoSpace(html: String, text: String) {
    var scanner = HTMLText()
    var source = html
    expect(ArticleReader.article(html: html).blocks[0].text, equals: text, "\(html)")
    expect(
      source.withUTF8 { scanner.text(of: $0, style: .line)?.string }, equals: text, "the preview of \(html)")
  }

  @Test func linesOfCodeStayAsTheyAre() {
    let html = "<pre>a<style>x</style>b\n  <script>y</script>c</pre>"
    expect(ArticleReader.article(html: html).blocks.map(\.text), equals: ["ab\n  c"])
  }

  @Test(arguments: [
    ("<ruby>漢<rt> </rt>字<rt>ji</rt></ruby>", "漢字(ji)"), ("<ruby>a<rt><b></b><!-- --></ruby>b", "ab"),
    ("<ruby>a<rp>【</rp><rt><span> </span></rt><rp>】</rp>b<rp>(<rt>c<rp>)</ruby>d", "ab(c)d"),
    ("<ruby>a<rt>b<rt></ruby>c", "a(b)c"), ("<ruby>a<rp>(</rp> <rt>b</rt> <rp>)</rp></ruby>", "a(b)"),
    ("<ruby>a<rt><img src=i alt=b width=9></rt></ruby>", "a(b)"), ("<ruby>a<rt>", "a"),
    ("<ruby>a<rt></rt></ruby><ruby>b<rp>(</rp><rt>c</rt><rp>)</rp></ruby>", "ab(c)"),
  ])
  func emptyAnnotationsHaveNoBrackets(html: String, text: String) {
    let found = ArticleReader.article(html: html).blocks.map(\.text).joined()
    expect(found.filter { !$0.isWhitespace }, equals: text, "\(html)")
  }

  @Test(arguments: [
    "<div style='visibility:hidden'><p hidden><i style='visibility:visible'>x</i></p></div>",
    "<div style='visibility:hidden'><template><i style='visibility:visible'>x</i></template></div>",
    "<p style='visibility:hidden'>x<b style='font-size:0'><i style='visibility:visible'>y</i></b></p>",
    "<dialog style='visibility:hidden'>x<i style='visibility:visible'>y</i></dialog>",
    "<div style='visibility:hidden'><dialog><i style='visibility:visible'>x</i></dialog></div>",
    "<p style='font-size:0'>x<b style='display:none'><i style='font-size:9px'>y</i></b></p>",
    "<p style='font-size:0'><b style='visibility:hidden'><i style='font-size:1em'>x</i></b></p>",
  ])
  func whatIsHiddenIsNotShownByWhatIsInside(html: String) {
    expectShown([], of: html)
  }

  @Test(arguments: [
    ("<svg><text visibility=collapse>x</text><text>a</text></svg>", ["a"]),
    ("<svg><text style='visibility:hidden'>x</text><text>a</text></svg>", ["a"]),
    ("<svg><text visibility=hidden style='visibility:visible'>a</text></svg>", ["a"]),
    ("<svg><g style='display:none'><a><text>x</text></a></g><text visibility=visible>a</text></svg>", ["a"]),
  ])
  func invisibleTextsOfDrawingsAreNotShown(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }
}
