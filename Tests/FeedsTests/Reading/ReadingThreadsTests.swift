import Foundation
import FuzzInputs
import RandomNumbers
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
    /// The number of groups that other threads read for the reader of the file.
    var groups = 0

    static func == (left: Outcome, right: Outcome) -> Bool {
      left.inspection == right.inspection && left.export == right.export && left.revisions == right.revisions
        && left.error == right.error
    }
  }

  private func outcome(_ result: Result<Feed, FeedError>, groups: Int) -> Outcome {
    switch result {
    case .success(let feed):
      Outcome(
        inspection: FeedInspection.jsonLine(for: feed), export: JSONFeedExport.json(for: feed),
        revisions: feed.entries.map(\.contentRevision), groups: groups)
    case .failure(let error): Outcome(error: error.description)
    }
  }

  private func read(
    _ bytes: [UInt8], _ threads: ReadingThreads, head: Int = 4_096, chunk: Int = 1_024, limit: Int = 5_000_000
  ) -> Outcome {
    bytes.withUnsafeBytes { raw in
      let collector = EntryCollector(nil, limit: limit)
      do throws(FeedError) {
        let feed = try FeedReader.read(
          ByteSource(raw), named: "t", nil, collector, threads: threads, sizes: (head, chunk))
        let text = SourceText(ByteSource(raw), headSize: head, chunkSize: chunk)
        return outcome(.success(feed), groups: try groupCount(in: text, collector, threads))
      } catch {
        return outcome(.failure(error), groups: 0)
      }
    }
  }

  /// The number of groups that other threads read for the reader of the file.
  private func groupCount(
    in text: consuming SourceText, _ collector: EntryCollector, _ threads: ReadingThreads
  ) throws(FeedError) -> Int {
    guard threads.count > 1 else { return 0 }
    if case .json = FileKind.start(of: text.beginning) {
      var reader = JSONFeedReader(text, named: "t", collector: collector, threads: threads)
      _ = try reader.read()
      return reader.groups?.successCount ?? 0
    }
    var reader = XMLFeedReader(text, named: "t", collector: collector, threads: threads)
    _ = try reader.read()
    return reader.groups?.successCount ?? 0
  }

  /// Reads with one and with several threads.
  /// - Returns: The number of groups that were read by other threads, whether they read the file or not.
  @discardableResult
  private func check(
    _ text: String, limit: Int = 5_000_000, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    check(Array(text.utf8), limit: limit, sourceLocation: sourceLocation)
  }

  private func check(
    _ bytes: [UInt8], limit: Int = 5_000_000, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let expected = read(bytes, .one, limit: limit)
    let threads = ReadingThreads(2, groupSize: 256)
    return [threads, threads.readingInTurn].map { threads in
      let found = read(bytes, threads, limit: limit)
      #expect(found.error == expected.error, sourceLocation: sourceLocation)
      #expect(found.inspection == expected.inspection, sourceLocation: sourceLocation)
      #expect(found == expected, sourceLocation: sourceLocation)
      return found.groups
    }.reduce(.max, min)
  }

  private func items(_ count: Int, from first: Int = 0) -> String {
    (first..<first + count).map {
      "<item><title>T \($0) &amp; é</title><guid isPermaLink='false'>g\($0 % 37)</guid><dc:creator>A</dc:creator>"
        + "<description>&lt;p&gt;Body \($0)&lt;/p&gt;</description></item>\n"
    }.joined()
  }

  private func channel(_ content: String) -> String {
    "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>F</title>\(content)</channel></rss>"
  }

  private func objects(_ count: Int) -> [String] {
    (0..<count).map {
      "{\"id\": \"g\($0 % 37)\", \"title\": \"T \($0)\", \"content_html\": \"<p>Body \\\"\($0)\\\"</p>\"}"
    }
  }

  @Test func groupsAreReadAhead() {
    #expect(check(channel(items(200))) > 20)
    #expect(check("{\"items\": [\(objects(200).joined(separator: ",\n"))], \"title\": \"F\"}") > 20)
    let entries = (0..<200).map {
      "<entry><id>e\($0)</id><title>T \($0)</title><content type='html'>&lt;b&gt;x&lt;/b&gt;</content></entry>"
    }.joined()
    #expect(check("<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='de'>\(entries)</feed>") > 20)
    #expect(check("{\"feed\": [\(objects(200).joined(separator: ","))]}") > 20)
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
    var groups = 0
    for feed in [channel(items(100)), list] {
      for padding in stride(from: 0, to: 1_100, by: TestRun.count(300, quick: 600, full: 100)) {
        var bytes = Array(feed.utf8)
        let place = bytes.firstIndex(of: 0x20) ?? 0
        bytes.insert(contentsOf: Array(repeating: 0x20, count: padding), at: place)
        bytes += Array(repeating: 0x20, count: distance) + [0xFF, 0] + Array(repeating: 0x20, count: 3_000)
        let expected = read(bytes, .one)
        let threads = ReadingThreads(2, groupSize: 2_048)
        for threads in [threads, threads.readingInTurn] {
          let found = read(bytes, threads)
          #expect(found == expected)
          groups += found.groups
        }
      }
    }
    #expect(groups > 10)
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
    var groups = 0
    let count = TestRun.count(300, full: 2_000)
    for _ in 0..<count {
      let bytes = mutator.next()
      let expected = read(bytes, .one, head: 256, chunk: 64)
      let threads = ReadingThreads(2, groupSize: 128)
      for threads in [threads, threads.readingInTurn] {
        let found = read(bytes, threads, head: 256, chunk: 64)
        #expect(found == expected)
        groups += found.groups
      }
    }
    #expect(groups > count)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: corpora.path)))
  func realFeedsAreReadInTheSameWay() throws {
    var groups = 0
    for folder in ["feeds", "broken"] {
      let folder = corpora.appendingPathComponent(folder)
      for case let name as String in try #require(FileManager.default.enumerator(atPath: folder.path)) {
        guard let data = FileManager.default.contents(atPath: folder.path + "/" + name), data.count < 200_000
        else {
          continue
        }
        let bytes = Array(data)
        let expected = read(bytes, .one)
        let threads = ReadingThreads(2, groupSize: 512)
        for threads in [threads, threads.readingInTurn] {
          let found = read(bytes, threads)
          let isSame = found == expected
          #expect(isSame, "\(name)")
          groups += found.groups
        }
      }
    }
    #expect(groups > 800)
  }

  @Test func eachThreadReadsTheFile() throws {
    let path = NSTemporaryDirectory() + "threads-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Array(
      channel(items(3_000) + "<item><title>& bare</title></item>" + items(3_000, from: 3_000)).utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    func source() throws -> ByteSource { try ByteSource(openingFileAt: path, sizeLimit: .max) }
    let threads = ReadingThreads(3, groupSize: 4_096)
    let feed = try FeedReader.read(
      source(), named: "t", nil, EntryCollector(nil), threads: threads, sizes: (8_192, 1_024))
    #expect(outcome(.success(feed), groups: 0) == read(bytes, .one))
    #expect(feed.warnings.map(\.line) == [3_001])
    let text = SourceText(try source(), headSize: 8_192, chunkSize: 1_024)
    #expect(try groupCount(in: text, EntryCollector(nil), threads) > 150)
  }

  @Test func aFileThatIsTruncatedWhileThreadsReadItEndsThere() throws {
    let path = NSTemporaryDirectory() + "threads-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Array(channel(items(3_000)).utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let source = try ByteSource(openingFileAt: path, sizeLimit: .max)
    #expect(truncate(path, off_t(bytes.count / 2)) == 0)
    let feed = try FeedReader.read(
      source, named: "t", nil, EntryCollector(nil), threads: ReadingThreads(2, groupSize: 4_096),
      sizes: (8_192, 1_024))
    #expect(outcome(.success(feed), groups: 0) == read(Array(bytes[..<(bytes.count / 2)]), .one))
    #expect(feed.isCutOff)
  }

  @Test func jobsRunOnSeveralThreadsAndInAnyOrder() {
    let queue = JobQueue<Int, Int>(threads: 3) { $0 * $0 }
    let numbers = (0..<100).map { queue.add($0) }
    queue.drop(numbers[50])
    for index in (0..<100).reversed() where index != 50 {
      #expect(queue.result(of: numbers[index]) == index * index)
    }
    // Without threads the caller runs them.
    let alone = JobQueue<Int, Int>(threads: 0) { -$0 }
    let number = alone.add(7)
    #expect(alone.result(of: number) == -7)
  }
}
