import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct AddressBasesTests {
  @Test func theFirstBaseCountsAndIsResolvedAgainstTheOthers() {
    expect(AddressBases.joined(nil, "http://a/b/c", "http://d/") == "http://a/b/c")
    expect(AddressBases.joined("x/", "http://a/b/c", "http://d/") == "http://a/b/x/")
    expect(AddressBases.joined("", "/x/", "http://d/e/") == "http://d/x/")
    expect(AddressBases.joined("//h/x", "https://d/e/") == "https://h/x")
    expect(AddressBases.joined("urn:x", "mailto:a@b", "javascript:x", "http://d/") == "http://d/")
    expect(AddressBases.joined("x/", nil) == nil && AddressBases.joined() == nil)
  }

  @Test(
    arguments: [
      ("a\\b.png", "https://h/d/", "https://h/d/a/b.png"), ("..\\a\\.\\b", "http://h/d/e", "http://h/a/b"),
      ("\\\\o\\x?a\\b#c\\d", "https://h/d/", "https://o/x?a\\b#c\\d"), ("HTTPS:\\\\h\\x", nil, "HTTPS://h/x"),
      // Not on the web.
      ("a\\b", nil, "a\\b"), ("a\\b", "file:///d/", "file:///d/a\\b"),
      ("mailto:a\\b", "https://h/", "mailto:a\\b"),
    ] as [(String, String?, String)])
  func backslashesAreSlashesInPathsOnTheWeb(reference: String, base: String?, resolved: String) {
    expect(Reference.resolve(reference, against: base), equals: resolved)
  }

  @Test(
    arguments: [
      // Relative to a base of the same scheme.
      ("https:/x/y", "https://h/d/e", "https://h/x/y"), ("https:x", "https://h/d/e", "https://h/d/x"),
      ("HTTPS:x?y", "https://h/d/e", "https://h/d/x?y"), ("http:\\x", "http://h/d/", "http://h/x"),
      ("https:?q", "https://h/d/e?z", "https://h/d/e?q"), ("https:#f", "https://h/d/e", "https://h/d/e#f"),
      ("https:a:b", "https://h/d/e", "https://h/d/a:b"), ("https:../x", "https://h/d/e", "https://h/x"),
      // With a host.
      ("https:x", "http://h/d/e", "https://x"), ("https:/x/y", "http://h/d/e", "https://x/y"),
      ("HTTP:/x/y", nil, "HTTP://x/y"), ("http:\\\\x\\y", nil, "http://x/y"),
      ("http:/\\x", "http://h/", "http://x"), ("https:///x/y", "https://h/d", "https://x/y"),
      ("///x/y", "https://h/d", "https://x/y"), ("/\\/x", "http://h/d", "http://x"),
      // Without one, and of other schemes.
      ("https:?q", "http://h/", "https:?q"), ("https:", nil, "https:"), ("http:///", "http://h/", "http:///"),
      ("mailto:/x", "https://h/", "mailto:/x"), ("file:///x", "https://h/", "file:///x"),
      ("urn:x", "https://h/", "urn:x"), ("httpx:y", "https://h/", "httpx:y"),
    ] as [(String, String?, String)])
  func webAddressesWithOtherSlashesAreReadAsBrowsersReadThem(
    reference: String, base: String?, resolved: String
  ) {
    expect(Reference.resolve(reference, against: base), equals: resolved)
  }

  @Test(arguments: [
    ("urn:uuid:1", "urn:uuid:1"), ("tag:a@b.c,2024:x y", "tag:a@b.c,2024:x y"), ("URN:ISBN:0", "URN:ISBN:0"),
    ("foo_bar:baz", "foo_bar:baz"), ("10.1000:x/y", "10.1000:x/y"), ("not an address", "not an address"),
    ("See page 3.", "See page 3."), ("ISBN 0-395-1", "ISBN 0-395-1"),
    // References, also with spaces and colons elsewhere.
    ("my post.html?x y", "https://h/d/my post.html?x y"), ("a b/c", "https://h/d/a b/c"),
    ("/a b", "https://h/a b"), ("./a:b", "https://h/d/a:b"), ("a/b:c", "https://h/d/a/b:c"),
    ("?a:b c", "https://h/d/?a:b c"), ("p", "https://h/d/p"),
  ])
  func whatIsNoReferenceStaysAsWritten(text: String, expected: String) throws {
    let item = "<item><title>t</title><link>\(text)</link><enclosure url='\(text)' type='audio/mpeg'/></item>"
    let feed = try parse("<rss><channel><link>https://h/d/</link>\(item)</channel></rss>")
    let json = try parse(
      #"{"version":"https://jsonfeed.org/version/1.1","home_page_url":"https://h/d/","items":[{"id":"1","url":"\#(text)"}]}"#
    )
    expect(feed.entries[0].link == expected && json.entries[0].link == expected)
    expect(feed.entries[0].enclosures.map(\.url), equals: [expected])
    let export = JSONFeedExport.json(for: feed)
    expect(export.contains("\"url\": \"\(expected)\""))
    try expect(parse(export).entries[0].link, equals: expected)
  }

  @Test func linksAndPicturesWithOtherSlashesHaveTheirAddresses() throws {
    let found = ArticleReader.article(
      html:
        #"<a href="https:/x">a</a>-<a href="http:\\o\y">b</a>-<a href="https:?">c</a>-<a href="http:?">d</a>"#
        + #"<img src="https:p.png"><img src="http:/o/q.png">"#,
      base: "https://h/d/")
    let links = found.blocks.flatMap { $0.runs.compactMap(\.link) }
    expect(links, equals: ["https://h/x", "http://o/y", "https://h/d/?"])
    expect(found.images.map { $0.sources[0].address }, equals: ["https://h/d/p.png", "http://o/q.png"])
    let entries = try rss(
      "<link>https://h/d/</link><item><link>https:p/1</link><enclosure url='http:/o/a.mp3' type='audio/mpeg'/></item>"
        + "<item><guid>http:\\\\o\\2</guid></item><item><link>https://o\\3</link></item>")
    expect(entries.map { $0.link }, equals: ["https://h/d/p/1", "http://o/2", "https://o/3"])
    expect(entries[0].enclosures.map(\.url), equals: ["http://o/a.mp3"])
  }

  private static let item = """
    <item><link>p/1</link><enclosure url="f/a.mp3" type="audio/mpeg"/><media:thumbnail url="t.png"/>
    <description>&lt;a href="n">&lt;img src="i.png">&lt;/a></description></item>
    """
  private static let namespaces =
    #"xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom""#

  /// What is known of the feed, and the addresses of the link, the enclosure, the thumbnail and the picture in the text.
  @Test(arguments: [
    ("", "", ["p/1", "f/a.mp3", "t.png", "i.png"]),
    (
      "", "<link>http://f/x/</link>",
      ["http://f/x/p/1", "http://f/x/f/a.mp3", "http://f/x/t.png", "http://f/x/p/i.png"]
    ),
    (
      "", "<atom:link rel='self' href='http://s/y/feed'/>",
      ["http://s/y/p/1", "http://s/y/f/a.mp3", "http://s/y/t.png", "http://s/y/p/i.png"]
    ),
    (
      "", "<atom:link rel='self' href='http://s/y/feed'/><link>/z/</link>",
      ["http://s/z/p/1", "http://s/z/f/a.mp3", "http://s/z/t.png", "http://s/z/p/i.png"]
    ),
    (
      "xml:base='http://b/q/'", "<link>http://f/x/</link>",
      ["http://b/q/p/1", "http://b/q/f/a.mp3", "http://b/q/t.png", "http://b/q/i.png"]
    ),
    (
      "xml:base='/q/'", "<link>http://f/x/</link>",
      ["http://f/q/p/1", "http://f/q/f/a.mp3", "http://f/q/t.png", "http://f/q/i.png"]
    ),
  ])
  func addressesOfAnItemAreResolved(attributes: String, head: String, expected: [String]) throws {
    let entry = try parse(
      "<rss \(Self.namespaces) \(attributes)><channel>\(head)\(Self.item)</channel></rss>"
    ).entries[0]
    expect(
      [entry.link, entry.enclosures.first?.url, entry.thumbnails.first].map { $0 ?? "" },
      equals: Array(expected[..<3]))
    expect(entry.imageAddresses.contains(expected[3]) && entry.imageAddresses.contains(expected[2]))
    // What is written is kept for looking beside the feed.
    let isResolved = expected[0] != "p/1"
    expect(entry.linkReference, equals: isResolved ? "p/1" : nil)
    expect(entry.enclosures[0].reference, equals: isResolved ? "f/a.mp3" : nil)
    expect(Set(entry.imageReferences), equals: ["i.png", "t.png"])
  }

  @Test func theBaseElementCountsLessThanXMLBaseAndMoreThanTheLink() throws {
    let body = "&lt;base href='sub/'>&lt;base href='http://no/'>&lt;img src=i.png>"
    try expect(
      rss("<item><link>http://e/p</link><description>\(body)</description></item>")[0].imageAddresses
        == ["http://e/sub/i.png"])
    try expect(
      rss("<item><link>http://e/p</link><description xml:base='http://b/'>\(body)</description></item>")[
        0
      ]
      .imageAddresses == ["http://b/i.png"])
  }

  @Test func addressesInJSONAreResolved() throws {
    let feed = try parse(
      #"{"home_page_url":"http://h/x/","feed_url":"http://s/f","items":[{"id":"1","url":"p/1","image":"m.png","#
        + #""content_html":"<img src=i.png>","attachments":[{"url":"/a.mp3"},{"url":"http://o/b"}]},"#
        + #"{"id":"2","url":"http://o/2","content_html":"<base href='http://c/d/'><img src=i.png>"}]}"#)
    let entry = feed.entries[0]
    expect(entry.link == "http://h/x/p/1" && entry.linkReference == "p/1")
    expect(entry.imageAddresses == ["http://h/x/m.png", "http://h/x/p/i.png"])
    expect(entry.thumbnails == ["http://h/x/m.png"])
    expect(entry.enclosures.map(\.url) == ["http://h/a.mp3", "http://o/b"])
    expect(entry.enclosures.map(\.reference), equals: ["/a.mp3", nil])
    expect(feed.entries[1].imageAddresses == ["http://c/d/i.png"] && feed.entries[1].linkReference == nil)
    let copy = try parse(JSONFeedExport.json(for: feed))
    expect(
      copy.entries[0].link == "http://h/x/p/1" && copy.entries[0].imageAddresses == entry.imageAddresses)
  }

  @Test func basesInsideATextCountThere() {
    let html = """
      <div xml:base="/r/"><a href="a">a</a><p XML:BASE="s/"><a href="b">b</a><img src="c" xml:base="//o/"></p><img src="d">\
      <video src="e"></video></div><a href="f">f</a><a href="g" xml:base="http://x/">g</a>
      """
    let found = ArticleReader.article(html: html, base: "http://h/q/")
    let links = found.blocks.flatMap { $0.runs.compactMap(\.link) }
    expect(links == ["http://h/r/a", "http://h/r/s/b", "http://h/q/f", "http://x/g"])
    expect(found.images.map { $0.sources[0].address } == ["http://o/c", "http://h/r/d"])
    let embeds = found.blocks.compactMap {
      if case .embed(let embed) = $0.kind { embed.address } else { nil }
    }
    expect(embeds == ["http://h/r/e"])
  }

  @Test func articlesHaveTheBaseOfTheirEntry() throws {
    let bytes = Array(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://s/blog/feed"/><entry><id>1</id>
      <content type="html">&lt;a href="z">z&lt;/a>&lt;a href="#gone">g&lt;/a></content><link href="posts/1"/></entry></feed>
      """.utf8)
    let request = ArticleRequest(ordinal: 0)
    _ = try FeedReader.parse(bytes, named: "t", EntryCollector({ _ in true }, request: request))
    let links = request.source?.article().blocks.flatMap(\.runs).map(\.link)
    expect(links == ["http://s/blog/posts/z", "http://s/blog/posts/1#gone"])
  }

  @Test func entriesReadByThreadsAndAloneHaveTheSameAddresses() throws {
    let items = (0..<3_000).map {
      "<item><guid>\($0)</guid><link>p/\($0)</link><description>x</description></item>"
    }
    let text = "<rss><channel><link>http://f/x/</link>\(items.joined(separator: "\n"))</channel></rss>"
    let one = try parse(text)
    let many = try FeedReader.parse(
      Array(text.utf8), named: "t",
      EntryCollector(nil, pieces: PieceReader(threads: 3, pieceSize: 4_096)))
    expect(
      one.entries.map(\.link) == many.entries.map(\.link) && one.entries[2_999].link == "http://f/x/p/2999")
  }

  @Test func keysAndChecksAreMadeOfTheReferencesAsWritten() throws {
    let item = "<item><link>p/1</link><title>t</title></item>"
    let alone = try rss(item)[0]
    let based = try rss("<link>http://f/x/</link>" + item)[0]
    expect(alone.identity == based.identity && alone.link != based.link)
  }
}
