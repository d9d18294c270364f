import Expectations
import Testing

@testable import FeedViewerFeeds

/// An item has its marker whatever its first content is (CSS Lists 3, section 3.1).
@Suite struct ItemMarkersTests {
  private func marked(_ html: String) -> [String] {
    ArticleReader.article(html: html).blocks.map {
      ($0.markers.map(\.text) + [$0.text]).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("<ol start=3><li><xmp>a</xmp><li>b</ol>", ["3. a", "4. b"]),
    ("<ul><li><pre>a\nb</pre>c</ul>", ["• a\nb", "c"]),
    ("<ol><li><dl><dt>a<dd>b</dl><li><dl><dd>c</dl></ol>", ["1. a", "b", "2. c"]),
    ("<ol><li><details><summary>a</summary>b</details></ol>", ["1. a", "b"]),
    ("<ol><li><details>a</details></ol>", ["", "1. a"]),
    ("<ol><li><img src=i> a<li><figure><figcaption>b</figcaption></figure></ol>", ["1. ", "a", "2. b"]),
    ("<ol type=a><li><iframe src=v></iframe>a<li><video src=v></video></ol>", ["a. ", "a", "b. "]),
    ("<ol><li><ul><li><img src=i></ul><li>a<img src=j></ol>", ["1. • ", "2. a", ""]),
    ("<ol><li><img class=emoji src=i alt=a><li><img class=emoji src=i alt=b> c</ol>", ["1. ", "2. b c"]),
    ("<ol><li><hr>a</ol>", ["", "1. a"]),
    ("<table><tr><td><ul><li><img src=i>a</ul><td>b</table>", ["", "• a\tb"]),
  ])
  func itemsHaveMarkersWhateverTheyBeginWith(html: String, texts: [String]) {
    expect(marked(html), equals: texts, "\(html)")
  }

  @Test(arguments: [
    ("<ol reversed><li>a<li style='display:none'>x<ol><li>y</ol><li>b</ol>", ["2. a", "1. b"]),
    ("<ol reversed><li>a<script><li></script><template><li></template></ol>", ["1. a"]),
    ("<ol reversed hidden><li>x</ol><ol reversed><li>a<li>b</ol>", ["2. a", "1. b"]),
    ("<ol start='7th'><li>a<li value='+3.9'>b<li value=x>c</ol>", ["7. a", "3. b", "4. c"]),
    ("<ol start='-2,5'><li>a</ol>", ["-2. a"]),
    ("<table><tr><td rowspan='2px'>a<td>b<tr><td>c</table>", ["a\tb", "\tc"]),
  ])
  func numbersAreCountedAndReadAsBrowsersDo(html: String, texts: [String]) {
    expect(marked(html).map { $0.filter { $0 != "\n" } }, equals: texts, "\(html)")
  }

  @Test func pictureOfAnItemStaysAPicture() {
    let block = ArticleReader.article(html: "<ol><li><img src=i></ol>").blocks[0]
    guard case .image = block.kind else {
      Issue.record("\(block.kind)")
      return
    }
    expect(block.outerMarkers, equals: [.number(1, .decimal)])
  }
}
