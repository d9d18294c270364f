import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewerRows

/// The HTML of selected text.
@Suite struct ArticleHTMLTests {
  private func document(_ html: String) -> ArticleDocument {
    var document = ArticleDocument()
    document.append(ArticleSource(format: .html, text: html, base: "https://x.example/").article())
    return document
  }

  private func html(_ source: String, _ selection: ArticleSelection = .all) -> String {
    let written = ArticleHTML.document(selection, of: document(source))
    let (start, end) = (
      "<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>", "</body></html>"
    )
    expect(written.hasPrefix(start) && written.hasSuffix(end))
    return String(written.dropFirst(start.count).dropLast(end.count))
  }

  @Test func textIsEscapedAndStylesAreElements() {
    expect(html("<p>a &lt;b> &amp;amp; \"c\""), equals: "<p>a &lt;b&gt; &amp;amp; &quot;c&quot;</p>")
    expect(html("<b>x <i>y</i></b> z"), equals: "<p><strong>x</strong> <strong><em>y</em></strong> z</p>")
    expect(html("H<sub>2</sub>O<br>x"), equals: "<p>H<sub>2</sub>O<br>x</p>")
    expect(html("<h3>T</h3><hr><pre>a\n &lt;b</pre>"), equals: "<h3>T</h3><hr><pre>a\n &lt;b</pre>")
  }

  @Test func linksLeadWhereOtherProgramsMayFollow() {
    expect(
      html("<a href='https://a.example/?a=1&b=\"'>l<em>i</em></a>")
        == "<p><a href=\"https://a.example/?a=1&amp;b=&quot;\">l<em>i</em></a></p>")
    expect(html("<a href='javascript:x()'>a</a> <a href='file:///etc/passwd'>b</a>") == "<p>a b</p>")
  }

  @Test func mailsAttachNothing() {
    expect(
      html("<a href='mailto:a@b.example?At%74ach=/etc/passwd&subject=s'>a</a>"),
      equals: "<p><a href=\"mailto:a@b.example?subject=s\">a</a></p>")
  }

  @Test func listsAreNestedAndNumbered() {
    expect(
      html("<ul><li>a<ul><li>b</ul><li>c</ul><p>d"),
      equals: "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p>")
    expect(html("<ol start=3><li>x<li>y</ol>"), equals: "<ol start=\"3\"><li>x</li><li>y</li></ol>")
    expect(html("<ol type=a><li>x</ol>"), equals: "<ol type=\"a\"><li>x</li></ol>")
    expect(
      html("<ol><li><h3>x</h3>a<li><h3>y</h3></ol>"),
      equals: "<ol><li><h3>x</h3><p>a</p></li></ol><ol start=\"2\"><li><h3>y</h3></li></ol>")
    expect(html("<ul><li>x<p>more</ul>"), equals: "<ul><li>x<p>more</p></li></ul>")
    expect(html("<dl><dt>t<dd>d</dl>"), equals: "<dl><dt>t</dt><dd>d</dd></dl>")
  }

  @Test func quotationsAndTablesEnclose() {
    expect(
      html("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d"),
      equals: "<blockquote><p>a</p><p>b</p><blockquote><p>c</p></blockquote></blockquote><p>d</p>")
    expect(
      html("<table><tr><th>a<th>b<tr><td>1<td>2</table>x"),
      equals: "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><p>x</p>")
    expect(
      html("<blockquote><ul><li>a</ul></blockquote><ul><li>b</ul>"),
      equals: "<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>")
  }

  @Test func cellsKeepTheirSpanAndAlignment() {
    expect(
      html(
        "<table><tr><td colspan=2 align=right>a<td>b<tr><th>c<td align=center>d<th style='text-align:start'>e</table>"
      ),
      equals: "<table><tr><td colspan=\"2\" style=\"text-align: right\">a</td><td>b</td></tr><tr><th>c</th>"
        + "<td style=\"text-align: center\">d</td><th style=\"text-align: start\">e</th></tr></table>")
  }

  @Test func onlyTheSelectionIsWritten() {
    func place(_ row: Int, _ offset: Int) -> ListTextPosition {
      ListTextPosition(row: RowIndexPath(section: 0, row: row), offset: offset)
    }
    var selection = ArticleSelection(.character, place(0, 2)..<place(0, 2))
    selection.extend(to: place(1, 3)..<place(1, 3))
    expect(html("<p>Gr<b>öß</b>e<p>next one", selection), equals: "<p><strong>öß</strong>e</p><p>nex</p>")
  }

  @Test func aDividedParagraphIsOneElement() {
    let text = String(repeating: "word and ", count: 2_000)
    let document = document("<p>\(text)")
    expect(document.count > 1)
    expect(html("<p>\(text)"), equals: "<p>\(text.dropLast())</p>")
    let lines = (0..<500).map { "line \($0)" }.joined(separator: "\n")
    expect(html("<pre>\(lines)</pre>"), equals: "<pre>\(lines)</pre>")
  }

  @Test func everyElementIsClosed() {
    let source = """
      <h1>a</h1><ul><li>b<ol><li>c<blockquote>d<ul><li>e</ul></blockquote></ol><li>f</ul><blockquote>g
      <table><tr><td>h<td>i</table><dl><dt>j<dd>k<dd>l<dt>m</dl></blockquote><pre>n</pre><ul><li>o</ul><ol><li>p</ol>
      """
    var open: [Substring] = []
    for tag in html(source).split(separator: "<").map({ $0.prefix { $0 != ">" } }) where tag != "hr" {
      if tag.hasPrefix("/") {
        expect(open.popLast(), equals: tag.dropFirst())
      } else {
        open.append(tag.prefix { $0 != " " })
      }
    }
    expect(open.isEmpty)
  }
}
