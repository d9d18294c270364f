import Expectations
import Foundation
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

@Suite struct RobustnessTests {
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
