import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

@Suite struct JSONFeedTests {
  @Test func jsonFeedItemsAreRead() throws {
    let feed = try parse(
      #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"F &#8211; G","home_page_url":"http://x/",
      "feed_url":"http://x/f",
       "language":"en","items":[{"id":7,"url":"http://x/1","title":"A\u00e9\ud83d\ude00\ud800",
       "content_html":"<p>a<br>b</p>",
       "content_text":"no","summary":"s","image":"i.png","date_published":"2004-01-01T19:48:21Z",
       "tags":["x",3,"y"],
       "authors":[{"name":"Ann"},{"name":"Bob"}],
       "attachments":[{"url":"a.mp3","mime_type":"audio/mpeg","size_in_bytes":5}]},
       {"id":null,"title":{"wrong":["type"]},"external_url":"http://y/"}, 17]}
      """#)
    expect(feed.format, equals: .jsonFeed)
    expect(feed.title, equals: "F &#8211; G")
    expect(feed.identifier == "http://x/f")
    let first = feed.entries[0]
    expect(first.identifier, equals: "7")
    expect(first.title, equals: "Aé😀\u{FFFD}")
    expect(first.content, equals: "a\nb")
    expect(first.summary, equals: "s")
    expect(first.tags, equals: ["x", "3", "y"])
    expect(first.author, equals: "Ann")
    expect(first.byline, equals: "Ann, Bob")
    expect(first.thumbnails == ["http://x/i.png"])
    expect(
      first.enclosures == [
        Enclosure(url: "http://x/a.mp3", reference: "a.mp3", type: "audio/mpeg", length: 5)
      ])
    expect(feed.entries[1].title == nil)
    expect(feed.entries[1].link == "http://y/")
    expect(feed.entryCount, equals: 2)
  }

  @Test func tagsInOneTextAreSeveral() throws {
    let entries = try parse(#"{"items":[{"tags":" garden,tools , ,roses,tools"},{"tags":"one"},{"tags":4}]}"#)
      .entries
    expect(entries.map(\.tags), equals: [["garden", "tools", "roses"], ["one"], []])
  }

  @Test func plainTextKeepsItsLinesAndIndents() throws {
    let entries = try parse(
      #"{"items":[{"content_text":"  One\n two\n\n\n\tcode  x\r\n    deep \n"},{"content_html":"<pre>\n  a\n\n\n    b  c\n</pre><p>d  e</p>"}]}"#
    ).entries
    expect(
      entries.map(\.content), equals: ["  One\n two\n\n\n\tcode  x\n    deep", "  a\n\n\n    b  c\n\nd e"])
  }

  @Test func aTruncatedFileKeepsItsCompleteItems() throws {
    let feed = try parse(#"{"items":[{"id":"1"},{"id":"2","tit"#)
    expect(feed.entries.map(\.key), equals: ["1"])
    expect(feed.warnings.first?.found.description, equals: "the file ends in the middle")
  }

  @Test func aTrailingCommaIsAcceptedWithAWarning() throws {
    let feed = try parse(#"{"items":[{"id":"1",},],}"#)
    expect(feed.entryCount, equals: 1)
    expect(feed.warnings.count, equals: 1)
  }

  @Test func deepNestingIsRefused() {
    let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
    guard case .invalidJSON = refusal(deep) else {
      Issue.record("accepted")
      return
    }
  }

  @Test func demoItemsFormSections() throws {
    let feed = try parse(
      #"""
      {"feed":[{"title":"a","content":"l1\nl2","username":"u","time":"2015.04.16",
      "imageName":"forkingdog","section":"S"},
      {"title":"b","section":"S"},{"title":"c"},{"section":"T"}]}
      """#)
    expect(feed.format, equals: .demo)
    expect(feed.sections.map(\.title), equals: ["S", nil, "T"])
    expect(feed.sections.map(\.entries.count), equals: [2, 1, 1])
    let first = feed.entries[0]
    expect(first.content, equals: "l1\nl2")
    expect(first.author, equals: "u")
    expect(first.imageReferences, equals: ["forkingdog"])
    expect(first.published?.iso8601UTC, equals: "2015-04-16T00:00:00Z")
  }

  @Test func anExportIsReadBackWithEqualEntries() throws {
    let sources = [
      """
      <rss><channel><title>F</title><item><title>&amp;lt;b> &lt;i></title>
      <description>a &amp;amp; b&lt;p>c</description>
      <guid>1</guid><pubDate>1 Jan 2004 00:00 GMT</pubDate></item><item><guid>1</guid><pubDate>soon</pubDate>
      <category>t</category><enclosure url='a.mp3' length='4'/><author>Q "q"</author></item><item/>
      </channel></rss>
      """,
      #"""
      {"feed":[{"title":"a","content":"x\n\ny","time":"2 hours ago","imageName":"i","section":"S"},
      {"title":"b"}]}
      """#,
      """
      <feed xmlns="http://purl.org/atom/ns#"><entry><created>2003-12-31</created>
      <author><name>A</name></author><author><name>B</name></author></entry>
      <entry><source><author><name>S</name></author></source></entry></feed>
      """,
    ]
    for source in sources {
      let feed = try parse(source)
      let export = JSONFeedExport.json(for: feed)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(export.utf8)) }
      let copy = try parse(export)
      expect(copy.sections.map(\.title), equals: feed.sections.map(\.title))
      for (entry, original) in zip(copy.entries, feed.entries) {
        expect(entry.key, equals: original.key)
        expect(entry.contentRevision, equals: original.contentRevision)
        expect(entry.identifier, equals: original.identifier)
        expect(entry.byline, equals: original.byline)
        expect(entry.date, equals: original.date)
        expect(entry.tags, equals: original.tags)
        expect(entry.thumbnails, equals: original.thumbnails)
        expect(entry.enclosures.map(\.url), equals: original.enclosures.map(\.url))
        expect(entry.dateText, equals: original.dateText)
      }
      expect(copy.entryCount, equals: feed.entryCount)
    }
  }

  @Test func inspectionIsOneLineOfJSON() throws {
    let line = FeedInspection.jsonLine(
      for: try parse("<rss><channel><item><title>a\"\\ &#9;b</title></item></channel></rss>"))
    expect(!line.contains("\n"))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let entries = object?["entries"] as? [[String: Any]]
    expect(entries?.first?["title"] as? String, equals: "a\"\\ b")
    expect(FeedInspection.jsonLine(for: FeedError(file: "f", reason: .empty)).hasPrefix("{\"error\":\"f: "))
  }

  @Test func onlyItemTitlesMayBeHTML() throws {
    let feed = try parse(
      #"{"version":"https://jsonfeed.org/version/1.1","title":"A &#8211; <b>b</b>","items":[{"id":"1","title":"A &#8211; B"}]}"#
    )
    expect(feed.title, equals: "A &#8211; <b>b</b>")
    expect(feed.entries.map(\.title), equals: ["A – B"])
  }
}
