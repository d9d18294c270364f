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

  @Test func textLinksAndListsAreElements() {
    // Text is escaped and styles are elements.
    expect(html("<p>a &lt;b> &amp;amp; \"c\""), equals: "<p>a &lt;b&gt; &amp;amp; &quot;c&quot;</p>")
    expect(html("<b>x <i>y</i></b> z"), equals: "<p><strong>x</strong> <strong><em>y</em></strong> z</p>")
    expect(html("H<sub>2</sub>O<br>x"), equals: "<p>H<sub>2</sub>O<br>x</p>")
    expect(html("<h3>T</h3><hr><pre>a\n &lt;b</pre>"), equals: "<h3>T</h3><hr><pre>a\n &lt;b</pre>")
    // Links lead where other programs may follow.
    expect(
      html("<a href='https://a.example/?a=1&b=\"'>l<em>i</em></a>")
        == "<p><a href=\"https://a.example/?a=1&amp;b=&quot;\">l<em>i</em></a></p>")
    expect(html("<a href='javascript:x()'>a</a> <a href='file:///etc/passwd'>b</a>") == "<p>a b</p>")
    // Mails attach nothing.
    expect(
      html("<a href='mailto:a@b.example?At%74ach=/etc/passwd&subject=s'>a</a>"),
      equals: "<p><a href=\"mailto:a@b.example?subject=s\">a</a></p>")
    // Lists are nested and numbered.
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

  @Test func itemsKeepTheirNumbersAndKinds() {
    expect(
      html("<ol start=3 type=a><li>x<li value=9>y<li>z</ol>"),
      equals: "<ol type=\"a\" start=\"3\"><li>x</li><li value=\"9\">y</li><li>z</li></ol>")
    expect(
      html("<ol reversed start=5><li>x<li>y</ol>"),
      equals: "<ol start=\"5\"><li>x</li><li value=\"4\">y</li></ol>")
    expect(
      html("<ol type=i><li>x<li type=A>y</ol>"),
      equals: "<ol type=\"i\"><li>x</li><li type=\"A\">y</li></ol>")
    expect(
      html("<ol><li><ul><li>x<li>y</ul><li><ul><li>z</ul></ol>"),
      equals: "<ol><li><ul><li>x</li><li>y</li></ul></li><li><ul><li>z</li></ul></li></ol>")
    expect(
      html("<ol start=2><li><dl><dt>x<dd>y</dl><li>z</ol>"),
      equals: "<ol start=\"2\"><li><dl><dt>x</dt><dd>y</dd></dl></li><li>z</li></ol>")
    expect(
      html("<ul><li><pre>x</pre>y</ul>"), equals: "<ul><li><pre>x</pre><p>y</p></li></ul>")
  }

  @Test func placesSpacesTablesAndSelectionsAreWritten() {
    // Places in a page are where links go.
    let source =
      "<h2 id=s>S</h2><p>t <a href='#s'>up</a> <a href='#c'>c</a> <a href='#no'>n</a><table><tr><td id=c>a<td>b</table>"
    let head = ArticleHTML.Head(title: "t", feed: "f", author: nil, date: nil, address: nil)
    let page = ArticleHTML.page(document(source), head)
    expect(page.contains("<h2><span id=\"s\"></span>S</h2><p>t <a href=\"#s\">up</a> <a href=\"#c\">c</a>"))
    expect(page.contains("<a href=\"https://x.example/#no\">n</a>"))
    expect(page.contains("<td><span id=\"c\"></span>a</td>"))
    // Text that is pasted has none.
    expect(html("<p id=a>b <a href='#a'>c</a>"), equals: "<p>b c</p>")
    // Kept spaces are kept.
    expect(
      html("<p style='white-space:pre'>a  b\n c</p>d"),
      equals: "<p style=\"white-space: pre-wrap\">a  b<br> c</p><p>d</p>")
    expect(
      html("<ul><li style='white-space:pre'>a\tb</ul>"),
      equals: "<ul><li><span style=\"white-space: pre-wrap\">a\tb</span></li></ul>")
    expect(html("<pre>a  b</pre>"), equals: "<pre>a  b</pre>")
    // Quotations and tables enclose.
    expect(
      html("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d"),
      equals: "<blockquote><p>a</p><p>b</p><blockquote><p>c</p></blockquote></blockquote><p>d</p>")
    expect(
      html("<table><tr><th>a<th>b<tr><td>1<td>2</table>x"),
      equals: "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><p>x</p>")
    expect(
      html("<blockquote><ul><li>a</ul></blockquote><ul><li>b</ul>"),
      equals: "<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>")
    // Cells keep their span and alignment.
    expect(
      html(
        "<table><tr><td colspan=2 align=right>a<td>b<tr><th>c<td align=center>d<th style='text-align:start'>e</table>"
      ),
      equals: "<table><tr><td colspan=\"2\" style=\"text-align: right\">a</td><td>b</td></tr><tr><th>c</th>"
        + "<td style=\"text-align: center\">d</td><th style=\"text-align: start\">e</th></tr></table>")
    // Only the selection is written.
    func place(_ row: Int, _ offset: Int) -> ListTextPosition {
      ListTextPosition(row: RowIndexPath(section: 0, row: row), offset: offset)
    }
    var selection = ArticleSelection(.character, place(0, 2)..<place(0, 2))
    selection.extend(to: place(1, 3)..<place(1, 3))
    expect(html("<p>Gr<b>öß</b>e<p>next one", selection), equals: "<p><strong>öß</strong>e</p><p>nex</p>")
    // A divided paragraph is one element.
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
