import Expectations
import Foundation
import FuzzInputs
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// Entries, keys and repairs must be the same with any number of threads.
@Suite struct ReadingThreadsTests {
  private struct Outcome: Equatable {
    var inspection = ""
    var export = ""
    var revisions: [UInt64] = []
    var error = ""
  }

  private func outcome(_ feed: Feed) -> Outcome {
    Outcome(
      inspection: FeedInspection.jsonLine(for: feed), export: JSONFeedExport.json(for: feed),
      revisions: feed.entries.map(\.contentRevision))
  }

  private func read(
    _ bytes: [UInt8], _ pieces: PieceReader? = nil, head: Int = 4_096, chunk: Int = 1_024,
    limit: Int = 5_000_000
  ) -> Outcome {
    bytes.withUnsafeBytes { raw in
      let collector = EntryCollector(nil, pieces: pieces, limit: limit)
      do throws(FeedError) {
        return outcome(
          try FeedReader.read(ByteSource(raw), named: "t", collector, sizes: (head, chunk)))
      } catch {
        return Outcome(error: error.description)
      }
    }
  }

  /// Reads with one and with several threads.
  /// - Returns: The number of pieces that counted.
  @discardableResult
  private func check(
    _ text: String, limit: Int = 5_000_000, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    check(Array(text.utf8), limit: limit, sourceLocation: sourceLocation)
  }

  private func check(
    _ bytes: [UInt8], limit: Int = 5_000_000, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let expected = read(bytes, limit: limit)
    let pieces = PieceReader(threads: 2, pieceSize: 256)
    let found = read(bytes, pieces, limit: limit)
    expect(found.error, equals: expected.error, sourceLocation: sourceLocation)
    expect(found.inspection, equals: expected.inspection, sourceLocation: sourceLocation)
    expect(found, equals: expected, sourceLocation: sourceLocation)
    return pieces.pieceCount
  }

  @Test func entriesAreReadInPieces() {
    expect(check(channel(items(200))) > 20)
    expect(check("{\"items\": [\(objects(200).joined(separator: ",\n"))], \"title\": \"F\"}") > 20)
    let entries = (0..<200).map {
      "<entry><id>e\($0)</id><title>T \($0)</title><content type='html'>&lt;b&gt;x&lt;/b&gt;</content></entry>"
    }.joined()
    expect(check("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='de'>\(entries)</feed>") > 20)
    expect(check("{\"feed\": [\(objects(200).joined(separator: ","))]}") > 20)
  }

  @Test(arguments: [
    "<copyright>C</copyright>", "<title>Another</title>", "<!-- <item> -->", "<?x <item> ?>", "<? <item>",
    "<!X <item>",
    "<item><title>a<item><title>b</title></item>", "<item><title>x</item>", "</channel><channel>",
    "<item><description><![CDATA[<item><title>not one</title></item>]]></description></item>",
    "<item><media:title>undeclared</media:title></item>", "<item xmlns='u:x'><title>other</title></item>",
    "<item><title>& bare</title></item>", "<item/>", "text", "</item>", "<item><title>cut",
    "\u{1}\u{2}\r\n\r",
    "<item xml:lang='fr'><title>x</title></item>", "<ITEM><TITLE>x</TITLE></ITEM>", "<!DOCTYPE x [<item>]>",
    "</channel></rss><rss><channel><item><title>y</title></item>", "<item a='", "<![CDATA[<item>",
  ])
  func whatIsUnusualIsReadByOneThread(insertion: String) {
    check(channel(items(60) + insertion + items(60, from: 60)))
    check(channel(items(60) + insertion + items(1) + insertion + items(60, from: 60)))
    check(channel(insertion + items(60)) + insertion)
  }

  @Test(arguments: [
    "1", "{\"title\": \"x\", \"id\": \"y\"}", "{\"id\": {\"id\": \"z\"}}", "[[{\"id\": \"a\"}]]", "null",
    "{\"id\": \"x\", \"title\": \"{\\\"id\\\"\"}", "{\"id\": \"q\",}", "{\"id\": \"q\"", "{\"id\"}", "\"\\",
    "]",
  ])
  func whatIsUnusualInJSONIsReadByOneThread(insertion: String) {
    var items = objects(120)
    items.insert(insertion, at: 60)
    check("{\"items\": [\(items.joined(separator: ", "))]}")
    check("{\"items\": [\(items.joined(separator: " "))]}")
    check("{\"items\": [\(items.joined(separator: ", ")),], \"title\": \"after\"}")
  }

  @Test func bytesThatAreNotUTF8AreRepairedInTheSameWay() {
    for bytes: [UInt8] in [[0xFF], [0xE9, 0x20], [0xC3, 0xA9, 0xFF]] {
      for place in [100, 3_000, 9_000, 20_000] {
        var text = Array(channel(items(200).replacing("é", with: "e")).utf8)
        text.insert(contentsOf: bytes, at: place)
        _ = check(text)
      }
    }
  }

