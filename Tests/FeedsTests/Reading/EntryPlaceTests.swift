import Expectations
import Foundation
import FuzzInputs
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// Entries that are read again from their places must be those that were read first.
@Suite struct EntryPlaceTests {
  /// Reads a file, and then its entries again in several ways.
  ///
  /// - Returns: The number of entries with and without a place.
  @discardableResult
  private func check(
    _ bytes: [UInt8], head: Int? = nil, _ name: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (placed: Int, others: Int) {
    let path = FileManager.default.temporaryDirectory.path + "/place-\(UUID().uuidString).feed"
    expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var entries: [FeedEntry] = []
    var places: [EntryPlace?] = []
    var text: FeedText?
    let feed: Feed
    do {
      feed = try FeedReader.stream(contentsOf: path, keepsText: true) { batch in
        for section in batch.sections {
          expect(section.places.count, equals: section.entries.count, sourceLocation: sourceLocation)
          entries += section.entries
          places += section.places
        }
        text = batch.text
        return true
      }
    } catch { return (0, 0) }
    let kept = try require(text)
    var runs: [[Int]] = []
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      runs.append([index])
      if runs.count > 1, let last = runs[runs.count - 2].last, last == index - 1,
        let before = places[last], before.hasContext(of: place)
      {
        let run = runs[runs.count - 2] + [index]
        if run.count <= 5 { runs.insert(run, at: runs.count - 1) }
      }
    }
    for run in runs {
      let read = kept.entries(at: run.compactMap { places[$0] })
      guard var read, read.count == run.count else {
        Issue.record("Entry \(run) of \(name) is not there.", sourceLocation: sourceLocation)
        continue
      }
      for index in run.indices { read[index].key = entries[run[index]].key }
      let same = description(read, of: feed) == description(run.map { entries[$0] }, of: feed)
      expect(same, "entries \(run) of \(name)", sourceLocation: sourceLocation)
    }
    for (index, place) in places.enumerated().prefix(TestRun.count(8, full: 20)) {
      guard let place else { continue }
      let expected = try FeedReader.articleSource(
        ofEntry: index, contentsOf: path)
      let read = kept.article(at: place, feedLanguage: feed.language)
      var again = read?.entry
      again?.key = entries[index].key
      let isSame = again.map { description([$0], of: feed) } == description([entries[index]], of: feed)
      expect(isSame, "entry \(index) of \(name)", sourceLocation: sourceLocation)
      let found = read?.source
      expect(found?.text, equals: expected?.text, "\(name)", sourceLocation: sourceLocation)
      expect(found?.base == expected?.base && found?.link == expected?.link, sourceLocation: sourceLocation)
    }
    let placed = places.count { $0 != nil }
    return (placed, places.count - placed)
  }

  private func description(_ entries: [FeedEntry], of feed: Feed) -> String {
    var feed = feed
    feed.sections = [FeedSection(entries: entries)]
    return JSONFeedExport.json(for: feed) + entries.map { String($0.contentRevision) }.joined(separator: " ")
  }

  @Test func allButTheFirstEntriesOfUsualFeedsHavePlaces() throws {
    try expect(check(Array(channel(items(200)).utf8)) == (199, 1))
    let list = "{\"items\": [\(objects(90).joined(separator: ",\n"))], \"title\": \"F\"}"
    try expect(check(Array(list.utf8)) == (90, 0))
    let demo = "{\"feed\": [\(objects(30).joined(separator: ", "))]}"
    try expect(check(Array(demo.utf8)) == (30, 0))
    let entries = (0..<50).map {
      "<entry xml:lang='fr'><id>e\($0)</id><title>T</title><content type='html'>&lt;b&gt;x&lt;/b&gt;</content></entry>"
    }.joined(separator: "<!-- between -->")
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://b.example/'>\(entries)</feed>"
    try expect(check(Array(atom.utf8)) == (49, 1))
  }

  /// Its place is that of a text which is repaired again.
  @Test(arguments: ["a", "a=b", "xml:lang='&a;'", "a=\"", "<"])
  func anEntryWhoseTagIsRepairedStaysInMemory(attribute: String) throws {
    let counts = try check(
      Array(channel(items(3) + "<item \(attribute)><title>x</title></item>" + items(3)).utf8))
    expect(counts.others > 1)
  }

