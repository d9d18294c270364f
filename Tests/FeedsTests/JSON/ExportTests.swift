import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// The output of `inspect` is equal for a feed and its export, except for format, repairs and size, and for keys and checks of
/// entries, which depend on how their texts are written.
@Suite struct ExportTests {
  private func inspected(_ feed: Feed) throws -> NSDictionary {
    let line = Data(FeedInspection.jsonLine(for: feed).utf8)
    var object = try require(JSONSerialization.jsonObject(with: line) as? [String: Any])
    for key in ["format", "warnings", "repairs", "notes"] { object[key] = nil }
    object["entries"] = try require(object["entries"] as? [[String: Any]]).map { entry in
      entry.filter { $0.key != "key" && $0.key != "check" }
    }
    return object as NSDictionary
  }

  private func check(_ feed: Feed, _ name: String) throws {
    let export = JSONFeedExport.json(for: feed)
    let copy = try parse(export)
    expect(copy.format, equals: .jsonFeed)
    try expect(inspected(copy), equals: inspected(feed), "\(name)")
    expect(copy.author, equals: feed.author, "\(name)")
    expect(
      copy.sections.map(\.title) == feed.sections.filter { !$0.entries.isEmpty }.map(\.title)
        || feed.entryCount == 0)
    for (entry, original) in zip(copy.entries, feed.entries) {
      expect(entry.byline, equals: original.byline, "\(name)")
      expect(entry.details, equals: original.details, "\(name)")
      expect(entry.enclosures.map(\.title), equals: original.enclosures.map(\.title), "\(name)")
      expect(entry.contentRevision, equals: original.contentRevision, "\(name)")
    }
    // Exporting the export again changes nothing.
    expect(JSONFeedExport.json(for: copy), equals: export, "\(name)")
  }

  private static let everything = """
    <rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
     xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel>
    <title>A &amp;amp; B &amp;lt;b&gt;c&amp;lt;/b&gt;</title><link>http://x/</link><managingEditor>E</managingEditor>
    <item><title>&amp;lt;b&gt;x&amp;lt;/b&gt; &amp;amp;amp; y</title><guid>1</guid><itunes:duration>1:02:03</itunes:duration>
    <enclosure url="a.mp3" length="7"/><enclosure url="b.mp3" type="audio/mpeg" title="B &amp;amp; b"/>
    <comments>http://x/c</comments><slash:comments>0</slash:comments><wfw:commentRss>http://x/cf</wfw:commentRss>
    <dc:contributor>Helper One</dc:contributor><dc:contributor>Helper Two</dc:contributor>
    <source url="http://y/feed">Other &amp;lt;i&gt;feed&amp;lt;/i&gt;</source><author>"Q" &lt;q@q.q&gt;</author>
    <category>t &amp;amp; u</category><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate></item>
    <item><title>2</title><itunes:duration>90</itunes:duration><pubDate>soon</pubDate></item>
    <item><description>a &lt;img src=" i.png"> &amp;#13; &lt;pre>b
      c&lt;/pre></description><media:thumbnail url="t.png"/><media:content url="javascript:x"/></item><item/>
    </channel></rss>
    """

  private static let outlines = """
    <opml><head><title>L</title></head><body><outline text="A" xmlUrl="a"/><outline text="N &amp;lt;1&amp;gt;">
    <outline text="B" xmlUrl="b" htmlUrl="h" created="2003-12-31" category="x,y"/>
    <outline text="\(String(repeating: "long ", count: 100))"><outline text="C" xmlUrl="c"/><outline text="P" xmlUrl="p">
    <outline text="D"/></outline></outline><outline text="E"/></outline></body></opml>
    """

  @Test func exportKeepsAllFieldsOfEntries() throws {
    try check(try parse(Self.everything), "everything")
    try check(try parse(Self.outlines), "outlines")
    let entry = try require(parse(JSONFeedExport.json(for: parse(Self.everything))).entries.first)
    expect(entry.title, equals: "<b>x</b> &amp; y")
    expect(entry.details.duration, equals: 3_723)
    expect(entry.details.contributors, equals: ["Helper One", "Helper Two"])
    expect(
      entry.details.comments == EntryComments(address: "http://x/c", feedAddress: "http://x/cf", count: 0))
    expect(entry.details.source?.address == "http://y/feed")
    expect(entry.enclosures.map(\.type), equals: [nil, "audio/mpeg"])
    let list = try parse(JSONFeedExport.json(for: parse(Self.outlines)))
    expect(list.outlineCount, equals: 8)
    expect(list.sections.map { $0.folder?.names.first }, equals: [nil, "N <1>", "N <1>", "N <1>", "N <1>"])
  }

  @Test func emptyAddressesAreDropped() throws {
    let feed = try parse("<feed><link href=''/><entry><link href=''/><id>1</id></entry></feed>")
    expect(feed.link == nil && feed.entries.map(\.link) == [nil])
    try check(feed, "an empty address")
    try expect(parse("<feed xml:base='http://x/'><link href=''/></feed>").link == "http://x/")
  }

