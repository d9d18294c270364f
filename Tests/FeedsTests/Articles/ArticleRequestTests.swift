import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// Reads articles of single entries from their files.
@Suite struct ArticleRequestTests {
  private func article(_ text: String, _ ordinal: Int, key: String) throws -> Article? {
    let request = ArticleRequest(ordinal: ordinal)
    _ = try FeedReader.parse(Array(text.utf8), named: "t", EntryCollector(nil, request: request))
    return request.entry?.key == key ? request.source?.article() : nil
  }

  @Test func articleComesFromTheContentOfTheRequestedEntry() throws {
    let text = """
      <rss><channel><item><guid>a</guid><description>no</description></item>
      <item><guid>b</guid><description>no</description><content:encoded>&lt;h1>H&lt;/h1>x</content:encoded></item>
      <item><guid>c</guid><description>line\n\nother</description></item><item><guid>d</guid></item></channel></rss>
      """
    let second = try require(article(text, 1, key: "b"))
    expect(second.blocks.map(\.kind), equals: [.heading(level: 1), .paragraph])
    try expect(article(text, 2, key: "c")?.blocks.map(\.text), equals: ["line", "other"])
    try expect(article(text, 3, key: "d") == nil)
    try expect(article(text, 1, key: "a") == nil)
    try expect(article(text, 9, key: "b") == nil)
  }

  @Test func aDescriptionTakesThePlaceOfAContentWithoutWordsAndPictures() throws {
    for content in ["", " \n ", "&lt;p>&lt;/p>", "<![CDATA[<div><br></div>]]>"] {
      let text =
        "<rss><channel><item><guid>a</guid><description>the words</description><content:encoded>\(content)"
        + "</content:encoded></item></channel></rss>"
      try expect(article(text, 0, key: "a")?.blocks.map(\.text), equals: ["the words"], "\(content)")
    }
  }

  @Test func aContentOfOnlyLinesIsTheLastChoice() throws {
    func kinds(_ fields: String) throws -> [ArticleBlock.Kind]? {
      try article("<rss><channel><item><guid>a</guid>\(fields)</item></channel></rss>", 0, key: "a")?.blocks
        .map(
          \.kind)
    }
    let line = "<content:encoded><![CDATA[<p></p><hr> <hr>]]></content:encoded>"
    let words = "<description>the words</description>"
    try expect(kinds(line + words), equals: [.paragraph])
    try expect(kinds(words + line), equals: [.paragraph])
    try expect(kinds(line), equals: [.rule, .rule])
    try expect(
      kinds("<content:encoded><![CDATA[<hr>a]]></content:encoded>" + words), equals: [.rule, .paragraph])
  }

  @Test func readingEndsAfterTheRequestedEntry() throws {
    let text = "<rss><channel><item><guid>a</guid><description>x</description></item><item>&nothing; < <"
    try expect(article(text, 0, key: "a")?.blocks.map(\.text), equals: ["x"])
  }