  /// Pieces are read to the end of what is needed, and bytes in the rest of the last one are repaired.
  @Test(arguments: [0, 200, 400, 600, 800, 1_000, 1_500])
  func whatFollowsTheRootIsRepairedInTheLastPieceOnly(distance: Int) {
    let list = "{\"items\": [\(objects(100).joined(separator: ","))]}"
    var pieceCount = 0
    for feed in [channel(items(100)), list] {
      for padding in stride(from: 0, to: 1_100, by: TestRun.count(300, quick: 600, full: 100)) {
        var bytes = Array(feed.utf8)
        let place = bytes.firstIndex(of: 0x20) ?? 0
        bytes.insert(contentsOf: Array(repeating: 0x20, count: padding), at: place)
        bytes += Array(repeating: 0x20, count: distance) + [0xFF, 0] + Array(repeating: 0x20, count: 3_000)
        let pieces = PieceReader(threads: 2, pieceSize: 2_048)
        expect(read(bytes, pieces), equals: read(bytes))
        pieceCount += pieces.pieceCount
      }
    }
    expect(pieceCount > 10)
  }

  @Test func entriesThatAreLongerThanPiecesAreReadInPieces() {
    func long(_ number: Int, _ length: Int) -> String {
      "<item><guid>l\(number)</guid><description>\(String(repeating: "x ", count: length / 2))</description></item>"
    }
    for length in [250, 600, 3_000] {
      let content = (0..<60).map { items(3, from: 3 * $0) + long($0, length) }.joined()
      expect(check(channel(content)) > 60)
    }
    // Here the next entry is looked for in vain.
    check(channel(items(60) + long(0, 30_000) + items(60, from: 60) + long(1, 30_000)))
  }

  /// Those after it were begun before.
  @Test func onlyTheEntryThatIsUnusualIsReadByOneThread() {
    let content = (0..<20).map { items(60, from: 60 * $0) + "<item><title>& bare</title></item>" }.joined()
    expect(check(channel(content)) > 400)
    let list = (0..<20).flatMap { _ in objects(60) + ["{\"id\": \"stray\", \"tags\": [\"t\",]}"] }
    expect(check("{\"items\": [\(list.joined(separator: ","))]}") > 200)
  }

  @Test func entriesBeyondTheLimitAreCounted() {
    check(channel(items(200)), limit: 77)
    check("{\"items\": [\(objects(200).joined(separator: ","))]}", limit: 77)
  }

  @Test func brokenFeedsAreReadInTheSameWay() {
    let corpus = [
      channel(items(24)), "{\"items\": [\(objects(40).joined(separator: ","))]}",
      "<feed xmlns='http://www.w3.org/2005/Atom'>\(items(20).replacing("item", with: "entry"))</feed>",
      "<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel><title>x</title></channel>\(items(20))</rdf:RDF>",
    ].map { Array($0.utf8) }
    var mutator = InputMutator(corpus: corpus, seed: 15)
    var pieceCount = 0
    let count = TestRun.count(300, full: 2_000)
    for _ in 0..<count {
      let bytes = mutator.next()
      let pieces = PieceReader(threads: 2, pieceSize: 128)
      expect(read(bytes, pieces, head: 256, chunk: 64), equals: read(bytes, head: 256, chunk: 64))
      pieceCount += pieces.pieceCount
    }
    expect(pieceCount > count)
  }

  @Test(.needsCorpora) func realFeedsAreReadInTheSameWay() throws {
    var pieceCount = 0
    for (name, bytes) in try feedsOfCorpora() {
      let pieces = PieceReader(threads: 2, pieceSize: 512)
      let isSame = read(bytes, pieces) == read(bytes)
      expect(isSame, "\(name)")
      pieceCount += pieces.pieceCount
    }
    expect(pieceCount > 700)
  }

  @Test func eachThreadReadsTheFile() throws {
    let path = NSTemporaryDirectory() + "threads-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Array(
      channel(items(3_000) + "<item><title>& bare</title></item>" + items(3_000, from: 3_000)).utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let pieces = PieceReader(threads: 3, pieceSize: 4_096)
    let feed = try FeedReader.read(
      ByteSource(openingFileAt: path, sizeLimit: .max), named: "t", EntryCollector(nil, pieces: pieces),
      sizes: (8_192, 1_024))
    expect(outcome(feed), equals: read(bytes))
    expect(feed.warnings.map(\.line), equals: [3_001])
    expect(pieces.pieceCount > 150)
  }

  @Test func aFileThatIsTruncatedWhileThreadsReadItEndsThere() throws {
    let path = NSTemporaryDirectory() + "threads-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Array(channel(items(3_000)).utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let source = try ByteSource(openingFileAt: path, sizeLimit: .max)
    expect(truncate(path, off_t(bytes.count / 2)), equals: 0)
    let feed = try FeedReader.read(
      source, named: "t", EntryCollector(nil, pieces: PieceReader(threads: 2, pieceSize: 4_096)),
      sizes: (8_192, 1_024))
    expect(outcome(feed), equals: read(Array(bytes[..<(bytes.count / 2)])))
    expect(feed.isCutOff)
  }

  @Test func jobsRunOnSeveralThreadsAndInAnyOrder() {
    let queue = JobQueue<Int, Int>(threads: 3) { $0 * $0 }
    let numbers = (0..<100).map { queue.add($0) }
    queue.drop(numbers[50])
    for index in (0..<100).reversed() where index != 50 {
      expect(queue.result(of: numbers[index]), equals: index * index)
    }
    // Without threads the caller runs them.
    let alone = JobQueue<Int, Int>(threads: 0) { -$0 }
    let number = alone.add(7)
    expect(alone.result(of: number), equals: -7)
  }
}
