import Expectations
import Testing

@testable import FeedViewerFeeds

/// The rarely present fields: formats.md, sections 5, 7 and 9.
@Suite struct EntryDetailsTests {
  private let modules =
    "xmlns:slash='http://purl.org/rss/1.0/modules/slash/' xmlns:w='http://wellformedweb.org/CommentAPI/'"
    + " xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:thr='http://purl.org/syndication/thread/1.0'"
    + " xmlns:media='http://search.yahoo.com/mrss/'"

  @Test func rssItemCommentsAreRead() throws {
    let entry = try rss(
      "<item><comments>http://x/1#c</comments><slash:comments>12</slash:comments>"
        + "<w:commentRss>http://x/1/feed</w:commentRss></item>", attributes: modules)[0]
    expect(
      entry.details.comments
        == EntryComments(address: "http://x/1#c", feedAddress: "http://x/1/feed", count: 12))
    // They are neither the text of the entry nor its link.
    expect(entry.link == nil && entry.title == nil)
    let bad = try rss(
      "<item><comments>javascript:x</comments><slash:comments>-3</slash:comments><thr:total>many</thr:total></item>",
      attributes: modules)
    expect(bad[0].details.comments == nil)
    try expect(rss("<item><thr:total>7</thr:total></item>")[0].details.comments?.count, equals: 7)
  }

  @Test func atomRepliesAreReadAsComments() throws {
    let entry = try atom(
      "<entry><link rel='replies' type='text/html' href='c.html' thr:count='3'/>"
        + "<link rel='replies' type='application/atom+xml' href='c.atom' thr:count='4'/></entry>",
      attributes: "xml:base='http://x/' " + modules)[0]
    expect(
      entry.details.comments
        == EntryComments(address: "http://x/c.html", feedAddress: "http://x/c.atom", count: 3))
  }

  @Test func theSourceFeedOfAnEntryIsRead() throws {
    let item = try rss(
      "<item><title>t</title><source url='http://o/rss'>Other &amp;amp; feed</source></item>")[0]
    expect(item.details.source == EntrySource(title: "Other & feed", address: "http://o/rss"))
    expect(item.title, equals: "t")
    let entry = try atom(
      "<entry><title>t</title><source><id>s</id><title>Other</title><link href='http://o/'/>"
        + "<link rel='self' href='http://o/atom'/></source></entry>")[0]
    expect(entry.details.source == EntrySource(title: "Other", address: "http://o/"))
    expect(entry.title == "t" && entry.link == nil)
  }

  @Test func contributorsAreNotAuthors() throws {
    let entry = try atom(
      "<entry><author><name>A</name></author><contributor><name>B</name></contributor>"
        + "<contributor><email>c@x</email></contributor><contributor><name>B</name></contributor></entry>")[0]
    expect(entry.byline, equals: "A")
    expect(entry.details.contributors, equals: ["B", "c@x"])
    let item = try rss(
      "<item><dc:contributor>B</dc:contributor></item>",
      attributes: "xmlns:dc='http://purl.org/dc/elements/1.1/'")[0]
    expect(item.details.contributors == ["B"] && item.author == nil)
  }

  @Test(arguments: [
    ("75", 75), ("1:05", 65), ("1:02:03", 3_723), ("00:31", 31), ("90:00", 5_400), ("12.7", 12), (" 5 ", 5),
  ]) func durationFormatsAreParsed(_ text: String, _ seconds: Int) throws {
    let items = "<item><itunes:duration>\(text)</itunes:duration></item>"
    try expect(rss(items, attributes: modules)[0].details.duration, equals: seconds)
  }

  @Test(arguments: ["", "soon", "1:2:3:4", "-5", "1:", "0", "99999999999999999999"])
  func invalidDurationsAreIgnored(_ text: String) throws {
    let items = "<item><title>t</title><itunes:duration>\(text)</itunes:duration></item>"
    try expect(rss(items, attributes: modules)[0].details.duration == nil)
  }

  @Test func durationsOfMediaAndAttachmentsAreRead() throws {
    let item = try rss(
      "<item><media:content url='a.mp3' type='audio/mpeg' duration='61'/></item>", attributes: modules)
    expect(item[0].details.duration, equals: 61)
    let json = try parse(
      """
      {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","attachments":
      [{"url":"a.mp3","mime_type":"audio/mpeg","duration_in_seconds":90}]}]}
      """)
    expect(json.entries[0].details.duration, equals: 90)
  }

  @Test func detailsHaveValueSemanticsAndCountInTheRevision() {
    func revision(_ details: EntryDetails) -> UInt64 {
      FeedEntry(key: "k", title: "t", details: details).contentRevision
    }
    let none = EntryDetails()
    var details = none
    details.comments = EntryComments(count: 1)
    expect(none.comments == nil)
    expect(revision(details) != revision(none))
    details.comments = nil
    expect(revision(details), equals: revision(none))
    expect(details, equals: none)
  }
}
