import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// Files that are larger than the window of them that is in memory.
@Suite struct StreamingTests {
  /// Reads in small pieces; the first one has 4 KB.
  private func read(_ bytes: [UInt8], chunk: Int, onBatch: ((FeedBatch) -> Bool)? = nil) throws -> Feed {
    let result = bytes.withUnsafeBytes { raw -> Result<Feed, FeedError> in
      do throws(FeedError) {
        let text = SourceText(ByteSource(raw), headSize: 4_096, chunkSize: chunk)
        if bytes.first == 0x7B {
          var reader = JSONFeedReader(text, named: "t", collector: EntryCollector(onBatch))
          return .success(try reader.read())
        }
        var reader = XMLFeedReader(text, named: "t", collector: EntryCollector(onBatch))
        return .success(try reader.read())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Entries with all constructs that the end of a piece may split.
  private var example: (text: String, titles: [String], bodies: [String]) {
    var text = "<rss><channel>"
    var titles: [String] = []
    var bodies: [String] = []
    let filling = String(repeating: "é日 & ] text ", count: 12)
    for number in 0..<150 {
      titles.append("T<\(number)> é")
      bodies.append("B \(number) 日本 " + filling.trimmingSpaces)
      text +=
        "<item><title>T&lt;\(number)&gt; &#233;</title><guid isPermaLink='false'>g\(number)</guid><!-- > -->"
      let escaped = filling.replacing("&", with: "&amp;amp;")
      text +=
        number % 2 == 0
        ? "<description>&lt;p&gt;B &lt;b&gt;\(number)&lt;/b&gt; 日本 \(escaped)&lt;/p&gt;</description></item>\n"
        : "<description><![CDATA[<p>B <b>\(number)</b> 日本 \(filling)</p>]]></description></item>\r\n"
    }
    return (text + "</channel></rss>", titles, bodies)
  }

  @Test func xmlTextsAreCompleteWhereverAPieceEnds() throws {
    let (text, titles, bodies) = example
    let utf16 = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    for chunk in 64..<96 {
      for bytes in [Array(text.utf8), [0xFE, 0xFF] + utf16] {
        let feed = try read(bytes, chunk: chunk)
        expect(feed.warnings.isEmpty)
        expect(feed.entries.map(\.title), equals: titles)
        expect(feed.entries.map(\.summary), equals: bodies)
      }
    }
  }

  @Test func jsonTextsAreCompleteWhereverAPieceEnds() throws {
    let items = (0..<60).map {
      "{\"id\": \($0), \"title\" : \"é\\u00e9 \\\"\($0)\\\\\", \"_x\": [1, {\"a\": [ ] }, \"日\"], \"tags\": [ \"a\" , \"b\" ]}"
    }
    let text =
      "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [ " + items.joined(separator: " ,\n ")
      + " ] }"
    for chunk in 64..<96 {
      let feed = try read(Array(text.utf8), chunk: chunk)
      expect(feed.warnings.isEmpty)
      expect(feed.entries.map(\.title), equals: (0..<60).map { "éé \"\($0)\\" })
      expect(feed.entries.map(\.identifier), equals: (0..<60).map(String.init))
      expect(feed.entries.allSatisfy { $0.tags == ["a", "b"] })
    }
  }

  @Test func longTextsAreJoinedFromPieces() throws {
    for (opening, closing) in [("", ""), ("<![CDATA[", "]]>")] {
      let words = (0..<900_000).map(String.init)
      let text = words.joined(separator: " ")
      let item = try rss(
        "<item><title>a</title><description>\(opening)\(text)\(closing)</description></item>")[0]
      expect(item.summary, equals: text)
    }
    let json =
      "{\"items\":[{\"content_text\":\"\(String(repeating: "a\\n", count: 30_000))\",\"title\":\"b\"}]}"
    let entry = try read(Array(json.utf8), chunk: 100).entries[0]
    expect(entry.title, equals: "b")
    expect(entry.content?.utf8.count, equals: 59_999)
  }

  private func large(_ start: String, _ end: [UInt8]) -> [UInt8] {
    let items = String(repeating: "<item><title>plain text</title></item>\n", count: 1_000)
    return Array("<rss><channel>\(start)\n\(items)<item><title>".utf8) + end
      + Array("</title></item></channel></rss>".utf8)
  }

  @Test func aLateInvalidByteAfterASCIIMakesTheFileWindows1252() throws {
    let feed = try read(large("", [0x63, 0xE9, 0x96]), chunk: 300)
    expect(feed.entries.last?.title, equals: "cé–")
    expect(
      feed.warnings,
      equals: [
        FeedWarning(
          line: 1_002, column: 15, found: "a byte that is not UTF-8",
          repair: "the whole file read as windows-1252")
      ])
  }

  @Test func aLateInvalidByteAfterUTF8IsReplaced() throws {
    let feed = try read(large("<title>é</title>", [0x63, 0xE9, 0xC3, 0xA9]), chunk: 300)
    expect(feed.title, equals: "é")
    expect(feed.entries.last?.title, equals: "c\u{FFFD}é")
    expect(feed.warnings.map(\.repair.description), equals: ["replaced with U+FFFD"])
    expect(feed.warnings.first?.line, equals: 1_002)
  }

  @Test func positionsAreCorrectWhileTheWindowSlides() throws {
    let feed = try read(large("<title>a & b</title>", Array("é & c".utf8)), chunk: 300)
    expect(feed.warnings.map { [$0.line, $0.column] }, equals: [[1, 24], [1_002, 16]])
  }

  @Test func aFileTruncatedWhileReadingEndsThere() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("feeds-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    // Entries of 100 KB, more than the first piece holds.
    let item = "<item><title>a</title><x>" + String(repeating: " ", count: 100_000) + "</x></item>"
    try Data(("<rss><channel>" + String(repeating: item, count: 200) + "</channel></rss>").utf8).write(
      to: file)
    var count = 0
    let feed = try FeedReader.stream(contentsOf: file.path) { batch in
      if count == 0 { truncate(file.path, 100) }
      count += batch.sections.reduce(0) { $0 + $1.entries.count }
      return true
    }
    expect(count >= 50 && count < 200)
    expect(feed.isCutOff)
  }

  @Test func readingStopsWhenTheHandlerReturnsFalse() throws {
    let bytes = large("", []) + large("", [])
    var batches = 0
    #expect(throws: FeedError(file: "t", reason: .cancelled)) {
      try FeedReader.stream(bytes, named: "t") { batch in
        batches += 1
        return false
      }
    }
    expect(batches, equals: 1)
  }
}
