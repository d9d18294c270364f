import Expectations
import Testing

@testable import FeedViewerFeeds

/// MathML as text.
@Suite struct MathTextTests {
  /// The text of a formula, with scripts in braces: `x^{2}`, `x_{i}`.
  private func text(_ content: String) -> String {
    ArticleReader.article(html: "<math>\(content)</math>").blocks.map { block in
      var result = ""
      var end = 0
      let bytes = Array(block.text.utf8)
      func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      for run in block.runs {
        result += part(end..<run.range.lowerBound)
        result += (run.style == .superscript ? "^" : "_") + "{\(part(run.range))}"
        end = run.range.upperBound
      }
      return result + part(end..<bytes.count)
    }.joined(separator: "|")
  }

  @Test(arguments: [
    ("<mi>a</mi><mo>+</mo><mn>1</mn>", "a + 1"),
    ("<mo>-</mo><mi>x</mi><mo>=</mo><mo>−</mo><mn>2</mn>", "-x = −2"),
    ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", "a/2"),
    (
      "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>c</mi></mrow></mfrac>",
      "(a + b)/(2c)"
    ),
    ("<mfrac><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></mfrac>", "(a + b)/2"),
    ("<mo>(</mo><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", "(n¦k)"),
    ("<msqrt><mi>x</mi></msqrt>", "√x"), ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x + 1)"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", "∛x"), ("<mroot><mi>x</mi><mi>n</mi></mroot>", "^{n}√x"),
    ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"), ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
    ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
    ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "(a + b)^{2}"),
    ("<msup><mi>e</mi><msup><mi>x</mi><mn>10</mn></msup></msup>", "e^{x^(10)}"),
    (
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
      "∑_{i = 1}^{n}i"
    ),
    ("<mover><mi>x</mi><mo>¯</mo></mover>", "x\u{304}"),
    (
      "<mmultiscripts><mi>C</mi><mn>1</mn><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
      "_{6}^{14}C_{1}"
    ),
    ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
    ("<mfenced open='[' close='[' separators=';'><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>", "[a; b; c["),
    (
      "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo>",
      "[1, 0; 0, 1]"
    ),
    ("<mi>sin</mi><mo>&ApplyFunction;</mo><mi>x</mi>", "sin x"),
    ("<mn>2</mn><mo>&InvisibleTimes;</mo><mi>x</mi>", "2x"),
    ("<mi>f</mi><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo>", "f(x, y)"),
    ("<semantics><mi>a</mi><annotation encoding='TeX'>\\alpha</annotation></semantics>", "a"),
    ("<mi>a</mi><mphantom><mi>b</mi></mphantom><mtext> if &lt; </mtext>", "a if <"),
    ("<mstyle><mi>a</mi></mstyle><mi>b", "ab"), ("x", "x"), ("<mfrac><mi>a</mi></mfrac>", "a/"), ("", ""),
  ])
  func formulasAreLinear(content: String, text: String) {
    expect(self.text(content), equals: text)
  }

  @Test func theAlternativeTextIsPreferred() {
    let found = ArticleReader.article(html: "a <math alttext='x squared'><mi>x</mi></math>, b")
    expect(found.blocks.map(\.text), equals: ["a x squared, b"])
  }

  @Test func displayedFormulasAreParagraphs() {
    let found = ArticleReader.article(html: "a<math display=block><mi>x</mi></math>b").blocks
    expect(found.map(\.text), equals: ["a", "x", "b"])
  }

  @Test func formulasTakeTheLinkAndStyleAroundThem() {
    let found = ArticleReader.article(
      html: "<a href=u><b><math><msup><mi>x</mi><mn>2</mn></msup></math></b></a>")
    expect(found.blocks[0].runs.map(\.style), equals: [.strong, [.strong, .superscript]])
    expect(found.blocks[0].runs.map(\.link), equals: ["u", "u"])
  }

  @Test func previewsHaveTheTextOfFormulas() throws {
    let entry = try require(
      rss("<item><description><![CDATA[<p>a <math><mi>x</mi></math> b]]></description></item>").first)
    expect(entry.summary, equals: "a x b")
  }

  @Test func deepFormulasKeepTheirTextAndTakeLinearTime() {
    func work(_ count: Int) -> Int {
      let html =
        "<math>" + String(repeating: "<msup><mi>x</mi><mrow>", count: count) + "y"
        + String(repeating: "</mrow></msup>", count: count) + "</math>"
      return ArticleReader.article(html: html).plainText.utf8.count
    }
    expect(work(10) > 10)
    expect(work(4_000) < 5 * work(1_000))
  }
}
