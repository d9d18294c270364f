import Expectations
import Testing

@testable import FeedViewerFeeds

/// Videos, sounds, frames, objects, and pictures inside the text.
@Suite struct ArticleMediaTests {
  private func embeds(_ html: String) -> [ArticleEmbed] {
    ArticleReader.article(html: html).blocks.compactMap {
      if case .embed(let embed) = $0.kind { embed } else { nil }
    }
  }

  @Test func mediaSayWhatTheyAre() {
    let found = embeds(
      """
      <video src=v.mp4 poster=p.jpg title=V width=640 height=360px></video><audio aria-label=A src=a.mp3></audio>
      <iframe src=https://f/ title=F>no</iframe><object data=o.pdf type=application/pdf>no</object>
      <object><param name=movie value=x><embed src=e.swf></object><embed src=m.mid>
      """)
    expect(found.map(\.kind), equals: [.video, .audio, .frame, .object, .object, .object])
    expect(found.map(\.address) == ["v.mp4", "a.mp3", "https://f/", "o.pdf", "e.swf", "m.mid"])
    expect(found.map(\.title), equals: ["V", "A", "F", nil, nil, nil])
    expect(found[0].poster?.reference, equals: "p.jpg")
    expect(found[0].width == 640 && found[0].height == 360)
    expect(found[3].sources[0].type, equals: "application/pdf")
  }

  @Test func allSourcesOfAVideoAreKept() {
    let found = embeds(
      "<video><source src=a.webm type=video/webm><source src='javascript:1'><source src=b.mp4>old</video>")
    expect(
      found.map(\.sources), equals: [[.init(address: "a.webm", type: "video/webm"), .init(address: "b.mp4")]])
    expect(
      embeds("<video src=a><video src=b><p>c<audio><source src=d>").map(\.address), equals: ["a", "b", "d"])
    expect(embeds("<video></video><audio><source></audio><object></object><iframe></iframe>").isEmpty)
  }

  /// In the text, a space stands where they were.
  @Test func mediaFollowTheTextTheyAreIn() {
    let found = ArticleReader.article(html: "<p>a<video src=v></video>b</p>c").blocks
    expect(found.map(\.text), equals: ["a b", "", "c"])
  }

  @Test func embeddedPicturesAreKeptAsWritten() {
    let written = ["data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,%3Csvg%20xmlns='http://x'/%3E"]
    let html = written.map { "<img src=\"\($0)\">" }.joined()
    expect(
      ArticleReader.article(html: html, base: "http://h/").images.map { $0.sources[0].reference } == written)
    expect(
      ImageSources.candidates("\(written[0]) 2x, b.png").map(\.reference), equals: [written[0], "b.png"])
  }

  @Test func embeddedFilesThatAreTooLongAreDropped() {
    let long = "data:image/png;base64," + String(repeating: "A", count: ImageSources.longestReference)
    expect(ArticleReader.article(html: "<img src=\"\(long)\"><video src=\"\(long)\"></video>").blocks.isEmpty)
    let fitting = String(long.prefix(ImageSources.longestReference))
    expect(ArticleReader.article(html: "<img src=\"\(fitting)\">").images.count, equals: 1)
  }

  // MARK: Image maps

  /// The links below the pictures, as their words and targets.
  private func areas(_ html: String) -> [[String]] {
    ArticleReader.article(html: html, base: "https://h/d/").blocks.filter { $0.kind == .caption }.map {
      block in
      block.runs.map { run in
        "\(String(decoding: Array(block.text.utf8)[run.range], as: UTF8.self))=\(run.link ?? "")"
      }
    }
  }

  @Test(arguments: [
    // The map may come first or last, be hidden, and be known by its name or by its id.
    (
      "<map name=m><area href=n alt=North><area href=/s alt='South  gate' /></map><p>a <img src=p.png usemap=#m alt=P> b</p>",
      [["North=https://h/d/n", "South gate=https://h/s"]]
    ),
    (
      "<img src=p.png usemap='x.html#i'><div><map id=i name=j style='display:none'><p><area alt=A href='https://o/?a&amp;b'></p></map></div>",
      [["A=https://o/?a&b"]]
    ),
    // Areas that lead nowhere, or somewhere unsafe, are no links; the same link counts once.
    (
      "<img src=p usemap=#m><map name=m><area alt=N nohref><area alt=O href=''><area alt=J href='javascript:x'><area href=a shape=poly coords=1,2,3><area alt=A href=a><area alt=A href=a><area alt=B href=a></map>",
      [["A=https://h/d/a", "B=https://h/d/a"]]
    ),
    (
      "<img src=p usemap=#m><map name=m><area href=t title=T><area href=u></map>",
      [["T=https://h/d/t", "https://h/d/u=https://h/d/u"]]
    ),
    // Names have their case, the first of two equal ones counts, and one picture is enough.
    (
      "<img src=p usemap=#M><img src=q usemap=#m><img src=r usemap=#m><map name=m><area href=a alt=A></map><map name=m><area href=b alt=B></map>",
      [["A=https://h/d/a"]]
    ),
    (
      "<img src=p usemap=#m><img src=q usemap=m><template><map name=m><area href=a alt=A></map></template><!-- <map name=m><area href=b alt=B></map> -->",
      []
    ),
    ("<area href=a alt=A><map name=m><area href=b alt=B></map><img src=p>", []),
  ])
  func areasOfImageMapsAreLinksBelowTheirPicture(html: String, links: [[String]]) {
    expect(areas(html), equals: links)
  }

