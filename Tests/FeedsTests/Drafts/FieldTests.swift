import Expectations
import Testing

@testable import FeedViewerFeeds

/// The tables of formats.md, sections 5 to 9.
@Suite struct FieldTests {
  @Test func aCategoryIsShownByItsLabel() throws {
    let entry = try atom(
      "<entry><category term='c-1' label='Fish &amp; chips'/><category term='t' label=' '/><category label='l'/>"
        + "<category term='c-2' label='Long'>text</category><category scheme='s' term='u'></category></entry>"
    )[0]
    expect(entry.tags, equals: ["Fish & chips", "t", "l", "Long", "u"])
  }

  @Test(arguments: [
    "alternate", "http://www.iana.org/assignments/relation/alternate",
    "HTTPS://www.iana.org/assignments/relation/Alternate",
    "http://www.iana.org/assignments/link-relations/alternate",
  ])
  func relationsMayBeIRIs(relation: String) throws {
    let folder = relation.dropLast("alternate".count)
    let feed = try parse(
      "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='\(folder)self' href='http://f/'/><entry>"
        + "<link rel='\(folder)enclosure' href='http://x/a'/><link rel='\(relation)' href='http://x/1'/>"
        + "<link rel='http://x.org/relation/alternate' href='http://x/2'/></entry></feed>")
    expect(feed.identifier == "http://f/" && feed.entries[0].link == "http://x/1")
    expect(feed.entries[0].enclosures.map(\.url) == ["http://x/a"])
  }

  @Test func theDateOfCreationIsThatOfPublicationIfThereIsNoOther() throws {
    let old = "xmlns='http://purl.org/atom/ns#'"
    func entry(_ dates: String) throws -> FeedEntry {
      try parse("<feed \(old)><entry>\(dates)</entry></feed>").entries[0]
    }
    let created = "<created>2003-12-31T10:14:55Z</created>"
    try expect(entry(created).published?.iso8601UTC, equals: "2003-12-31T10:14:55Z")
    let both = try entry(
      "\(created)<issued>2004-01-02T00:00:00Z</issued><modified>2004-02-03T00:00:00Z</modified>")
    expect(
      both.published?.iso8601UTC == "2004-01-02T00:00:00Z"
        && both.created?.iso8601UTC == "2003-12-31T10:14:55Z")
  }

