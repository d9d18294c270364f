import Expectations
import Testing

@testable import FeedViewerFeeds

/// Formulas may hold HTML, and hide some of it.
@Suite struct FormulaMarkupTests {
  @Test(arguments: [
    ("<math><mtext>if <i>any</i> of <b><u>them</u></b> is</mtext></math>", ["if any of them is"]),
    ("<math><mi>x<sub>1</sub></mi><mo>=</mo><mn>2</mn></math>", ["x1 = 2"]),
    ("<math><mtext>a <img src=i alt=sign> b</mtext></math>", ["a sign b"]),
    ("<math><mtext>a<br>b<script>x</script></mtext></math>", ["a b"]),
    ("<math><mtext>a <math><mi>x</mi></math> b</mtext></math>", ["ax b"]),
    ("<math><mrow style='display:none'><mi>y</mi></mrow><mi>x</mi></math>", ["x"]),
    ("<math><mtext>a<span hidden>b<i>c</i></span>d</mtext></math>", ["ad"]),
    ("<math><mi>x</mi><mrow style='visibility:collapse'><mo>+</mo><mn>1</mn></mrow></math>", ["x"]),
    ("<math><mfrac><mi hidden>z</mi><mi>x</mi><mi>y</mi></mfrac></math>", ["x/y"]),
    (
      "<p><span class='MathJax_SVG'><svg><text>u</text></svg></span> <script type='math/tex; mode=display'>v</script>",
      ["v"]
    ),
    ("<span class=MathJax>u</span><script>v</script>", ["u"]),
  ])
  func formulasAreReadWithTheirMarkup(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }

  @Test func linksInFormulasAreLinks() {
    let found = ArticleReader.article(
      html:
        "<math><mi><a href='https://h/1'>x</a></mi><mo>+</mo><mrow href='https://h/2'><mi>y</mi></mrow></math>"
    )
    expect(found.blocks.map(\.text), equals: ["x + y"])
    expect(found.blocks[0].runs.map(\.link) == ["https://h/1", "https://h/2"])
    expect(found.blocks[0].runs.map(\.range), equals: [0..<1, 4..<5])
  }
}