  @Test func atomContentIsDecodedByItsType() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/b/"><entry><id>1</id>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><ul><li>a <a href="c">b</a></li></ul></div></content>
      </entry><entry><id>2</id><content mode="base64" type="text/html">PGI+eDwvYj4=</content></entry></feed>
      """
    let first = try require(article(text, 0, key: "1"))
    expect(first.blocks.map(\.kind), equals: [.listItem(.bullet)])
    expect(first.blocks[0].runs == [ArticleRun(range: 2..<3, link: "http://x/b/c")])
    try expect(article(text, 1, key: "2")?.blocks[0].runs.map(\.style), equals: [.strong])
  }

  @Test(arguments: [
    "type='image/png'", "type='IMAGE/PNG; x=y' mode='base64'", "mode='base64' type='image/x-png'",
  ])
  func encodedPicturesAreShown(attributes: String) throws {
    let text =
      "<feed xmlns='http://purl.org/atom/ns#'><entry><id>1</id><content \(attributes)>iVBORw0K\nGgo=</content></entry></feed>"
    let found = try require(article(text, 0, key: "1"))
    expect(found.images.map { $0.sources[0].reference }, equals: ["data:image/png;base64,iVBORw0KGgo="])
    expect(found.blocks.count, equals: 1)
  }

  /// XML ends every element, HTML does not.
  @Test func elementsWithoutContentEndOnce() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml">a<h:br></h:br>b<h:img src="i"></h:img><h:hr></h:hr>c<h:b/>d</h:div></content>
      </entry></feed>
      """
    let found = try require(article(text, 0, key: "1"))
    expect(found.blocks.map(\.text), equals: ["a\nb", "", "", "cd"])
    expect(found.blocks[3].runs.isEmpty)
  }

  @Test func picturesOfDemoItemsAreBelowTheirTexts() throws {
    let text = #"""
      {"feed":[{"title":"a","content":"x","imageName":"i"},{"title":"b","content":"","imageName":"j.png"},{"title":"c"}]}
      """#
    let keys = try FeedReader.parse(Array(text.utf8), named: "t").entries.map(\.key)
    let first = try require(article(text, 0, key: keys[0]))
    expect(first.blocks.map(\.text) == ["x", ""] && first.images.map { $0.sources[0].reference } == ["i"])
    try expect(article(text, 1, key: keys[1])?.images.map { $0.sources[0].reference }, equals: ["j.png"])
    try expect(article(text, 2, key: keys[2]) == nil)
  }

  @Test func jsonFeedItemsHaveArticles() throws {
    let text = #"""
      {"version":"https://jsonfeed.org/version/1","items":[{"id":"1","content_text":"no","content_html":"<p>a<hr>b"},
      {"id":"2","url":"http://x/2/","summary":"s","content_html":"<a href='y'>z</a>"},{"id":"3","content_text":"p\n\nq"},
      {"id":"4","summary":"s"}, broken
      """#
    try expect(article(text, 0, key: "1")?.blocks.map(\.text), equals: ["a", "", "b"])
    try expect(article(text, 1, key: "2")?.blocks[0].runs[0].link == "http://x/2/y")
    try expect(article(text, 2, key: "3")?.blocks.map(\.text), equals: ["p", "q"])
    try expect(article(text, 3, key: "4")?.blocks.map(\.text), equals: ["s"])
  }

  /// They are links to the pages that play what has no address of its own.
  @Test func playersOfMediaAreOnThePageOnce() throws {
    let text = """
      <rss xmlns:media="http://search.yahoo.com/mrss/"><channel><link>http://h/feed/</link>
      <item><guid>a</guid><description>&lt;a href="http://p/2">b&lt;/a></description>
      <media:content medium="video"><media:player url="http://p/1"/></media:content>
      <media:player url="http://p/2"/><media:player url="http://p/1"/><media:player url="javascript:x"/></item>
      <item><guid>b</guid><media:group><media:content><media:player url="3"/></media:content></media:group></item>
      <item><guid>c</guid><title>t</title></item></channel></rss>
      """
    func addresses(_ ordinal: Int, _ key: String) throws -> [String]? {
      try article(text, ordinal, key: key)?.blocks.compactMap {
        if case .embed(let embed) = $0.kind { embed.address } else { nil }
      }
    }
    try expect(addresses(0, "a") == ["http://p/1"])
    try expect(addresses(1, "b") == ["http://h/feed/3"])
    try expect(article(text, 2, key: "c") == nil)
  }

  @Test func picturesOutsideOfTheTextAreResolvedWithoutTheEntrysLink() throws {
    let text = """
      <rss xmlns:media="http://search.yahoo.com/mrss/"><channel><link>http://h/feed/</link>
      <item><guid>a</guid><link>http://e/deep/er/</link><description>&lt;img src="t.png">&lt;video src="v" poster="w">
      &lt;/video></description><media:content url="m.png" medium="image"/></item>
      <item xml:base="http://x/y/"><guid>b</guid><link>http://e/deep/</link><enclosure url="n.png" type="image/png"/></item>
      <item><guid>c</guid><link>http://e/</link><media:thumbnail url="/s.png"/></item>
      <item><guid>d</guid><link>http://e/d/</link><description>&lt;img src="/m.png"></description>
      <media:content url="//e/m.png" medium="image"/><enclosure url="https://e/m.png" type="image/png"/></item></channel></rss>
      """
    func addresses(_ ordinal: Int, _ key: String) throws -> [String]? {
      try article(text, ordinal, key: key)?.pictureSources.map(\.address)
    }
    try expect(addresses(0, "a") == ["http://e/deep/er/t.png", "http://e/deep/er/w", "http://h/feed/m.png"])
    try expect(addresses(1, "b") == ["http://x/y/n.png"])
    try expect(addresses(2, "c") == ["http://h/s.png"])
    // One picture, whatever the protocol.
    try expect(addresses(3, "d") == ["http://e/m.png"])
    let group = """
      <rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><guid>a</guid><media:group>
      <media:content url="http://h/s" medium="image"/><media:content url="http://h/l" medium="image" isDefault="true"/>
      </media:group><media:content url="http://h/o" type="image/png"/></item></channel></rss>
      """
    try expect(article(group, 0, key: "a")?.pictureSources.map(\.reference) == ["http://h/l", "http://h/o"])
    let json = #"""
      {"home_page_url":"http://h/","items":[{"id":"1","url":"http://e/1/","image":"i.png","content_html":"<img src='t.png'>"},
      {"id":"2","url":"http://e/2/","image":"i.png"}]}
      """#
    try expect(
      article(json, 0, key: "1")?.images.map { $0.sources[0].address } == [
        "http://e/1/t.png", "http://h/i.png",
      ])
    try expect(article(json, 1, key: "2")?.images.map { $0.sources[0].reference }, equals: ["i.png"])
  }

  @Test func quotationsHaveTheMarksOfTheEntrysLanguage() throws {
    let text = """
      <rss><channel><language>de</language><item><guid>a</guid><description>&lt;q>x&lt;/q></description></item>
      <item xml:lang="fr"><guid>b</guid><description>&lt;q>x&lt;/q></description></item></channel></rss>
      """
    try expect(article(text, 0, key: "a")?.plainText, equals: "„x“")
    try expect(article(text, 1, key: "b")?.plainText, equals: "«x»")
    let json = #"{"language":"ja","items":[{"id":"1","content_html":"<q>x</q>"}]}"#
    try expect(article(json, 0, key: "1")?.plainText, equals: "「x」")
  }

  @Test func linksToTheEntryItselfStayInItsArticle() throws {
    let text = """
      <rss><channel><item><guid>a</guid><description>&lt;p id=n>x&lt;a href="http://h/e#n">y&lt;/a></description>
      <link>http://h/e</link></item></channel></rss>
      """
    try expect(article(text, 0, key: "a")?.blocks[0].runs.map(\.link), equals: ["#n"])
  }
}
