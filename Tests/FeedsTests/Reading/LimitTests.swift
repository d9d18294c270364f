import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// formats.md, section 16: whatever exceeds a limit is cut, counted and reported.
@Suite struct LimitTests {
  @Test func entriesBeyondTheLimitAreOmittedAndReported() throws {
    // More where there is memory for them.
    expect(FeedLimits.entryCount >= 5_000_000)
    let items = (0..<5).map { "<item><title>\($0)</title></item>" }.joined()
    let objects = (0..<5).map { "{\"id\":\"\($0)\",\"title\":\"\($0)\"}" }.joined(separator: ",")
    for text in ["<rss><channel>\(items)</channel></rss>", "{\"items\":[\(objects)],\"title\":\"t\"}"] {
      for (limit, warnings) in [(3, ["more than 3 entries"]), (5, [])] {
        let feed = try FeedReader.parse(Array(text.utf8), named: "t", EntryCollector(nil, limit: limit))
        expect(feed.entries.map(\.title), equals: (0..<limit).map { "\($0)" })
        expect(feed.warnings.map(\.found.description), equals: warnings)
        let left = 5 - limit
        expect(feed.notes, equals: left > 0 ? [.entriesOmitted(count: left, limit: limit)] : [])
      }
    }
    expect(
      FeedNote.entriesOmitted(count: 1_234_567, limit: 5_000_000).description,
      equals: "Showing the first 5,000,000 entries. 1,234,567 more are left out.")
    expect(
      FeedNote.entriesOmitted(count: 1, limit: 100).description,
      equals: "Showing the first 100 entries. 1 more is left out.")
  }

  @Test func largeFilesAreReported() throws {
    let path = NSTemporaryDirectory() + "large-\(UUID().uuidString).xml"
    let text =
      "<rss><channel><item><title>x</title></item></channel></rss>" + String(repeating: " ", count: 2_000)
    try require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A sparse file, which takes no disk space; nothing is read after the end of the root element.
    for (size, notes) in [(499_999_999, []), (500_000_000, [FeedNote.largeFile(bytes: 500_000_000)])] {
      try require(truncate(path, size) == 0)
      var first: [FeedNote]?
      let feed = try FeedReader.stream(contentsOf: path) { batch in
        first = first ?? batch.feed.notes
        return true
      }
      expect(feed.notes, equals: notes)
      expect(first, equals: notes)
      expect(
        FeedInspection.jsonLine(for: feed).contains("\"notes\":[\"Large file (500 MB):"),
        equals: !notes
          .isEmpty)
    }
  }

  @Test func listsOfMoreThanAThousandAreCutAndReported() throws {
    let tags = (0..<1_200).map { "<category>t\($0)</category>" }.joined()
    let strings = (0..<1_200).map { "\"t\($0)\"" }.joined(separator: ",")
    for text in [
      "<rss><channel><item>\(tags)</item><item><title>x</title></item></channel></rss>",
      "{\"items\":[{\"id\":\"1\",\"tags\":[\(strings)]},{\"id\":\"2\"}]}",
    ] {
      let feed = try parse(text)
      expect(feed.entries.map(\.tags.count), equals: [1_000, 0])
      expect(
        feed.warnings.map(\.found.description), equals: ["an entry with more than 1000 tags, names or files"])
      expect(feed.repairCount, equals: 1)
    }
  }

