import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing

@testable import FeedViewerRows

/// The styles of an article's text as attributes.
struct ArticleAttributesTests {
  private func attributes(_ html: String, language: String? = nil) -> [TextAttributeRun] {
    let block = ArticleSource(format: .html, text: html, base: "http://x/").article().blocks[0]
    return ArticleAttributes.attributes(
      block.runs, of: block.text, language: block.language ?? language, isCode: false)
  }

  @Test func stylesBecomeAttributes() {
    expect(attributes("a <b>bc</b> d"), equals: [TextAttributeRun(.bold, bytes: 2..<4)])
    expect(
      attributes("<a href='p'>l<em>i</em></a>"),
      equals: [
        TextAttributeRun(.link, bytes: 0..<1), TextAttributeRun(.italic, bytes: 1..<2),
        TextAttributeRun(.link, bytes: 1..<2),
      ])
    expect(
      attributes("H<sub>2</sub>O <small>s</small>"),
      equals: [
        TextAttributeRun(.subscript, bytes: 1..<2), TextAttributeRun(.scale(0.83), bytes: 4..<5),
      ])
    expect(
      attributes("<mark>m</mark><s>s</s><u>u</u><code>c</code><sup>p</sup>").map(\.kind),
      equals: [
        .marked, .strikethrough, .underline, .monospace, .superscript,
      ])
  }

  @Test func longWordsOfCodeAndLanguagesHaveAttributes() {
    // Long words of code are broken without hyphens.
    expect(attributes("<code>short words only</code>").map(\.kind), equals: [.monospace])
    expect(
      attributes("a <code>veryLongIdentifier</code> anotherLongWord"),
      equals: [
        TextAttributeRun(.monospace, bytes: 2..<20), TextAttributeRun(.unhyphenated, bytes: 2..<20),
      ])
    // Only valid language tags are used.
    expect(attributes("a", language: "ja"), equals: [TextAttributeRun(.language("ja"), bytes: 0..<1)])
    expect(attributes("a", language: "ja\" size=\"90000").isEmpty)
    expect(
      attributes("<p lang='he'>a</p>", language: "ja"),
      equals: [
        TextAttributeRun(.language("he"), bytes: 0..<1)
      ])
    // Languages that shape text as any other are left out.
    for language in ["en", "en-GB", "de-AT", "FR"] { expect(attributes("a", language: language).isEmpty) }
  }

  @Test func tableCellsKeepTheirStyles() {
    let block = ArticleBlock(
      kind: .tableRow(isHeader: false), text: "ab\tcd\t",
      runs: [ArticleRun(range: 1..<4, style: .emphasis)])
    var document = ArticleDocument()
    document.append(Article(blocks: [block]))
    let cells = document.row(at: 0).cells
    expect(cells.map(\.text), equals: ["ab", "cd", ""])
    expect(cells.map { $0.runs.map(\.range) }, equals: [[1..<2], [0..<1], []])
  }
}
