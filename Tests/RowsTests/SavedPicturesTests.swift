import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewerRows

/// Small pictures in the sentences of pages that are saved.
struct SavedPicturesTests {
  /// A GIF of 16 by 16 pixels.
  private static let data =
    "data:image/gif;base64,R0lGODlhEAAQAIAAAAAAAP///ywAAAAAEAAQAAACDoSPqcvtD6OctNqLsz4FADs="

  private func page(_ html: String, showsPictures: Bool = true) -> String {
    var document = ArticleDocument()
    document.append(ArticleSource(format: .html, text: html, base: "https://x.example/").article())
    let head = ArticleHTML.Head(title: "t", feed: "f", author: nil, date: nil, address: nil)
    let page = ArticleHTML.page(document, head) { showsPictures ? $0.sources[0].reference : nil }
    let start = page.firstRange(of: "<article>\n").map { page[$0.upperBound...] } ?? ""
    return start.firstRange(of: "\n</article>").map { String(start[..<$0.lowerBound]) } ?? ""
  }

  private func picture(_ words: String, _ attributes: String = " width=\"16\" height=\"16\"") -> String {
    "<img src=\"\(Self.data)\" alt=\"\(words)\"\(attributes)>"
  }

  private let unsized = " style=\"max-height: 2em; vertical-align: middle\""

  @Test func picturesStayInTheirSentence() {
    expect(
      page("<p>a <img src=\"\(Self.data)\" alt=\"x &amp; y\" width=16 height=16> <b>b</b></p>"),
      equals: "<p>a \(picture("x &amp; y")) <strong>b</strong></p>")
    expect(
      page("<p>a<img src=\"\(Self.data)\">b<img src=\"\(Self.data)\" title=t></p>"),
      equals: "<p>a\(picture("", unsized))b\(picture("t", unsized))</p>")
  }

  @Test func picturesKeepTheirLinksStylesAndPlaces() {
    expect(
      page("<ul><li>a <a href=\"/l\"><i>b <img src=\"\(Self.data)\" alt=s></i></a></ul>"),
      equals:
        "<ul><li>a <a href=\"https://x.example/l\"><em>b \(picture("s", unsized))</em></a></li></ul>")
    expect(
      page("<h2>a <img class=emoji src=\"\(Self.data)\" alt=😀></h2>"),
      equals: "<h2>a \(picture("😀", unsized))</h2>")
    expect(
      page(
        "<table><tr><td>é<td>b <img src=\"\(Self.data)\" alt=s> c<td>d <img src=\"\(Self.data)\" alt=t></table>"
      ),
      equals:
        "<table><tr><td>é</td><td>b \(picture("s", unsized)) c</td><td>d \(picture("t", unsized))</td></tr></table>"
    )
    expect(
      page("<pre>a\n <img src=\"\(Self.data)\" alt=s></pre>"),
      equals: "<pre>a\n \(picture("s", unsized))</pre>")
  }

  @Test func wordsStandForPicturesThatCannotBeShown() {
    expect(
      page("<p>a <img src=\"\(Self.data)\" alt=s> b</p>", showsPictures: false), equals: "<p>a s b</p>")
    expect(
      page("<p>a <img src=\"data:image/gif;base64,AAAA\" alt=s width=9 height=9> b</p>"),
      equals: "<p>a s b</p>"
    )
  }

  @Test func spacesThatCellsKeepAreKept() {
    expect(
      page("<table><tr><td align=right>a<td style='white-space: pre'>b  c\n d</table>"),
      equals:
        "<table><tr><td style=\"text-align: right\">a</td><td style=\"white-space: pre-wrap\">b  c<br> d</td></tr></table>"
    )
  }
}