  @Test func areasFollowTheirPictureEverywhere() {
    let map = "<map name=m><area href=#q alt=Q><area href=#r alt=R></map>"
    let inText = ArticleReader.article(
      html: "<p>a <img src=p usemap=#m>b</p>\(map)<p id=q>c", link: "https://h/x")
    expect(inText.blocks.map(\.text), equals: ["a b", "", "Q\nR", "c"])
    expect(inText.blocks[2].runs.map(\.link) == ["#q", "https://h/x#r"])
    expect(inText.target(of: "#q")?.block, equals: 3)
    let inTable = ArticleReader.article(html: "<table><tr><td>a<td><img src=p usemap=#m><td>b</table>\(map)")
    expect(inTable.blocks.map(\.text), equals: ["a\t\tb", "", "Q\nR"])
    let inFigure = ArticleReader.article(
      html: "<figure><img src=p usemap=#m><figcaption>c</figcaption></figure>\(map)")
    expect(inFigure.blocks.map(\.figure), equals: [0, 0, 0])
  }

  @Test func manyPicturesWithOneMapTakeLinearTimeAndRoom() {
    let html =
      "<map name=m>" + String(repeating: "<area href=a alt=A>", count: 20_000) + "</map>"
      + String(repeating: "<img src=p usemap=#m>a", count: 20_000)
    let start = threadSeconds()
    let found = ArticleReader.article(html: html)
    expect(found.blocks.filter { $0.kind == .caption }.map(\.text), equals: ["A"])
    expect(threadSeconds() - start < 5)
  }

  // MARK: Pictures without a file

  @Test(arguments: [
    ("<p>a <img alt='b  c'> d</p>", "a b c d"), ("<img alt=a>", "a"), ("<p>a<img src='' alt=b>c", "abc"),
    ("<p>a <img src='javascript:x' alt=b>", "a b"), ("<p>a <img alt=b width=1 height=1>", "a"),
    ("<p>a <img alt><img alt=''><img>", "a"), ("<p>a <input type=image alt=b>", "a b"),
  ])
  func picturesWithoutAFileAreTheirWords(html: String, text: String) {
    let found = ArticleReader.article(html: html)
    expect(found.blocks.map(\.text), equals: [text])
    var scanner = HTMLText()
    var html = html
    expect(html.withUTF8 { scanner.text(of: $0, style: .line)?.string }, equals: text)
  }

  @Test func picturesWhoseFileIsInASourceAreNoWords() {
    let html = "<p>a <picture><source srcset=p.png><img alt=x></picture></p><p>b <img alt=c>"
    expect(ArticleReader.article(html: html).blocks.map(\.text), equals: ["a", "", "b c"])
    var scanner = HTMLText()
    var text = html
    expect(text.withUTF8 { scanner.text(of: $0, style: .line)?.string }, equals: "a b c")
  }

  @Test func wordsOfALinkedPictureWithoutAFileAreTheLink() {
    let block = ArticleReader.article(html: "<a href=https://h/><img alt=a></a>").blocks[0]
    expect(block.runs.map(\.link) == ["https://h/"])
  }

  @Test func elementsWithoutContentDoNotNest() {
    let html = "<p>" + String(repeating: "<link><meta><area href=u><param>", count: 100) + "<b>a</b>"
    expect(ArticleReader.article(html: html).blocks[0].runs.map(\.style), equals: [.strong])
  }

  // MARK: Documents of frames