  /// Values that other readers of JSON Feed would normalise or drop are kept.
  @Test(arguments: [
    // A title that is an address.
    "<opml><body><outline xmlUrl='a  b&#10;c.xml'><outline/></outline><outline xmlUrl='&#13;x&#9;&#9;y'/></body></opml>",
    // A name with an address inside.
    "<rss><channel><managingEditor>A (x@y.z) B</managingEditor><item><author>( a@b.c )</author></item></channel></rss>",
    "<rss><channel><item><author>One &lt;a@b.c&gt; Two</author><guid>1</guid></item></channel></rss>",
    // A base that ends with a space once its fragment is removed.
    "<feed xml:base='http://x/y #z'><link href=''/><entry><link href=''/><id>1</id></entry></feed>",
    // A link to the base itself, and an empty link without a base.
    "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x/'><entry><source><link href=''/><title>S</title></source></entry></feed>",
    "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x/'><entry><source><link href=''/></source></entry></feed>",
    // Local times at the end of the last accepted year.
    "<rss><channel><item><pubDate>Thu, 31 Dec 2099 23:00:00 -1200</pubDate></item></channel></rss>",
    "<feed><entry><updated>1970-01-01T00:00:00+01:00</updated><published>soon</published></entry></feed>",
    // Extension members that no export contains.
    #"{"items":[{"_feed_viewer":{"title":" a \n b ","source":{"url":" u "}}},{"title":"x","_feed_viewer":{"title":" "}}]}"#,
    #"{"items":[{"title":"x","_feed_viewer":{"images":[" i.png "],"thumbnails":[" i.png "]}}]}"#,
    #"{"_feed_viewer":{"folders":[{"name":"F"},{"name":"G","parent":0}]},"items":[{"_feed_viewer":{"folder":1}}]}"#,
    #"{"items":[{"date_published":"soon","_feed_viewer":{"date_modified":-9000000000,"date_text":"later"}}]}"#,
  ])
  func exportKeepsValuesThatOtherReadersWouldNormalise(source: String) throws {
    let feed = try parse(source)
    expect(feed.entryCount > 0)
    try check(feed, source)
  }

  @Test func exportKeepsManyFeedAuthors() throws {
    let names = (0..<90).map { "A rather long name of an author, number \($0)" }
    let authors = names.map { "<author><name>\($0)</name></author>" }.joined()
    let feed = try parse("<feed>\(authors)<entry><id>1</id></entry></feed>")
    expect(feed.author, equals: names.joined(separator: ", "))
    try check(feed, "authors")
  }

  @Test func scriptAddressesOfAnExportAreDropped() throws {
    let feed = try parse(
      #"{"items":[{"id":"1","_feed_viewer":{"source":{"url":"javascript:x","title":"S"}}}]}"#)
    expect(feed.entries.map(\.details.source), equals: [EntrySource(title: "S")])
  }

  @Test func exportedTitlesAreReadBackUnchanged() throws {
    let object =
      try JSONSerialization.jsonObject(
        with: Data(JSONFeedExport.json(for: try parse(Self.everything)).utf8)) as? [String: Any]
    let items = object?["items"] as? [[String: Any]]
    let feed = try parse(Self.everything)
    expect(object?["title"] as? String, equals: feed.title)
    expect(items?.map { $0["title"] as? String }, equals: feed.entries.map(\.title))
    let attachments = items?.first?["attachments"] as? [[String: Any]]
    expect(attachments?.first?["duration_in_seconds"] as? Int, equals: 3_723)
  }

  @Test func invalidFolderIndicesOfAnExportAreIgnored() throws {
    let deep = (0..<2_000).map { #"{"name":"f","parent":\#($0 - 1)}"# }.joined(separator: ",")
    let feed = try parse(
      #"{"_feed_viewer":{"outlines":-1,"folders":[\#(deep),1]},"items":[{"id":"1","_feed_viewer":{"folder":9999}},"#
        + #"{"id":"2","_feed_viewer":{"folder":1999}}]}"#)
    expect(feed.outlineCount == nil)
    expect(feed.sections.map { $0.folder?.names.count ?? 0 }.first, equals: 0)
    expect(feed.sections.allSatisfy { ($0.folder?.names.count ?? 0) <= FeedFolder.depthLimit + 1 })
  }

  @Test func exportOfEverySampleIsReadBackUnchanged() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let fixtures = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    try checkFeeds(in: [fixtures, package.appendingPathComponent("data/samples")], atLeast: 12)
  }

  @Test(.needsCorpora) func exportOfEveryFeedOfTheCorporaIsReadBackUnchanged() throws {
    try checkFeeds(in: ["feeds", "broken"].map { corpora.appendingPathComponent($0) }, atLeast: 30)
  }

  /// Checks all files that are feeds.
  private func checkFeeds(in folders: [URL], atLeast least: Int) throws {
    var count = 0
    for folder in folders {
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
        guard let feed = try? FeedReader.read(contentsOf: folder.path + "/" + name) else { continue }
        count += 1
        try check(feed, name)
      }
    }
    expect(count >= least, "There are too few feeds.")
  }
}