  /// A comma before a closing bracket is a repair.
  @Test func anItemWithAStrayCommaStaysInMemory() throws {
    let list = (0..<6).map { "{\"id\": \"\($0)\", \"tags\": [\"a\"\($0 % 3 == 1 ? "," : "")]}" }
    try expect(check(Array("{\"items\": [\(list.joined(separator: ", "))]}".utf8)) == (4, 2))
  }

  /// The text is not in the file as it was read.
  @Test func decodedTextsAreCopied() throws {
    let feed = channel(items(100))
    let lines = feed.replacing("\n", with: "\r\n")
    try expect(check(Array(lines.utf8)) == (99, 1))
    try expect(check([0xEF, 0xBB, 0xBF] + Array(feed.utf8)) == (99, 1))
    let utf16 = feed.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    try expect(check([0xFE, 0xFF] + utf16) == (99, 1))
    let latin = feed.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try expect(check(latin) == (99, 1))
    // Beyond what is copied in memory, and verbatim at the beginning.
    let body = String(repeating: "Much text. ", count: 100)
    var late = Array(
      channel(
        (0..<3_900).map { "<item><guid>\($0)</guid><description>\(body)</description></item>\n" }.joined()
      ).utf8)
    expect(late.count > SourceText.headSize)
    late.replaceSubrange(late.count - 200..<late.count - 199, with: [0x0D])
    let counts = try check(late)
    expect(counts.placed > 3_890)
  }

  @Test(arguments: [
    "<copyright>C</copyright>", "<title>Another</title>", "<!-- <item> -->", "<?x <item> ?>",
    "<item><title>a<item><title>b</title></item>", "<item><title>x</item>", "</channel><channel>",
    "<item><description><![CDATA[<item><title>not one</title></item>]]></description></item>",
    "<item><media:title>undeclared</media:title></item>", "<item xmlns='u:x'><title>other</title></item>",
    "<item><title>& bare</title></item>", "<item/>", "text", "</item>", "<item><title>cut",
    "<item xml:lang='fr'><title>x</title></item>", "<ITEM><TITLE>x</TITLE></ITEM>",
    "</channel></rss><rss><channel><item><title>y</title></item>", "<item a='", "<![CDATA[<item>",
    "<entry><title>other</title></entry>",
  ])
  func unusualEntriesAreReadAgainAsTheyWere(insertion: String) throws {
    try check(Array(channel(items(6) + insertion + items(6, from: 60)).utf8))
    try check(Array((channel(insertion + items(6)) + insertion).utf8))
    try check(Array("<!DOCTYPE rss [<!ENTITY e 'E'>]>\(channel(items(3) + insertion))".utf8))
  }

  @Test func brokenFeedsAreReadAgainAsTheyWere() throws {
    let corpus = [
      channel(items(12)), "{\"items\": [\(objects(20).joined(separator: ","))]}",
      "<feed xmlns='http://www.w3.org/2005/Atom'>\(items(10).replacing("item", with: "entry"))</feed>",
      "<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel><title>x</title></channel>\(items(10))</rdf:RDF>",
    ].map { Array($0.utf8) }
    var mutator = InputMutator(corpus: corpus, seed: 99)
    var placed = 0
    let count = TestRun.count(200, full: 600)
    for number in 0..<count { placed += try check(mutator.next(), "\(number)").placed }
    expect(placed > 3 * count / 2)
  }

  @Test(.needsCorpora) func realFeedsAreReadAgainAsTheyWere() throws {
    var placed = 0
    for (name, bytes) in try feedsOfCorpora() { placed += try check(bytes, name).placed }
    expect(placed > 1_000)
  }

  @Test func aFileThatWasTruncatedGivesNothing() throws {
    let path = FileManager.default.temporaryDirectory.path + "/place-\(UUID().uuidString).feed"
    expect(FileManager.default.createFile(atPath: path, contents: Data(channel(items(20)).utf8)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var places: [EntryPlace?] = []
    var text: FeedText?
    _ = try FeedReader.stream(contentsOf: path, keepsText: true) { batch in
      places += batch.sections.flatMap(\.places)
      text = batch.text
      return true
    }
    let (kept, last) = (try require(text), try require(places[19]))
    expect(kept.entries(at: [last])?.first?.title, equals: "T 19 & é")
    expect(truncate(path, 1_000), equals: 0)
    expect(kept.entries(at: [last]) == nil)
    expect(kept.article(at: last, feedLanguage: nil) == nil)
    // Written over by something of the same length.
    expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(repeating: 0x20, count: 5_000))
    expect(kept.entries(at: [last]) == nil)
  }
}