  @Test(arguments: [
    ("<p>a <iframe srcdoc='<p>b<p>c &amp;amp; d'>x</iframe> e", ["a", "b", "c & d", "e"]),
    ("<iframe src=u srcdoc=\"<b>a</b>\"></iframe>", ["a"]),
    // Nothing inside ends what is around, and nothing goes on after it.
    ("<ul><li>a<iframe srcdoc='</ul></li><blockquote>b'></iframe>c</ul>d", ["a", "b", "c", "d"]),
    ("<iframe srcdoc='<!--'></iframe>a", ["a"]),
    ("<iframe srcdoc='<script>x</script><p hidden>y'>z</iframe>a", ["a"]),
    ("<iframe srcdoc='a' hidden></iframe><iframe srcdoc='b' height=0></iframe>c", ["c"]),
    ("<iframe srcdoc='<iframe srcdoc=&quot;<p>b</p>&quot;></iframe>a'>", ["b", "a"]),
    (
      "<table><tr><td>a<td><iframe srcdoc='<table><tr><td>b<td>c</table>'></iframe></table>d",
      ["a", "b\tc", "d"]
    ),
  ])
  func documentsOfFramesAreShownInTheirPlace(html: String, texts: [String]) {
    let found = ArticleReader.article(html: html)
    expect(found.blocks.map(\.text), equals: texts)
    var scanner = HTMLText()
    var html = html
    let preview = html.withUTF8 { scanner.text(of: $0, style: .line)?.string }
    expect(
      preview?.split(whereSeparator: \.isWhitespace),
      equals: texts.joined(separator: " ").split(whereSeparator: \.isWhitespace))
  }

  @Test func documentsOfFramesHaveTheSurroundingsOfTheirFrame() {
    let html = """
      <table><caption>t</caption><tr><td>a<td>b</table><figure><img src=p><figcaption>f</figcaption></figure>
      <blockquote><details open><summary>s</summary><iframe srcdoc="<a href=#q>c</a> <a href=r>d</a><img src=i.png alt=I>
      <blockquote id=q>e</blockquote><table><caption>k</caption><tr><td>g<td>h</table><details><summary>u</summary>v</details>
      <figure><img src=j><figcaption>w</figcaption></figure>"></iframe></details></blockquote>
      """
    let found = ArticleReader.article(html: html, base: "https://h/d/")
    expect(
      found.blocks.map(\.text),
      equals: ["t", "a\tb", "", "f", "s", "c d", "", "e", "k", "g\th", "u", "v", "", "w"])
    expect(found.blocks.map(\.quoteDepth), equals: [0, 0, 0, 0, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1])
    expect(found.blocks[5].runs.map(\.link) == ["#q", "https://h/d/r"])
    expect(found.target(of: "#q"), equals: ArticleAnchor(block: 7))
    expect(
      found.images.map { $0.sources[0].address } == ["https://h/d/p", "https://h/d/i.png", "https://h/d/j"])
    expect(found.blocks.map(\.table), equals: [0, 0, nil, nil, nil, nil, nil, nil, 1, 1, nil, nil, nil, nil])
    expect(found.tables.map(\.blocks), equals: [0..<2, 8..<10])
    expect(found.tables.map(\.caption), equals: [0, 8])
    expect(found.disclosures.map(\.summary), equals: [4, 10])
    expect(found.disclosures.map(\.parent), equals: [nil, 0])
    expect(found.blocks[10].kind, equals: .summary(disclosure: 1))
    expect(found.blocks.map(\.disclosure), equals: [nil, nil, nil, nil, nil, 0, 0, 0, 0, 0, 0, 1, 0, 0])
    expect(
      found.blocks.map(\.figure), equals: [nil, nil, 0, 0, nil, nil, nil, nil, nil, nil, nil, nil, 1, 1])
  }

  /// What a program that does not know `srcdoc` would show is the last resort.
  @Test func framesWhoseDocumentShowsNothingAreLinks() {
    expect(embeds("<iframe srcdoc='<script>x</script>' src=u></iframe>").map(\.address), equals: ["u"])
    expect(embeds("<iframe srcdoc='' src=u></iframe>").map(\.address), equals: ["u"])
    expect(embeds("<iframe srcdoc='a' src=u></iframe>").isEmpty)
  }

  @Test func deeplyNestedDocumentsOfFramesEnd() {
    var html = "deepest"
    for depth in 0..<12 {
      html =
        "\(depth)<iframe srcdoc=\"\(html.split(separator: "&").joined(separator: "&amp;").split(separator: "\"").joined(separator: "&quot;"))\"></iframe>"
    }
    expect(ArticleReader.article(html: html).blocks.map(\.text), equals: ["11", "10", "9", "8", "7"])
  }

  /// Their beginning is that of the whole.
  @Test func documentsOfFramesCountAsBlocksOfABeginning() {
    let html = "<p>a<iframe srcdoc='<p>b<p>c<p>d'></iframe><p>e<p>f"
    let source = ArticleSource(format: .html, text: html)
    let (beginning, whole) = source.parts(blocks: 2)
    expect(beginning.isPartial)
    expect(beginning.blocks, equals: Array(whole.blocks.prefix(beginning.blocks.count)))
  }
}
