import Expectations
import Testing

@testable import FeedViewerFeeds

/// Links that are not ended where an element around them ends.
@Suite struct ActiveLinksTests {
  /// The words in the order of the page, each with its link.
  private func words(_ html: String) -> [String] {
    ArticleReader.article(html: html).blocks.flatMap { block in
      var words: [String] = []
      var start = 0
      for end in block.text.utf8.indices.filter({ block.text.utf8[$0] <= 0x20 }) + [block.text.endIndex] {
        let offset = block.text.utf8.distance(from: block.text.startIndex, to: end)
        let word = String(block.text.utf8.dropFirst(start).prefix(offset - start)) ?? ""
        let link = block.runs.first { $0.range.contains(start) && $0.link != nil }?.link
        if !word.isEmpty { words.append(word + (link.map { "=" + $0 } ?? "")) }
        start = offset + 1
      }
      return words
    }
  }

  @Test(arguments: [
    // Around a table: what is in the table is in the link, too.
    ("<a href=u>a<table><tr><td>b<td>c</table>d</a> e", ["a=u", "b=u", "c=u", "d=u", "e"]),
    ("<p><a href=u>a<table><tr><td>b</table>c</p>d</a> e", ["a=u", "b", "c=u", "d=u", "e"]),
    ("<div><a href=u>a<ul><li>b<li>c</ul></div>d</a> e", ["a=u", "b=u", "c=u", "d=u", "e"]),
    // In a table, but in no cell.
    ("<table><a href=u>a<tr><td>b</table>c</a> d", ["a=u", "b", "c=u", "d"]),
    ("<table><tr><a href=u>a<td>b</tr>c<tr><td>d</table>e", ["a=u", "c=u", "b", "d", "e=u"]),
    ("<table><tr><a href=u>a</a><td>b</table>c", ["a=u", "b", "c"]),
    ("<table><a href=u>a<tr><td>b</td></a>c</table>d", ["a=u", "c", "b", "d"]),
    ("<table><a href=u>a<tr><td>b<table><tr><td>c</table>d</table>e", ["a=u", "b", "c", "d", "e=u"]),
    // Cells and captions have links of their own.
    ("<table><tr><td><a href=u>a<td>b</a> c</table>d", ["a=u", "b", "c", "d"]),
    ("<table><caption><a href=u>a<p>b</caption><tr><td>c</table>d", ["a=u", "b=u", "c", "d"]),
    ("<a href=u>a<table><tr><td><a href=v>b</a> c</table>d", ["a=u", "b=v", "c=u", "d=u"]),
    // Another link ends the one around the table.
    ("<a href=u>a<table><a href=v>b</table>c", ["a=u", "b=v", "c=v"]),
    ("<a href=u>a<table><a href=v>b</a> c<tr><td>d</table>e", ["a=u", "b=v", "c=u", "d=u", "e"]),
    ("<a href=u>a<div><table><a href=v>b</a></table>c</div>d", ["a=u", "b=v", "c=u", "d"]),
    // A table after it is not in a link that goes on.
    ("<p><a href=u>a</p><table><tr><td>b</table>c", ["a=u", "b", "c=u"]),
    ("<p><a href=u>a</p><p><b>b</b> <span>c</span></p></a>d", ["a=u", "b=u", "c=u", "d"]),
    ("<p><a href=u>a</p><textarea>b</textarea> <i>c</a> d</i>", ["a=u", "b=u", "c=u", "d"]),
    ("<p><a href=u>a</p><q>b</q></a> c", ["a=u", "“b”=u", "c"]),
  ])
  func linksGoOnAsTheStandardSays(html: String, expected: [String]) {
    expect(words(html), equals: expected, "\(html)")
  }

  @Test func picturesAreInTheLinkThatGoesOn() {
    let images = ArticleReader.article(html: "<p><a href=u>a</p><img src=/a></a><img src=/b>").images
    expect(images.map(\.link), equals: ["u", nil])
  }
}
