import Expectations
import Foundation
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

@Suite struct RobustnessTests {
  private static let seeds = [
    """
    <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0"
    xmlns:media="http://search.yahoo.com/mrss/">
    <channel><title>F &amp; G</title><!-- c --><item><title><![CDATA[a <b>]]></title>
    <guid isPermaLink="false">1</guid>
    <description>x &lt;img src="a.png"&gt; &eacute; <br>naked</description>
    <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>
    <media:group><media:thumbnail url="t.png" width="9"/></media:group><author>a@b.c (N)</author></item>
    </channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="http://x/a/">
    <title type="html">&lt;b&gt;t</title>
    <entry><id>1</id><link rel="enclosure" href="e"/><content type="xhtml"><div
    xmlns="http://www.w3.org/1999/xhtml">
    <p>é日本</p><script>s</script></div></content><author><name>N</name></author>
    <updated>2003-12-31T10:14:55Z</updated></entry></feed>
    """,
    #"""
    {"version":"https://jsonfeed.org/version/1","items":[{"id":1.5,"content_html":"<p>\ud83d\ude00\n",
    "tags":["a"],"authors":[{"name":"x"}],"attachments":[{"url":"u"}]}]}
    """#,
    #"{"feed":[{"title":"a","content":"b","time":"2 hours ago","imageName":"i","section":"s"}]}"#,
  ]

  /// Reads, exports and reads again: the result is a feed or an error, whatever the bytes.
  private func exercise(_ bytes: [UInt8]) {
    guard let feed = try? FeedReader.parse(bytes, named: "fuzz") else { return }
    _ = FeedInspection.jsonLine(for: feed)
    for entry in feed.entries {
      _ = entry.preview(maximumLength: 20)
      _ = entry.contentRevision
    }
    let keys = feed.entries.map(\.key)
    expect(Set(keys).count, equals: keys.count)
    let export = JSONFeedExport.json(for: feed)
    expect((try? parse(export))?.entryCount, equals: feed.entryCount)
  }

  @Test func mutatedFilesNeverCrash() {
    var random = SplitMix64(seed: 42)
    let snippets = [
      "<", ">", "&", "]]>", "<![CDATA[", "<!--", "\"", "'", "&#x", ";", "</item>", "<item>", "\\u", "{", "[",
      "\0",
    ]
    for round in 0..<4_000 {
      var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert(contentsOf: Array(snippets.randomElement(using: &random)?.utf8 ?? "".utf8), at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        default: bytes.append(contentsOf: bytes[place...].prefix(30))
        }
      }
      exercise(bytes)
    }
  }

  @Test func everyPrefixOfAFileIsReadOrRefused() {
    for seed in Self.seeds {
      let bytes = Array(seed.utf8)
      for length in 0..<bytes.count { exercise(Array(bytes[..<length])) }
    }
  }

  @Test func datesOfRandomCharactersNeverCrash() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("0123456789:-+/, TZJanMon.éам\u{0}")
    for _ in 0..<TestRun.count(20_000) {
      let length = Int.random(in: 0...30, using: &random)
      _ = DateReader.date(
        String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }))
    }
  }

  /// A naive parser takes quadratic time for each head with its repeated tail: hours instead of milliseconds.
  @Test(arguments: [
    ("", "<? >"), ("", "<!DOCTYPE x [>"), ("<rss><channel>", "<item>a</b><![C"),
    ("<rss><channel><title>", "& < "), ("<rss><channel><item>", "<category>a</category>"),
    ("<rss><channel>", "<x a='"), ("<rss><channel>", "<a:b>"), ("<rss><channel>", "</nothing>"),
    ("<rss><channel><item><description>", "<form>&lt;noscript>"), ("{\"items\":[{\"title\":\"", "\\\\"),
  ])
  func hostileFilesTakeLinearTime(head: String, tail: String) {
    let text = head + String(repeating: tail, count: 100_000)
    let start = threadSeconds()
    _ = try? parse(text)
    expect(threadSeconds() - start < 20)
  }

  @Test func entityExpansionIsBounded() throws {
    let long = String(repeating: "x", count: 1_000)
    let uses = String(repeating: "&a;", count: 20_000)
    let feed = try parse(
      "<!DOCTYPE rss [<!ENTITY a '\(long)'>]><rss><channel><title>\(uses)</title></channel></rss>")
    expect((feed.title?.utf8.count ?? 0) < 11 << 20)
    expect(feed.title?.hasSuffix("&a;"), equals: true)
  }

  @Test(.needsCorpora) func brokenFilesOfTheSharedCorpusKeepTheirEntries() throws {
    let folder = corpora.appendingPathComponent("broken")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where name.hasSuffix(".xml") && !["31", "32", "34"].contains(name.prefix(2)) {
      let feed = try FeedReader.read(contentsOf: folder.appendingPathComponent(name).path)
      expect(feed.entryCount, equals: 3, "\(name)")
    }
  }
}
