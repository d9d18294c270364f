import Expectations
import Testing

@testable import FeedViewerFeeds

/// OPML (formats.md, section 8).
@Suite struct OutlineTests {
  private func opml(_ body: String) throws -> Feed {
    try parse("<opml version='2.0'><head><title>My feeds</title></head><body>\(body)</body></opml>")
  }

  @Test func foldersBecomeSectionsAndOutlinesEntries() throws {
    let feed = try opml(
      """
      <outline text="A" xmlUrl="a.xml"/>
      <outline text="News"><outline text="B" xmlUrl="b.xml" htmlUrl="http://b/"/>
        <outline text="World"><outline text="C" xmlUrl="c.xml"/></outline><outline text="D" xmlUrl="d.xml"/>
      </outline><outline text="E" xmlUrl="e.xml"/>
      """)
    expect(feed.format, equals: .opml)
    expect(feed.title, equals: "My feeds")
    expect(feed.outlineCount, equals: 7)
    expect(feed.sections.map(\.title), equals: [nil, "News", "News › World", "News", nil])
    expect(
      feed.sections.map { $0.folder?.names ?? [] }, equals: [[], ["News"], ["News", "World"], ["News"], []])
    expect(feed.sections.map { $0.entries.map(\.title) }, equals: [["A"], ["B"], ["C"], ["D"], ["E"]])
    expect(feed.entries.map(\.feedAddress), equals: ["a.xml", "b.xml", "c.xml", "d.xml", "e.xml"])
    expect(feed.entries[1].link == "http://b/")
  }

  @Test func foldersOfTheSameNameAreTwo() throws {
    let feed = try opml(
      "<outline text='F'><outline text='A'/></outline><outline text='F'><outline text='B'/></outline>")
    expect(feed.sections.map(\.title), equals: ["F", "F"])
    expect(feed.sections[0].folder !== feed.sections[1].folder)
  }

  @Test func outlineNamesFallBackToTitleAndAddress() throws {
    let feed = try opml(
      "<outline text='T' title='no'/><outline title='U' text=''/><outline XMLURL='http://x/f'/><outline/>")
    expect(feed.entries.map(\.title) == ["T", "U", "http://x/f", nil])
  }

  @Test func addressesShownAsNamesAreOneLine() throws {
    let feed = try opml("<outline xmlUrl='a  b&#10;c'/><outline xmlUrl='d&#9;'><outline/></outline>")
    expect(feed.entries.map(\.title), equals: ["a bc", "d", nil])
    expect(feed.entries.map(\.feedAddress), equals: ["a  bc", "d", nil])
    expect(feed.sections.map(\.title), equals: [nil, "d"])
  }

  @Test func attributesAreReadInAnyCaseWithMarkupAndBareAmpersands() throws {
    let feed = try opml(
      "<outline TEXT='Q &amp;amp; &lt;b>A&lt;/b>' TYPE='RSS' url='x?a=1&b=2' description='About' category='/a,b'/>"
    )
    let entry = feed.entries[0]
    expect(entry.title, equals: "Q & A")
    expect(entry.feedAddress, equals: "x?a=1&b=2")
    expect(entry.link == nil)
    expect(entry.summary, equals: "About")
    expect(entry.tags, equals: ["/a", "b"])
    expect(feed.warnings.count, equals: 1)
  }

  @Test func linksAreNotFeedsAndFeedsMayHoldFeeds() throws {
    let feed = try opml(
      "<outline text='L' type='link' url='http://x/'/><outline text='P' xmlUrl='p'><outline text='C'/></outline>"
    )
    expect(feed.entries.map(\.link) == ["http://x/", nil, nil])
    expect(feed.entries.map(\.feedAddress), equals: [nil, "p", nil])
    expect(feed.sections.map(\.title), equals: [nil, "P"])
  }

  @Test func outlinesOutsideTheBodyAreNotFeeds() throws {
    let feed = try parse("<opml><body/><outline text='A' xmlUrl='http://x/a'/></opml>")
    expect(feed.entries.map(\.link) == ["http://x/a"])
    expect(feed.entries[0].feedAddress == nil)
    try expect(parse("<opml/>").entries.isEmpty)
  }

  @Test func scriptAddressesAreDropped() throws {
    let entry = try opml("<outline text='x' xmlUrl='javascript:1' htmlUrl='vbscript:1'/>").entries[0]
    expect(entry.feedAddress == nil && entry.link == nil)
  }

  @Test func deeplyNestedFoldersLoseNoOutlines() throws {
    let depth = 400
    let open = (0..<depth).map { "<outline text='\($0)'>" }.joined()
    let feed = try opml(open + "<outline text='x'/>" + String(repeating: "</outline>", count: depth))
    expect(feed.outlineCount, equals: depth + 1)
    expect(feed.entries.last?.title, equals: "x")
  }

  @Test func aTruncatedOutlineListKeepsItsEntries() throws {
    let feed = try parse("<opml><body><outline text='F'><outline text='A' xmlUrl='a'/><outline text='B")
    expect(feed.entries.map(\.title), equals: ["A"])
    expect(feed.isCutOff)
  }

  @Test func inspectionListsFeedsWithTheirFolders() throws {
    let feed = try opml("<outline text='N'><outline text='B' xmlUrl='b' htmlUrl='h'/></outline>")
    expect(
      FeedInspection.jsonLine(for: feed).contains(
        #""outlines":2,"feeds":[{"title":"B","xmlUrl":"b","htmlUrl":"h","folder":["N"]}]"#))
  }
}

/// RFC 5005 and `next_url` (formats.md, section 13).
@Suite struct PagingTests {
  @Test func linksToOtherPagesAreRead() throws {
    let feed = try parse(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:h="http://purl.org/syndication/history/1.0" xml:base="p/">
      <link rel="next" href="2.xml"/><link rel="prev-archive" href="old.xml"/><h:archive/></feed>
      """)
    expect(feed.pages.next, equals: "2.xml")
    expect(feed.pages.previousArchive, equals: "old.xml")
    expect(feed.pages.following, equals: "2.xml")
    expect(feed.pages.isArchive)
  }

  @Test func rssAndJSONFeedPagesAreRead() throws {
    let rss = try parse("<rss><channel><atom:link rel='prev-archive' href='/a'/></channel></rss>")
    expect(rss.pages.following, equals: "/a")
    let json = try parse(
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"next_url\":\"2.json\",\"items\":[]}")
    expect(json.pages.following, equals: "2.json")
  }

  @Test func aCompleteFeedHasNoFurtherPages() throws {
    let feed = try parse(
      "<rss><channel><fh:complete/><atom:link rel='next' href='2'/><link>javascript:1</link></channel></rss>")
    expect(feed.pages.isComplete && feed.pages.following == nil)
    try expect(parse("<feed><link rel='next' href='javascript:1'/></feed>").pages.following == nil)
  }

  @Test func aTruncatedFileIsMarkedAsCutOff() throws {
    try expect(parse("<rss><channel><item><title>1</title></item>").isCutOff)
    try expect(!parse("<rss><channel/></rss>").isCutOff)
    try expect(parse("{\"items\":[{\"id\":\"1\"},{\"id\":").isCutOff)
  }
}
