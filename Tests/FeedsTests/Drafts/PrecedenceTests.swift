import Expectations
import Testing

/// Which of several elements with the same role wins (formats.md, sections 5 to 7).
@Suite struct PrecedenceTests {
  @Test func theFirstOfDescriptionAndSummaryIsTheSummary() throws {
    let first = try rss("<item><description>D</description><summary>S</summary></item>")[0]
    expect(first.summary == "D" && first.content == "S")
    let second = try rss("<item><summary>S</summary><description>D</description></item>")[0]
    expect(second.summary == "S" && second.content == "D")
    let encoded = try rss(
      "<item><description>D</description><summary>S</summary><content:encoded>C</content:encoded></item>")[0]
    expect(encoded.summary == "D" && encoded.content == "C")
  }

  @Test func theLastLinkOfAChannelWins() throws {
    let feed = try parse(
      "<rss><channel><link>http://x/1</link><link>http://x/2</link>"
        + "<atom:link rel='alternate' href='http://x/3'/></channel></rss>")
    expect(feed.link == "http://x/2")
    let attribute = try parse(
      "<rss><channel><link>http://x/1</link><link href='http://x/2'/></channel></rss>")
    expect(attribute.link == "http://x/2")
  }

  @Test func theSelfLinkIdentifiesTheFeedButIsNotItsPage() throws {
    let feed = try parse(
      "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='http://x/f'/></feed>")
    expect(feed.identifier == "http://x/f")
    expect(feed.link == nil)
  }

  @Test func anAtomFeedWithoutALinkUsesItsId() throws {
    let head = "<feed xmlns='http://www.w3.org/2005/Atom'><id>tag:x,2024:1</id>"
    try expect(parse(head + "</feed>").link, equals: "tag:x,2024:1")
    try expect(parse(head + "<link href='http://x/'/></feed>").link == "http://x/")
    let other = "<link rel='alternate' type='application/rss+xml' href='http://x/rss'/></feed>"
    try expect(parse(head + other).link, equals: "tag:x,2024:1")
  }

  @Test func theLastOfSeveralUpdatesWins() throws {
    let entry = try atom("<entry><updated>2010-12-01</updated><updated>2003-12-31</updated></entry>")[0]
    expect(entry.updated?.iso8601UTC, equals: "2003-12-31T00:00:00Z")
    let item = try rss("<item><modified>2017-10-17T22:17:32Z</modified></item>")[0]
    expect(item.updated?.iso8601UTC, equals: "2017-10-17T22:17:32Z")
    let both = try rss(
      "<item><atom:updated>2011-01-01</atom:updated><dc:date>2012-01-01</dc:date></item>")[0]
    expect(both.updated?.iso8601UTC, equals: "2011-01-01T00:00:00Z")
  }

  @Test func atomAuthorsWinOverThoseOfExtensions() throws {
    let entry = try atom(
      "<entry><dc:creator>Cy</dc:creator><author><name>Ann</name></author><dc:creator>Di</dc:creator></entry>"
    )
    expect(entry[0].author, equals: "Ann")
  }

  @Test func identifiersWithMarkupAreIgnored() throws {
    let item = try rss("<item><guid isPermaLink='false'><p>a</p></guid><title>T</title></item>")[0]
    expect(item.identifier == nil)
    expect(item.title, equals: "T")
  }

  @Test func aMediaTitleServesAsAMissingEntryTitle() throws {
    let enclosure = "<enclosure url='a.mp3'><media:title>E</media:title></enclosure>"
    try expect(rss("<item>\(enclosure)</item>")[0].title, equals: "E")
    try expect(rss("<item>\(enclosure)<title>T</title></item>")[0].title, equals: "T")
  }

  @Test func channelDefinitionFormatIsRead() throws {
    let feed = try parse(
      """
      <CHANNEL BASE="http://base.example/" HREF="http://www.example/"><TITLE>C</TITLE><ABSTRACT>About</ABSTRACT>
      <ITEM HREF="/item/1" LASTMOD="2004-04-06T23:05:43-05:00"><TITLE>I</TITLE><ABSTRACT>Text</ABSTRACT></ITEM>
      <ITEM><A HREF="2">x</A></ITEM></CHANNEL>
      """)
    expect(feed.title == "C" && feed.summary == "About" && feed.link == "http://www.example/")
    expect(feed.entries.map(\.link) == ["http://base.example/item/1", "http://base.example/2"])
    expect(feed.entries[0].updated?.iso8601UTC, equals: "2004-04-07T04:05:43Z")
    expect(feed.entries[0].summary, equals: "Text")
  }
}