  @Test func anIdentifierThatIsNoWebAddressIsNoHomePage() throws {
    func export(_ id: String) throws -> String {
      let feed = try parse("<feed xmlns='http://www.w3.org/2005/Atom'><id>\(id)</id><entry/></feed>")
      let export = JSONFeedExport.json(for: feed)
      try expect(parse(export).link, equals: feed.link)
      return export
    }
    try expect(!export("urn:uuid:60a76c80").contains("home_page_url"))
    try expect(!export("tag:x.org,2004:f").contains("home_page_url"))
    try expect(export("http://x.org/").contains(#""home_page_url": "http://x.org/""#))
  }

  @Test(arguments: [
    ("2 &lt; 3", "2 < 3"), ("AT&amp;T", "AT&T"), ("&lt;rss&gt; .. &lt;/rss&gt;", "<rss> .. </rss>"),
    ("&lt;code&gt;", "<code>"), ("&lt;b&gt;x&lt;/b&gt; y", "x y"), ("a &amp;eacute; b", "a é b"),
    (" a \n b ", "a b"),
  ])
  func titlesAreHTMLOnlyIfTheyLookLikeIt(source: String, title: String) throws {
    try expect(rss("<item><title>\(source)</title></item>")[0].title, equals: title)
  }

  @Test func rssFieldsComeFromTheHighestRankedElement() throws {
    let item = try rss(
      """
      <item><itunes:title>no</itunes:title><title>T</title><guid isPermaLink='FALSE'>g 1</guid>
      <link>http://x/1</link><itunes:summary>no</itunes:summary><description>D</description>
      <content:encoded><![CDATA[<p>C</p>]]></content:encoded><author>a@b.c (Ann)</author>
      <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><category>one</category><category>two</category>
      <enclosure url='a.mp3' type='audio/mpeg' length='12'/></item>
      """)[0]
    expect(item.title, equals: "T")
    expect(item.identifier, equals: "g 1")
    expect(item.key, equals: "g 1")
    expect(item.link == "http://x/1")
    expect(item.summary, equals: "D")
    expect(item.content, equals: "C")
    expect(item.body, equals: "C")
    expect(item.author, equals: "Ann")
    expect(item.published?.iso8601UTC, equals: "2004-01-01T19:48:21Z")
    expect(item.tags, equals: ["one", "two"])
    expect(item.enclosures, equals: [Enclosure(url: "a.mp3", type: "audio/mpeg", length: 12)])
  }

  /// The description often repeats the content.
  @Test func thePodcastSummaryWinsBesideFullContent() throws {
    let text = "<content:encoded>all</content:encoded>"
    let described = "<description>D</description>"
    let summed = "<itunes:summary>S</itunes:summary>"
    func summary(_ children: String) throws -> String? { try rss("<item>\(children)</item>")[0].summary }
    try expect(summary(text + described + summed), equals: "S")
    try expect(summary(described + text + summed), equals: "S")
    try expect(summary(text + described + "<itunes:summary> </itunes:summary>"), equals: "D")
    try expect(summary(text + summed + described), equals: "D")
    try expect(summary(described + summed), equals: "D")
    try expect(summary(summed + described), equals: "D")
  }

  /// xhtml-symbol.ent, compared with the names of HTML 5.
  @Test func langAndRangAreTheXHTMLCharacters() throws {
    let item = try rss(
      """
      <item><title>&lang;a&rang; &LeftAngleBracket;</title>
      <description>&lt;p&gt;&amp;lang;b&amp;rang;&lt;/p&gt;</description></item>
      """)[0]
    expect(item.title, equals: "\u{2329}a\u{232A} \u{27E8}")
    expect(item.summary, equals: "\u{27E8}b\u{27E9}")
  }

  @Test func aPermalinkGuidServesAsTheLink() throws {
    try expect(rss("<item><guid>http://x/1</guid></item>")[0].link == "http://x/1")
    try expect(rss("<item><guid isPermaLink='false'>http://x/1</guid></item>")[0].link == nil)
    try expect(rss("<item><guid>urn:1</guid></item>")[0].link == nil)
  }

  @Test func rdfItemsOutsideTheChannelAreRead() throws {
    let feed = try parse(
      """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/"><channel><title>F</title></channel><image><title>no</title></image>
        <item rdf:about="urn:1"><title>A</title><dc:date>2003-12-31</dc:date></item></r:RDF>
      """)
    expect(feed.title, equals: "F")
    expect(feed.entries[0].identifier, equals: "urn:1")
    expect(feed.entries[0].date?.iso8601UTC, equals: "2003-12-31T00:00:00Z")
  }

  /// A document or sound has no words. Its lines may be broken.
  @Test(arguments: ["application/pdf", "audio/mpeg", "image/png", "x/y; z=1"])
  func encodedDataIsNoText(type: String) throws {
    let data = String(repeating: String(repeating: "/+", count: 30) + "\n ", count: 2)
    let source = "<entry><content type='\(type)'>\(data)/w==</content><summary>s</summary></entry>"
    let entry = try atom(source)[0]
    expect(entry.content == nil && entry.summary == "s")
  }

  @Test(arguments: [
    ("", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>"), ("type='text'", "&lt;b>", "<b>"),
    ("type='html'", "&lt;b&gt;x&lt;/b&gt; &amp;amp; y", "x & y"),
    ("type='xhtml'", "<div xmlns='http://www.w3.org/1999/xhtml'>a <b>b</b> &amp;amp;</div>", "a b &amp;"),
    ("type='xhtml'", "<h:div xmlns:h='http://www.w3.org/1999/xhtml'><h:script>no</h:script>a</h:div>", "a"),
    ("type='application/octet-stream'", "RXhhbXBsZQ==", "Example"),
    ("mode='base64' type='text/html'", "PGI+eDwvYj4=", "x"),
    ("type='application/x'", "////////", "////////"),
    (
      "type='application/x'", "many words without any sign among them that is not in its alphabet",
      "many words without any sign among them that is not in its alphabet"
    ),
  ])
  func atomTextFollowsItsType(attributes: String, source: String, text: String) throws {
    try expect(atom("<entry><content \(attributes)>\(source)</content></entry>")[0].content, equals: text)
  }

  @Test func atomLinksAreChosenByRelationAndType() throws {
    let entry = try atom(
      """
      <entry><link rel='self' href='s'/><link rel='alternate' type='application/pdf' href='p'/>
      <link href=' h '/>
      <link rel='enclosure' href='e.mp3' type='audio/mpeg' length='3' title='t'/><id>urn:1</id>
      <source><title>no</title><author><name>Sue</name></author></source></entry>
      """)[0]
    expect(entry.link, equals: "h")
    expect(entry.enclosures, equals: [Enclosure(url: "e.mp3", type: "audio/mpeg", length: 3, title: "t")])
    expect(entry.title == nil)
    expect(entry.author == nil)
    expect(entry.byline, equals: "Sue")
  }

  @Test(arguments: [
    ("a@b.c (Name)", "Name"), ("Name (a@b.c)", "Name"), ("Name &lt;a@b.c>", "Name"),
    ("\"Name\" &lt;a@b.c>", "Name"), ("a@b.c", "a@b.c"), ("Name", "Name"), ("mailto:a@b.c", "a@b.c"),
    ("<name>Name</name><email>a@b.c</email>", "Name"), ("A (a@b.c) B", "A B"), ("( a@b.c )", "a@b.c"),
  ])
  func authorsAreShownByName(source: String, name: String) throws {
    try expect(rss("<item><author>\(source)</author></item>")[0].author, equals: name)
  }

  @Test func namesAreTrimmedByScalarNotByGrapheme() throws {
    // A prepended character (Grapheme_Cluster_Break=Prepend) and the space after it form one grapheme.
    try expect(
      rss("<item><author>\u{8E2}  x \u{8E2} \n</author></item>")[0].author, equals: "\u{8E2} x \u{8E2}")
  }

  @Test func imagesAreOrderedByRank() throws {
    let item = try rss(
      """
      <item><description>&lt;img src='t.gif' width=1>&lt;img src="d.png"></description>
      <itunes:image href='i.png'/><enclosure url='e.png' type='image/png'/><media:group>
      <media:content url='m.png' medium='image'/><media:thumbnail url='s.png' width='10'/>
      <media:thumbnail url='l.png' width='90'/></media:group></item>
      """)[0]
    expect(item.imageReferences, equals: ["l.png", "s.png", "m.png", "e.png", "i.png", "d.png"])
    expect(item.thumbnails, equals: ["s.png", "l.png"])
  }

  @Test func nestedBasesAreResolvedOutsideIn() throws {
    let entry = try atom(
      "<entry xml:base='b/'><link href='../c?d'/><id>../raw</id></entry>",
      attributes: "xml:base='http://x/a/'")[0]
    expect(entry.link == "http://x/a/c?d")
    expect(entry.identifier, equals: "../raw")
    try expect(atom("<entry xml:base='javascript:x'><link href='c'/></entry>")[0].link, equals: "c")
    try expect(rss("<item><link>javascript:alert(1)</link></item>")[0].link == nil)
  }

  @Test func relativeLinksAreResolvedAgainstTheFeedLink() throws {
    let feed = try parse("<rss><channel><item><link>/1</link></item><link>http://x/f</link></channel></rss>")
    expect(feed.address(of: feed.entries[0]) == "http://x/1")
  }

  @Test func theNearestLanguageWins() throws {
    let feed = try parse(
      "<feed xml:lang='en_US' xmlns='http://www.w3.org/2005/Atom'>"
        + "<entry/><entry xml:lang='de'/><entry xml:lang=''/></feed>"
    )
    expect(feed.language, equals: "en-US")
    expect(feed.entries.map(\.language), equals: ["en-US", "de", nil])
    try expect(parse("<rss><channel><language>fr</language></channel></rss>").language, equals: "fr")
  }

  @Test func unparsableDatesAreShownAsText() throws {
    let item = try rss("<item><pubDate>2 hours ago</pubDate></item>")[0]
    expect(item.date == nil)
    expect(item.dateText, equals: "2 hours ago")
  }

  @Test func keysAreUniqueAndNoEntryIsDropped() throws {
    let items = try rss(
      "<item><guid>a</guid></item><item><guid>a</guid></item><item><guid>a#2</guid></item><item/><item/>")
    expect(items.map(\.key), equals: ["a", "a#2", "a#2#2", "\n\n", "\n\n#2"])
    expect(items.map(\.identifier), equals: ["a", "a", "a#2", nil, nil])
  }

  /// Most fields are read in one step with their end tag; all others must give the same.
  @Test(arguments: [
    "<description>a &amp; b</description>", "<description><![CDATA[a & b]]></description>",
    "<description>a &amp; b</description >", "<description >a &amp; b</DESCRIPTION>",
    "<DESCRIPTION>a &amp; b</description\n>", "<description>\n<![CDATA[a & b]]>\n</description>",
    "<description>a<!-- --> &amp; b</description>",
    "<description><![CDATA[a]]> &amp; <![CDATA[b]]></description>",
    "<description xml:lang='de'>a &amp; b</description>", "<description xmlns:x='y'>a &amp; b</description>",
    "<description>a &amp; b", "<description><b>a</b> &amp; b</description>",
  ])
  func fieldsOfAnyNotationAreRead(field: String) throws {
    let item = try rss(
      "<item><title>t</title>\(field)<link>http://a/</link></item><item><title>u</title></item>")
    expect(item.map(\.title), equals: ["t", "u"])
    expect(item[0].summary == "a & b" || field.hasSuffix("b") && item[0].summary?.hasPrefix("a & b") == true)
    let isOpen = !field.lowercased().contains("</description")
    expect(item[0].link == (isOpen ? nil : "http://a/"))
    expect(item[0].language == nil)
  }

  @Test func personsOfAnyNotationAreRead() throws {
    for name in [
      "<name>Ada</name>", "<name>Ada</name >", "<name><![CDATA[Ada]]></name>", "<name>A<!-- -->da</name>",
      "Ada",
    ] {
      let entries = try atom(
        "<entry><title>t</title><author>\(name)<email>a@b</email></author><updated>2024-01-01</updated></entry>"
      )
      expect(entries[0].author, equals: "Ada", "\(name)")
      expect(entries[0].updated != nil)
    }
  }
}
