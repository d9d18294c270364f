import Expectations
import FeedViewerBase
import Testing

@testable import FeedViewerFeeds

/// The wording and position of each repair of formats.md, section 4.
@Suite struct RepairTests {
  private static let head = "<rss><channel>\n<title>é日</title>\n"

  /// Lines with one repair each, and its column.
  private static let lines: [(line: String, column: Int, found: Message, repair: Message)] = [
    ("<item><title>é & b</title></item>", 16, "a bare “&”", "kept as text"),
    ("<item><link>?é=1&b=2</link></item>", 17, "a bare “&”", "kept as text"),
    ("<item><title>é&nbsp;b</title></item>", 15, "&nbsp;, which XML does not know", "read as in HTML"),
    ("<item><title>é&foo;</title></item>", 15, "the unknown entity &foo;", "kept as text"),
    (
      "<item><title>&#150;</title></item>", 14, "&#150;, which XML does not know",
      "read as windows-1252 or replaced"
    ),
    (
      "<item><title>&#xD800;</title></item>", 14, "&#xD800;, which XML does not know",
      "read as windows-1252 or replaced"
    ),
    ("<item><title>é < b</title></item>", 16, "a “<” that starts no tag", "kept as text"),
    ("<item><a b=c></a></item>", 10, "an attribute value without quotes", "read up to the next space"),
    ("<item><a b></a></item>", 10, "an attribute without a value", "read as empty"),
    ("<item><title>a</title></b></item>", 25, "an end tag that matches nothing: </b>", "ignored"),
    ("<item><title>a</item>", 17, "<title> is not closed before </item>", "closed there"),
    (
      "<item><title>a</title><item></item>", 24, "an entry without its end tag",
      "closed where the next one starts"
    ),
    ("<item><title>é<b</title></item>", 15, "a tag without its “>”", "closed there"),
    ("<item><q:a/></item>", 8, "the prefix “q” is not declared", "its elements ignored"),
    ("<item><dc:creator>a</dc:creator></item>", 8, "the prefix “dc” is not declared", "read as usual"),
    ("<!-- é", 1, "a comment without its end", "skipped to the end of the file"),
    ("<item><title>é<![CDATA[a", 15, "a CDATA section without its end", "read to the end of the file"),
  ]

  private func check(_ encode: (String) -> [UInt8], lineEnd: String = "\n") throws {
    for (line, column, found, repair) in Self.lines {
      let text = (Self.head + line + "\n</channel></rss>").replacing("\n", with: lineEnd)
      let feed = try FeedReader.parse(encode(text), named: "t")
      let expected = FeedWarning(line: 3, column: column, found: found, repair: repair)
      expect(feed.warnings.contains(expected), "\(line): \(feed.warnings)")
    }
  }

  @Test func repairsOfDiscardedTextKeepTheirPosition() throws {
    let text = "<rss><channel>\n<title>a</title> <![CDATA[" + String(repeating: "x\n", count: 400_000)
    let feed = try parse(text)
    expect(
      feed.warnings.first,
      equals: FeedWarning(
        line: 2, column: 18, found: "a CDATA section without its end", repair: "read to the end of the file"
      ))
  }

  @Test func everyRepairIsReportedWithItsPosition() throws { try check { Array($0.utf8) } }

  @Test func positionsCountEveryKindOfLineEnd() throws {
    try check({ Array($0.utf8) }, lineEnd: "\r\n")
    try check({ Array($0.utf8) }, lineEnd: "\r")
  }

  @Test func positionsAreThoseOfTheDecodedText() throws {
    try check { text in
      [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    }
    try check { [0xEF, 0xBB, 0xBF] + Array($0.utf8) }
    try check {
      // windows-1252 has no 日.
      $0.replacing("日", with: "¥").unicodeScalars.map { UInt8($0.value) }
    }
  }

  @Test func repairsAreInFileOrder() throws {
    let bytes = Array("<rss><channel><title>a & b\u{1}</title>\n<link>\u{2}</link></x></channel></rss>".utf8)
    let feed = try FeedReader.parse(bytes, named: "t")
    expect(
      feed.warnings.map(\.found.description),
      equals: [
        "a bare “&”", "the control character 1 (2 times)", "an end tag that matches nothing: </x>",
      ])
    expect(feed.warnings.map(\.line), equals: [1, 1, 2])
    expect(feed.repairCount, equals: 3)
  }

  /// However much of the text after it was in memory.
  @Test(arguments: [64, 90, 1_000])
  func controlCharactersAfterTheEndOfBrokenJSONAreNoRepairs(piece: Int) throws {
    let text = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "F\u{2}",
      "items": [{"id": "1", "title": "A"}, {"id": "2" "title": "B\u{1}"}]}
      """
    let feed = try FeedReader.stream(Array(text.utf8), pieces: (piece, 64)) { _ in true }
    expect(feed.warnings.map(\.line), equals: [1, 2])
    expect(feed.warnings.map(\.omittedCount).first.map { $0 > 0 }, equals: true)
    let broken = text.replacing("F\u{2}", with: "F")
    let other = try FeedReader.stream(Array(broken.utf8), pieces: (piece, 64)) { _ in true }
    expect(other.warnings.map(\.omittedCount), equals: [0])
  }

  @Test func quotesInDoctypeCommentsAreIgnored() throws {
    let feed = try parse(
      "<!DOCTYPE rss [<!-- don't --><!ENTITY a 'b'>]><rss><channel><title>&a;</title></channel></rss>")
    expect(feed.title, equals: "b")
    expect(feed.warnings.isEmpty)
  }
}
