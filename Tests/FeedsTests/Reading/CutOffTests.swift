import Expectations
import Testing

@testable import FeedViewerFeeds

/// A file truncated at any byte keeps its last entry, with the text read so far.
@Suite struct CutOffTests {
  /// A feed with two entries, the second one with a title followed by a text.
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    /// Up to and including the text of the second title.
    var head: String
    var tail: String
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "RSS",
      head: """
        <?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>F &amp; G</title>
        <item><title>One</title><guid isPermaLink="false">1</guid><link>http://x/1</link></item>
        <item a="b>c"><title>
        """,
      tail: """
        Zwei &amp; Dr&#233;i “日本” 👩🏽</title><!-- a -- > comment --><link >http://x/2</link >
        <guid isPermaLink='false'>2</guid><enclosure url="http://x/a?b=1&amp;c=2" type='a/b' length="12"/>
        <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><category>t</category>
        <description>Text &lt;b&gt;bold&lt;/b&gt; &amp;amp; &lt;img src="a.png" alt="x"&gt; end &amp; on</description>
        <content:encoded><![CDATA[<p>One [two]</p><style>p { a: b }</style> &eacute; <a href="x">é日</a>.]]></content:encoded>
        <author>a@b.c (Name)</author></item></channel></rss>
        """),
    Sample(
      name: "Atom",
      head: """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><id>1</id><title>One</title></entry>
        <entry><title type="html"><![CDATA[
        """,
      tail: """
        Zwei &amp; Dr&#233;i “日本” 👩🏽]]></title><id>2</id><link rel="alternate" href="http://x/2"/>
        <updated>2003-12-31T10:14:55Z</updated><author><name>Name</name><email>a@b.c</email></author>
        <summary>Plain text</summary><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
        <p class="x">é <b>日本</b> &lt; &amp; &#x41;</p><ul><li>a</li></ul></div></content></entry></feed>
        """),
    Sample(
      name: "JSON Feed",
      head: """
        {"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1","title":"One"},
        {"title":"
        """,
      tail: #"""
        Zwei & Dr\u00e9i “日本” \ud83d\udc69🏽","id":"2","url":"http://x/2","_other":{"a":[1,{"b":"c"}]},
        "content_html":"<p>a\\b \"c\" <b class='x'>d<\/b>\n<script>x<\/script> &eacute; \u65e5</p>","tags":["a","b"],
        "summary":"short\ntext", "authors":[{"name":"Name"}], "date_published":"2004-01-01T19:48:21Z",
        "attachments":[{"url":"http://x/a","mime_type":"a/b"}]}]}
        """#),
    Sample(
      name: "demo", head: #"{"feed":[{"title":"One","content":"a"},{"title":""#,
      tail: #"""
        Zwei & Dr\u00e9i “日本” \ud83d\udc69🏽","content":"a \"b\" \\ c\nd","username":"Name",
        "time":"2 hours ago","imageName":"i","section":"s"}]}
        """#),
  ]

  @Test(arguments: samples)
  func truncationAtAnyByteKeepsTheLastEntry(_ sample: Sample) throws {
    let bytes = Array((sample.head + sample.tail).utf8)
    let whole = try FeedReader.parse(bytes, named: "whole").entries
    try require(whole.count == 2)
    var longest = 0
    for length in (sample.head.utf8.count + 1)..<bytes.count {
      let place = "\(sample.name) cut after \(String(decoding: bytes[..<length].suffix(20), as: UTF8.self))"
      let feed = try FeedReader.parse(Array(bytes[..<length]), named: "cut")
      try require(feed.entryCount == 2, "\(place)")
      expect(feed.entries[0].title, equals: "One")
      let entry = feed.entries[1]
      for (part, all) in [
        (entry.title, whole[1].title), (entry.summary, whole[1].summary), (entry.content, whole[1].content),
      ] {
        guard let part else { continue }
        expect(all?.utf8.starts(with: part.utf8), equals: true, "\(place): \(part)")
      }
      // A truncated address, date or number is dropped.
      expect(entry.link == nil || entry.link == whole[1].link, "\(place)")
      expect(entry.identifier == nil || entry.identifier == whole[1].identifier, "\(place)")
      expect(entry.published == nil || entry.published == whole[1].published, "\(place)")
      expect(entry.enclosures.isEmpty || entry.enclosures == whole[1].enclosures, "\(place)")
      expect(entry.imageReferences.isEmpty || entry.imageReferences == whole[1].imageReferences, "\(place)")
      expect(entry.tags.allSatisfy(whole[1].tags.contains), "\(place)")
      // A longer prefix never loses text.
      let extent = [entry.title, entry.summary, entry.content].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      expect(extent >= longest - 12, "\(place)")
      longest = max(longest, extent)
    }
    let extent = [whole[1].title, whole[1].summary, whole[1].content].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    expect(longest, equals: extent)
  }

  @Test func aTruncatedOutlineKeepsItsAttributes() throws {
    let text =
      "<opml><body><outline text='F'><outline text='A' xmlUrl='a'/><outline text='B' xmlUrl='b'/></outline>"
    for length in "<opml><body><outline text='F'><outline text='A' xmlUrl='a'/>".utf8.count...text.utf8.count
    {
      let feed = try parse(String(text.prefix(length)))
      expect(
        feed.entries.map(\.title),
        equals: length < text.utf8.count - "</outline>".utf8.count ? ["A"] : ["A", "B"])
      expect(feed.isCutOff)
    }
  }

  @Test(arguments: [
    ("<item><title>a</title></it", "a"), ("<item><title>a</ti", "a"), ("<item><title>a<", "a"),
    ("<item><title>a</", "a"), ("<item><title>a &am", "a"), ("<item><title>a<![CDA", "a"),
    ("<item><title>a<![CDATA[b]]", "ab"), ("<item><title>a<!-- b", "a"), ("<item><title>a<b c='d", "a"),
    ("<item><title>a &amp; b", "a & b"), ("<item><title>a & b", "a & b"), ("<item><title>1 < 2", "1 < 2"),
  ])
  func incompleteMarkupAtTheEndIsRemoved(source: String, title: String) throws {
    try expect(parse("<rss><channel>\(source)").entries.map(\.title), equals: [title])
  }

  @Test func anItemOfBrokenJSONKeepsItsFields() throws {
    let feed = try parse(#"{"items":[{"title":"a"},{"title":"b","tags":[}]},{"title":"c"}]}"#)
    expect(feed.entries.map(\.title), equals: ["a", "b"])
    expect(feed.warnings.map(\.repair.description), equals: ["read up to here, with 1 complete entry"])
    try expect(parse(#"{"items":[{"title":"a","content_text":"b"#).entries.map(\.content), equals: ["b"])
  }

  @Test func aTruncatedEntryIsKeptWithoutText() throws {
    let entries = try parse("<rss><channel><item><link>http://x</link><enclosure url='a'/><ti").entries
    expect(entries.map(\.link) == ["http://x"])
  }
}
