import Expectations
import Foundation
import FuzzInputs
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// Entries by structure must be those that are read, whatever the file and however it is cut into pieces.
@Suite struct FeedStructureTests {
  private var feeds: [String] { StructureCheck.texts }

  /// - Returns: The share of entries that were not read.
  @discardableResult
  private func check(
    _ text: String, head: Int = 4 << 20, chunk: Int = 256 << 10,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Double {
    check(Array(text.utf8), head: head, chunk: chunk, sourceLocation: sourceLocation)
  }

  @discardableResult
  private func check(
    _ bytes: [UInt8], head: Int = 4 << 20, chunk: Int = 256 << 10, _ name: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Double {
    var check = StructureCheck()
    let fault = check.fault(in: bytes, head: head, chunk: chunk)
    expect(fault == nil, "\(name), pieces of \(head) and \(chunk)", sourceLocation: sourceLocation)
    return Double(check.scannedCount) / Double(max(1, check.entryCount))
  }

  @Test func allButTheFirstEntriesAreNotRead() {
    for feed in feeds { expect(check(feed) > 0.6) }
    expect(check(channel(items(200))) >= 0.98)
  }

  @Test(arguments: [64, 300, 700, 1_000, 1_537, 4_000])
  func twoThreadsFindTheSameInPiecesOfAnySize(pieceSize: Int) {
    for feed in feeds + [channel(items(200)), channel(items(60) + "<!-- <item> -->" + items(60, from: 60))] {
      var check = StructureCheck()
      let bytes = Array(feed.utf8)
      for head in [64, 200, 1_001] {
        let fault = check.fault(onTwoThreads: bytes, head: head, chunk: 64, pieceSize: pieceSize)
        expect(fault == nil, "first piece of \(head) bytes")
      }
      expect(check.pieceCount > 0 || pieceSize < 300 || bytes.count < 6 * pieceSize)
    }
  }

  @Test func bordersOfPiecesInTextsThatLookLikeEntriesDoNotMatter() {
    let trap = "<item><description><![CDATA[" + items(30) + "]]></description></item>"
    let text = channel(
      items(20) + trap + items(20, from: 20) + "<!--" + items(25) + "-->" + items(40, from: 40))
    var check = StructureCheck()
    for pieceSize in stride(from: 64, through: 2_048, by: TestRun.count(93, quick: 620, full: 31)) {
      let fault = check.fault(onTwoThreads: Array(text.utf8), head: 128, chunk: 64, pieceSize: pieceSize)
      expect(fault == nil, "pieces of \(pieceSize) bytes")
    }
  }

  @Test func everyBorderOfPiecesGivesTheSame() {
    for feed in feeds {
      for head in stride(from: 64, to: 129, by: TestRun.count(3, quick: 31, full: 1)) {
        expect(check(feed, head: head, chunk: 64) > 0.3)
      }
      check(feed, head: 64, chunk: 257)
    }
  }

  @Test func filesThatEndAnywhereGiveTheSame() {
    for feed in feeds {
      let bytes = Array(feed.utf8)
      for count in stride(from: 0, to: bytes.count, by: TestRun.count(5, quick: 101, full: 1)) {
        check(Array(bytes[..<count]))
        check(Array(bytes[..<count]), head: 100, chunk: 64)
      }
    }
  }

  @Test(arguments: [
    "<copyright>C</copyright>", "<title>Another</title>", "<!-- <item> -->", "<?x <item> ?>", "<!--> -->",
    "<!-->",
    "<item><title>a<item><title>b</title></item>", "<item><title>x</item>", "</channel><channel>",
    "<item><description><![CDATA[<item><title>not one</title></item>]]></description></item>",
    "<item><media:title>undeclared</media:title></item>", "<item xmlns='u:x'><title>other</title></item>",
    "<item xmlns:media='http://search.yahoo.com/mrss/'><media:title>declared</media:title></item>",
    "<item><media:title xmlns:media='http://search.yahoo.com/mrss/'>declared</media:title></item>",
    "<item><media:title u=' xmlns:media='>undeclared</media:title></item>",
    "<item a><title>x</title></item>", "<item xml:lang='&a;'></item>", "<item><title>& bare</title></item>",
    "<item><title>&nbsp;</title><b></item>", "<item/>", "<item a='/'/>",
    "text", "</item>", "<item><title>cut", "<item xml:lang='fr'><title>x</title></item>",
    "<ITEM><TITLE>x</TITLE></ITEM>", "<item><title>x</title></ITEM >", "<item><title>x</title></ item>",
    "</channel></rss><rss><channel><item><title>y</title></item>", "<item a='", "<![CDATA[<item>",
    "<entry><title>other</title></entry>", "<items><title>x</title></items>",
    "<item.x><title>x</title></item.x>",
    "<item><a=\"</item>\"></item>", "<item><a b=c=\"></item>\"></item>", "<item><a b =\"></item>\"></item>",
    "<item><a b= \"></item>\"></item>", "<item><a \"></item>\"></item>", "<item><a b=\"</item>></item>",
    "<item><a b='\"' c=\"'></item>\"/></item>", "<item><a/b=\"></item>\"></item>",
    "<item><a b=\"x\"c='>'></item>",
    "<item><title>x</title></channel></item>", "<item></rss></item>", "<item><channel></channel></item>",
    "<item>a < b</item>", "<item>a <3 </item>", "<item></></item>", "<item></\u{212A}></item>",
    "<item></item",
    "<item><?x></item>?></item>", "<item><?x</item>", "<item><!x></item></item>",
    "<item><![cdata[</item>]]></item>",
    "<item><!DOCTYPE x [</item>]></item>",
    // Neither ends: the second one is skipped without a search.
    "<item><!DOCTYPE x \(String(repeating: "[", count: 99))></item><item><title>y</title><!DOCTYPE y [></item>",
    "<item><title>x</title></item><!DOCTYPE x []>",
    "<item><é></é></item>",
  ])
  func unusualEntriesGiveTheSame(insertion: String) {
    check(channel(items(4) + insertion + items(4, from: 60)))
    check(channel(items(4) + insertion + items(4, from: 60)), head: 300, chunk: 64)
    check(channel(insertion + items(4)) + insertion)
    check("<!DOCTYPE rss [<!ENTITY e 'E'>]>\(channel(items(3) + insertion + items(3)))")
    check("<html><body>\(channel(items(3) + insertion + items(3)))</body></html>")
  }

  @Test(arguments: [
    "1", "null", "[{}]", "{},", "{\"a\":}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{\"a\":1 \"b\":2}",
    "{\"a\":[1,]}",
    "{\"a\":[1}", "{\"a\":{]}", "{\"a\":+1}", "{\"a\":.1}", "{\"a\":-}", "{\"a\":1.2.3e+-5}",
    "{\"a\":truefalse}",
    "{\"a\":\"\\\"}\"}", "{\"a\":\"\\\\\"}", "{\"a\":\"\\", "{\"\\\"\":1}", "{\"a\":\"x\ny\"}",
    "{\"items\":[{}]}",
    "{\"a\":\(String(repeating: "[", count: 40))\(String(repeating: "]", count: 40))}",
    "{\"a\":\(String(repeating: "[", count: 300))\(String(repeating: "]", count: 300))}",
    "{\"_feed_viewer\": {\"section\": \"S\", \"folder\": 3}}", "", ",", "{\"id\":\"x\"}]",
    "{\"authors\":[1,{\"name\":2}]}", "{\"a\" 1, \"b\": \"\u{13}\"}",
  ])
  func unusualItemsGiveTheSame(insertion: String) {
    for key in ["items", "feed"] {
      let list = objects(3) + [insertion] + objects(4)
      check("{\"\(key)\": [\(list.joined(separator: ","))], \"title\": \"F\"}")
      check("{\"\(key)\": [\(list.joined(separator: " ,\n"))], \"title\": \"F\"}", head: 200, chunk: 64)
      check("{\"\(key)\": [\(objects(3).joined(separator: ",")) \(insertion)")
    }
  }

  /// Tags that the scanner has seen before are recognised by their first bytes.
  @Test func repeatedTagsWithOtherValuesGiveTheSame() {
    var random = SplitMix64(seed: 15)
    let names = ["link", "category", "media:thumbnail", "own:x", "a"]
    let befores = ["", " rel=\"alternate\"", " xmlns:own='u:own'", " t=\"it's\"", " t='a \"b\"'"]
    let values = [
      "x", "", "</item>", ">", "></item>", "/", "'", "<item>",
      "https://a.example/a/long/address/beyond/sixty/four/bytes",
      " ",
      "]]>",
    ]
    let endings = [
      ">", "/>", " />", " >", " z=\"1\"/>", "y=\"1\"/>", " own:z='</item>'>", " z>", " z=1/>", "/ >", "<>",
      "\"/>",
      " xmlns:own=\"u:own\"/>",
    ]
    for _ in 0..<TestRun.count(100, full: 300) {
      // Few kinds of tags in a feed, so that they repeat.
      let kinds = (0..<4).map { _ in
        (
          name: names.randomElement(using: &random)!, quote: ["\"", "'"].randomElement(using: &random)!,
          before: befores.randomElement(using: &random)!,
          isUsual: random.chance(0.8)
        )
      }
      let isEntryVaried = random.chance(0.5)
      let entries = (0..<30).map { number in
        let tags = (0..<3).map { _ in
          let kind = kinds.randomElement(using: &random)!
          let isPlain = kind.isUsual && random.chance(0.95)
          let value = isPlain ? "v\(number)" : values.randomElement(using: &random)!
          let ending = isPlain ? "/>" : endings.randomElement(using: &random)!
          return "<\(kind.name)\(kind.before) b=\(kind.quote)\(value)\(kind.quote)\(ending)"
        }.joined(separator: random.chance(0.5) ? "\n" : "<title>t</title>")
        let ending = random.chance(0.95) ? ">" : endings.randomElement(using: &random)!
        let language = isEntryVaried ? " xml:lang=\"l\(number % 5)\"\(ending)" : ">"
        return "<item\(language)<title>Entry \(number)</title>\(tags)</item>"
      }
      let feed = channel(items(2) + entries.joined(separator: "\n") + items(2))
      check(feed)
      check(feed, head: 300, chunk: 97)
    }
  }

  /// Decoding changes or removes these, which may make other tags and strings.
  @Test(arguments: ["\0", "\u{1}", "\u{C}", "\r", "\r\n", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{7F}"])
  func decodedCharactersGiveTheSame(character: String) {
    let words = [
      "<|item>", "<i|tem>", "<item|>", "</it|em>", "<|/item>", "</item|>", "<item><![CDATA[]]|></item>",
      "<item><![CDATA[|",
      "<item><![CDATA[ ]|]></item>]]></item>", "<item><!-- -|-></item>--></item>",
      "<item><!-- --|></item>--></item>",
      "<item><?x ?|></item>?></item>", "<item><a b=|\"></item>\"></item>", "<item><title>a|b</title></item>",
      "<item x|mlns='u'></item>", "<item><![C|DATA[</item>]]></item>", "<item>|<title>x</title></item>",
    ]
    for word in words.map({ $0.replacing("|", with: character) }) {
      let feed = channel(items(3) + word + items(3))
      check(feed)
      check(feed, head: 300, chunk: 64)
    }
    for word in ["\"\\|\"\"", "\"\\\\|\"", "\"a|\"", "1|2", "|1", "tr|ue", "\"\\||\"\"", "\"|\\\"\""] {
      let list = objects(3) + ["{\"title\":\(word.replacing("|", with: character))}"] + objects(3)
      check("{\"items\": [\(list.joined(separator: ","))]}")
      check("{\"items\": [\(list.joined(separator: ","))]}", head: 200, chunk: 64)
    }
  }

  /// Only that entry is in the namespace of feeds.
  @Test func anEntryThatDeclaresItsNamespaceIsAlone() {
    let others = items(3).replacing("<item>", with: "<item><!-- no entry -->")
    let own = "<item xmlns=''><title>x</title></item>"
    check("<rss xmlns='u:other'><channel xmlns='u:y'>\(others)\(own)\(others)\(own)</channel></rss>")
    check(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='u:x'>\(own)\(others)\(own)</rdf:RDF>"
    )
  }

  @Test func longAndDeepEntriesGiveTheSame() {
    let long = String(repeating: "x", count: 100_000)
    let tags = [
      "<\(long)></\(long)>", "<a b='\(long)'></a>", "<a \(long)='1'></a>", "<![CDATA[\(long)]]>",
      "<!--\(long)-->",
      "<?x \(long)?>", "<title>\(long)</title>", "<a\(String(repeating: " ", count: 100_000))/>",
      "<a \((0..<300).map { "a\($0)=''" }.joined(separator: " "))/>", String(repeating: "]]", count: 50_000),
      String(repeating: "<a>", count: 400) + "</channel>" + String(repeating: "</a>", count: 400),
      String(repeating: "<a>", count: 400) + "<item>" + String(repeating: "</a>", count: 400),
      String(repeating: "<p><q>", count: 300) + String(repeating: "</q></p>", count: 300),
    ]
    for tag in tags {
      let feed = Array(channel(items(2) + "<item>\(tag)</item>" + items(2)).utf8)
      check(feed, head: 4_096, chunk: 1_000, "\(tag.prefix(12))...\(tag.suffix(12))")
    }
  }

  /// The text in memory is bounded.
  @Test func anEntryOfManyMegabytesIsRead() {
    let paragraph = "<p>\(String(repeating: "many words ", count: 40))</p>"
    let long = String(repeating: paragraph, count: StructureCollector.entryLimit * 3 / 2 / paragraph.count)
    let share = check(
      channel(items(50) + "<item><description>\(long)</description></item>" + items(50)), head: 1_000)
    expect(share > 0.9 && share < 0.99)
  }

  @Test func entriesBeyondTheLimitAreCounted() throws {
    let bytes = Array(channel(items(50)).utf8)
    let found = try FeedReader.structure(bytes, pieces: (1_000, 100), checksText: true, limit: 20)
    expect(found.structure?.entryCount, equals: 20)
    expect(found.structure?.feed.notes, equals: [.entriesOmitted(count: 30, limit: 20)])
  }

  @Test func textThatIsNotUTF8AfterItsBeginningIsCollectedAgain() throws {
    var bytes = Array(channel(items(60)).utf8)
    let place = bytes.count - 300
    bytes[place] = 0xE9
    let damaged = try FeedReader.structure(bytes, pieces: (1_000, 100), checksText: false)
    expect(damaged.structure?.entryCount ?? 60, equals: 60)
    let checked = try FeedReader.structure(bytes, pieces: (1_000, 100), checksText: true)
    expect(checked.structure?.entryCount, equals: 60)
    check(bytes, head: 1_000, chunk: 100)
  }

  @Test func fixturesGiveTheSame() throws {
    let fixtures = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
      .appendingPathComponent("Fuzz")
    try check(try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil))
  }

  @Test(.needsCorpora) func corporaGiveTheSame() throws {
    let folder = corpora.appendingPathComponent("feeds")
    let list = try String(contentsOf: folder.appendingPathComponent("visible.txt"), encoding: .utf8)
    try check(list.split(separator: "\n").map { folder.appendingPathComponent(String($0)) })
  }

  private func check(_ files: [URL]) throws {
    expect(files.count > 5)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      check(bytes, file.lastPathComponent)
      check(bytes, head: 1_000, chunk: 64, file.lastPathComponent)
    }
  }

  @Test func brokenFilesGiveTheSame() {
    var mutator = InputMutator(corpus: StructureCheck.feeds, seed: 15)
    var tally = StructureCheck()
    let count = TestRun.count(1_000, full: 4_000)
    for number in 0..<count {
      let bytes = mutator.next()
      let fault = tally.fault(
        in: bytes, head: number.isMultiple(of: 2) ? 64 + number % 500 : 8_192, chunk: 64)
      expect(fault == nil, "input \(number): \(String(decoding: fault == nil ? [] : bytes, as: UTF8.self))")
    }
    expect(tally.scannedCount > 2 * count)
  }

  /// No entry contains it, so that it is not told when one is read.
  @Test(arguments: ["<!-- a\0b -->", "<?x a\0b?>", "\0", "<!-- a\u{1}b -->"])
  func whatIsLeftOutBetweenEntriesIsTold(between: String) {
    let feed = channel(items(20) + between + items(20, from: 20))
    for head in [64, 300, 1 << 20] {
      var check = StructureCheck()
      expect(check.fault(in: Array(feed.utf8), head: head, chunk: 64) == nil)
    }
  }

  @Test func aFileIsReadAgainWhereItIs() throws {
    let path = FileManager.default.temporaryDirectory.path + "/structure-\(UUID().uuidString).rss"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let feed = channel(items(300))
    expect(FileManager.default.createFile(atPath: path, contents: Data(feed.utf8)))
    var counts: [Int] = []
    let structure = try FeedReader.structure(contentsOf: path) { count, _ in
      counts.append(count)
      return true
    }
    expect(structure.entryCount == 300 && counts == counts.sorted())
    expect(structure.entry(299)?.title, equals: "T 299 & é")
    // Written to while it is open: what is no text is not read.
    let place = try require(structure.place(ofEntry: 20))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(place.offset + 15))
    try file.write(contentsOf: [0xFF])
    try file.close()
    expect(structure.entry(20) == nil && structure.text.entries(at: [place]) == nil)
    // Truncated while it is open.
    expect(truncate(path, off_t(feed.utf8.count / 2)), equals: 0)
    expect(structure.entry(299) == nil && structure.entry(10)?.title == "T 10 & é")
    #expect(throws: FeedError.self) { try FeedReader.structure(contentsOf: path) { _, _ in false } }
  }
}