  @Test func aFileThatDoesNotFitTheMemoryIsRefused() throws {
    expect(FeedLimits.fileSize >= 2_000_000_000)
    let path = NSTemporaryDirectory() + "large-\(UUID().uuidString).xml"
    try require(FileManager.default.createFile(atPath: path, contents: Data("<rss/>".utf8)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A sparse file, which takes no disk space.
    try require(truncate(path, FeedLimits.fileSize + 1) == 0)
    let error = #expect(throws: FeedError.self) { try FeedReader.read(contentsOf: path) }
    expect(error?.reason, equals: .tooLarge(limit: FeedLimits.fileSize))
    expect(error?.description.contains("\(FeedLimits.fileSize / 1_000_000_000) GB"), equals: true)
    let streamError = #expect(throws: FeedError.self) {
      try FeedReader.stream(contentsOf: path) { _ in true }
    }
    expect(streamError?.reason, equals: .tooLarge(limit: FeedLimits.fileSize))
  }

  @Test func theFirstEntriesOfAFileOfAnySizeAreRead() throws {
    let path = NSTemporaryDirectory() + "large-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let items = (0..<100).map { "<item><title>\($0)</title></item>" }.joined()
    let objects = (0..<100).map { "{\"title\":\"\($0)\"}" }.joined(separator: ",")
    for text in ["<rss><channel>\(items)", "{\"items\":[\(objects),"] {
      try require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
      // A sparse file, which takes no disk space; reading all of it would take many seconds.
      try require(truncate(path, 100_000_000_000) == 0)
      let start = threadSeconds()
      let feed = try FeedReader.read(contentsOf: path, threads: 2, wantedCount: 50)
      expect(feed.entries.map(\.title), equals: (0..<50).map { "\($0)" })
      expect(threadSeconds() - start < 2)
    }
  }

  @Test func attributesBeyond256AreDroppedAndReported() throws {
    let names = (0..<300).map { "a\($0)='1'" }.joined(separator: " ")
    let feed = try parse(
      "<rss><channel><item><enclosure url='u' \(names) type='t'/><title>x</title></item></channel></rss>")
    expect(feed.entries[0].enclosures, equals: [Enclosure(url: "u")])
    expect(feed.warnings.map(\.found.description), equals: ["a tag with more than 256 attributes"])
    expect(feed.entries[0].title, equals: "x")
  }

  @Test func textsLongerThan16MegabytesAreCutAndReported() throws {
    for (opening, closing) in [("", ""), ("<![CDATA[", "]]>")] {
      let text = String(repeating: "0123456 ", count: (17 << 20) / 8)
      let feed = try parse(
        "<rss><channel><item><description>\(opening)\(text)\(closing)</description><title>x</title></item>"
          + "</channel></rss>")
      let length = feed.entries[0].summary?.utf8.count ?? 0
      expect(length > 15 << 20 && length <= 16 << 20)
      expect(feed.warnings.map(\.found.description), equals: ["a text of more than 16 MB"])
      expect(feed.entries[0].title, equals: "x")
    }
  }

  @Test func jsonTextsLongerThan16MegabytesAreCutAndReported() throws {
    let text = String(repeating: "0123456\\n", count: (17 << 20) / 8)
    let feed = try parse("{\"items\":[{\"content_text\":\"\(text)\",\"title\":\"x\"}]}")
    let length = feed.entries[0].content?.utf8.count ?? 0
    expect(length > 14 << 20 && length <= 16 << 20)
    expect(feed.warnings.map(\.found.description), equals: ["a text of more than 16 MB"])
    expect(feed.entries[0].title, equals: "x")
  }

  @Test func jsonTextLengthIsLimitedAfterUnescaping() throws {
    let text = String(repeating: "0123456\\n", count: (16 << 20) / 8).dropLast(2)
    func read(_ text: String) throws -> Feed { try parse("{\"items\":[{\"content_text\":\"\(text)\"}]}") }
    let whole = try read(text + "x")
    expect(whole.entries[0].content?.utf8.count, equals: 16 << 20)
    expect(whole.warnings.isEmpty)
    // The last character would end after the limit.
    let cut = try read(text + "é")
    let length = cut.entries[0].content?.utf8.count ?? 0
    expect(length, equals: (16 << 20) - 1)
    expect(cut.warnings.map(\.found.description), equals: ["a text of more than 16 MB"])
  }

  @Test func elementsNestedDeeperThan256KeepTheirTextAndAreReported() throws {
    let opening = String(repeating: "<x>", count: 300)
    let closing = String(repeating: "</x>", count: 300)
    let feed = try parse(
      "<rss><channel><item><description>\(opening)deep\(closing)</description></item><item><title>x</title></item>"
        + "</channel></rss>")
    expect(feed.entries.map(\.summary), equals: ["deep", nil])
    expect(feed.entries[1].title, equals: "x")
    expect(feed.warnings.contains { $0.found.description == "elements nested more than 256 deep" })
  }

  @Test func jsonNestedDeeperThan256EndsReading() throws {
    let deep = String(repeating: "[", count: 300)
    let feed = try parse("{\"items\":[{\"title\":\"x\"},{\"_a\":\(deep)")
    expect(feed.entries.map(\.title), equals: ["x"])
    expect(feed.warnings.map(\.found.description), equals: ["the values are nested more than 256 deep"])
  }

  @Test func entitiesLongerThanAKilobyteAreNotExpanded() throws {
    let text = String(repeating: "x", count: 1_025)
    let feed = try parse(
      "<!DOCTYPE rss [<!ENTITY a '\(text)'>]><rss><channel><title>&a;</title></channel></rss>")
    expect(feed.title, equals: "&a;")
    expect(feed.warnings.map(\.found.description), equals: ["the unknown entity &a;"])
  }

  @Test func theNumberOfInternedNamesIsLimited() throws {
    let names = (0..<70_000).map { "<n\($0)></n\($0)>" }.joined()
    let feed = try parse("<rss><channel>\(names)<item><title>x</title></item></channel></rss>")
    expect(feed.entries.map(\.title), equals: ["x"])
    let long = String(repeating: "n", count: 5_000)
    try expect(rss("<\(long)>a</\(long)><item><title>x</title></item>").map(\.title), equals: ["x"])
  }

  @Test func anUnclosedTagIsAbandonedAtTheLimit() throws {
    let text =
      "<rss><channel><item><title>x</title></item><item a=\"" + String(repeating: "y ", count: 9 << 20)
    let feed = try parse(text)
    expect(feed.entries.first?.title, equals: "x")
    expect(feed.repairCount > 0)
  }

  @Test func anUnclosedDoctypeIsSkippedToItsFirstBracket() throws {
    let feed = try parse("<!DOCTYPE rss [ \"><rss><channel><title>x</title></channel></rss>")
    expect(feed.title, equals: "x")
    expect(feed.warnings.map(\.found.description), equals: ["a DOCTYPE that does not end or is too long"])
  }
}
