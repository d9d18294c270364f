import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import RandomNumbers
import Testing
import VirtualList

@testable import FeedViewer

/// Large files have all of their rows before their entries are read.
struct ListedFileTests {
  private let folder: TemporaryFolder
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }

  init() throws { folder = try TemporaryFolder() }

  private func reading(_ text: String, _ name: String = "a.xml") async throws -> ArchiveReading {
    try await ArchiveReading(try folder.write(text, to: name), state: fixture.library.state)
  }

  /// A feed whose keys are repeated.
  private static func feed(_ count: Int, keys: Int = 37) -> String {
    let items = (0..<count).map {
      "<item><title>T \($0)</title><guid isPermaLink='false'>g\($0 % keys)</guid>"
        + "<description>&lt;p&gt;Body &amp;amp; \($0)&lt;/p&gt;</description></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
  }

  /// Opens the file, with so many rows read in their turn.
  private func begin(_ reading: ArchiveReading, read count: Int = 20) async {
    library.open([reading.path])
    await fixture.report(reading.part(count), .listed(reading.outline), of: reading.path)
  }

  private func finish(_ reading: ArchiveReading) async {
    while reading.passedCount < reading.rows.count {
      await fixture.report(reading.part(50), of: reading.path)
    }
    await fixture.report(.finished(reading.heading), of: reading.path)
  }

  private func rows() -> [FeedRow] { library.sections.flatMap(\.rows) }

  private func need(_ rows: [Int]) async throws {
    library.need(rows.map { RowIndexPath(section: 0, row: $0) })
    try await expect(MainLoop.settle { rows.allSatisfy { !self.rows()[$0].isPlaceholder } })
  }

  private func below(_ limit: Int, _ random: inout SplitMix64) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  /// What a row shows, and what it is.
  private func description(_ row: FeedRow) -> String {
    "\(row.ordinal) \(row.entryKey) \(row.title) \(row.preview) \(row.metadata) \(row.revision)"
  }

  private func expectAll(_ reading: ArchiveReading, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(
      rows(), equals: reading.rows,
      sourceLocation: sourceLocation)
    expect(library.sections[0].placeholderCount, equals: 0, sourceLocation: sourceLocation)
    expect(
      library.sections[0].unreadCount, equals: rows().count { !$0.isRead }, sourceLocation: sourceLocation)
    expect(fixture.listAgrees, sourceLocation: sourceLocation)
  }

  @Test func everyEntryHasARowAsSoonAsTheyAreCounted() async throws {
    let reading = try await reading(Self.feed(500))
    await begin(reading)
    expect(rows().count == 500 && library.sections[0].placeholderCount == 480)
    expect(library.sections[0].rows.known.count == 20 && rows()[20...].allSatisfy(\.isPlaceholder))
    // Of the others it is not known whether they were read.
    expect(library.sections[0].unreadCount, equals: 20)
    expect(library.sections[0].countText, equals: EntryCount.text(500))
    expect(TitleText(of: library).subtitle, equals: EntryCount.text(500))
    expect(library.growingSections, equals: [])
    await finish(reading)
    expectAll(reading)
    expect(TitleText(of: library).subtitle, equals: EntryCount.text(500, unread: 500))
    // Rows only take the places of others.
    expect(fixture.edits.count, equals: 1)
  }

  @Test(arguments: 0..<12)
  func whateverIsNeededFirstTheRowsAreThoseOfReadingInOrder(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let reading = try await reading(Self.feed(400, keys: [3, 37, 1_000][Int(seed % 3)]))
    await begin(reading, read: 1 + below(60, &random))
    while reading.passedCount < reading.rows.count {
      let wanted = (0..<1 + below(6, &random)).map { _ in below(400, &random) }
      try await need(wanted)
      for number in wanted {
        let (row, expected) = (rows()[number], reading.rows[number])
        expect(row.title == expected.title && row.preview == expected.preview)
        expect(row.metadata == expected.metadata && row.ordinal == number)
        expect(row.contentRevision == expected.contentRevision && row.date == expected.date)
        expect(library.isReadAlone(row), equals: number >= reading.passedCount)
      }
      await fixture.report(reading.part(1 + below(80, &random)), of: reading.path)
    }
    await finish(reading)
    expectAll(reading)
  }

  @Test(arguments: [
    "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><author><name>A</name></author>ITEMS</feed>",
    "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"F\", \"items\": [ITEMS]}",
    "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>F</title>ITEMS</channel></rss>",
    "<rss><channel><title>F</title>ITEMS<item><title>cut",
  ])
  func otherFormatsAndDamagedFilesGiveTheSame(feed: String) async throws {
    let items = (0..<200).map { number in
      feed.hasPrefix("{")
        ? "{\"id\": \"\(number / 2)\", \"title\": \"T \(number)\", \"date_published\": \"2024-01-02T03:04:05Z\"}"
        : feed.contains("<feed")
          ? "<entry><id>\(number / 2)</id><title>T \(number)</title><updated>2024-01-02T03:04:05Z</updated></entry>"
          : "<item><title>T & \(number)</title><guid>\(number / 2)</guid>\(number % 9 == 0 ? "<b>" : "")</item>"
    }
    let text = feed.replacing("ITEMS", with: items.joined(separator: feed.hasPrefix("{") ? "," : "\n"))
    let reading = try await reading(text)
    await begin(reading)
    try await need([199, 100, 150])
    for number in [199, 100, 150] {
      expect(description(rows()[number]).hasSuffix(String(reading.rows[number].revision)))
      expect(rows()[number].title, equals: reading.rows[number].title)
    }
    await finish(reading)
    expectAll(reading)
  }

  @Test func outlinesAndSectionsAreReadInOrder() async throws {
    let items = (0..<300).map { "{\"title\": \"T \($0)\", \"content\": \"c\", \"section\": \"S\"}" }
    let reading = try await reading("{\"feed\": [\(items.joined(separator: ","))]}", "a.json")
    library.open([reading.path])
    await fixture.report(reading.part(20), .listed(reading.outline), of: reading.path)
    expect(rows().count, equals: 20)
    expect(TitleText(of: library).subtitle, equals: EntryCount.text(300))
  }

  @Test func marksOfEntriesReadBeforeTheirTurnStayWithTheEntries() async throws {
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    try await need([250, 251, 252])
    // The entries before them ask for the same keys.
    expect(rows()[250].entryKey == "g\(250 % 37)" && reading.rows[250].entryKey == "g\(250 % 37)#7")
    let loaded = [rows()[250], rows()[251], rows()[252]]
    library.set(.read, true, of: [loaded[0], loaded[1]])
    library.set(.starred, true, of: [loaded[0]])
    library.set(.read, true, of: [loaded[2]])
    library.set(.read, false, of: [loaded[2]])
    await finish(reading)
    expectAll(reading)
    expect(rows().filter(\.isRead).map(\.ordinal), equals: [250, 251])
    expect(rows().filter(\.isStarred).map(\.ordinal), equals: [250])
    let marks = library.state.marks(of: FeedKey(library.feedKey(of: rows()[0])))
    expect(
      rows().filter { marks.marks(of: $0, twinsAreKnown: true).contains(.read) }.map(\.ordinal),
      equals: [250, 251])
    expect(loaded[0] == rows()[250])
    library.set(.read, false, of: [loaded[0]])
    expect(rows().filter(\.isRead).map(\.ordinal), equals: [251])
  }

  @Test func storedMarksAreShownOfEntriesReadBeforeTheirTurn() async throws {
    let reading = try await reading(Self.feed(300, keys: 1_000))
    library.open([reading.path])
    await fixture.report(reading.part(20), of: reading.path)
    let feed = FeedKey(library.feedKey(of: rows()[0]))
    library.state.setStarred(true, [EntryKey(earlier: "g200")], of: feed, twinsAreKnown: true)
    await fixture.report(.listed(reading.outline), of: reading.path)
    try await need([200])
    expect(rows()[200].isStarred && !rows()[201].isStarred)
    await finish(reading)
    expectAll(reading)
    expect(rows().filter(\.isStarred).map(\.ordinal), equals: [200])
  }

  @Test func filesThatChangeWhileTheyAreReadKeepWhatWasRead() async throws {
    // Fewer entries than were counted.
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    try await need([290])
    await fixture.report(reading.part(100), .finished(reading.heading), of: reading.path)
    expect(rows().map(\.ordinal) == Array(0..<120) && fixture.listAgrees)
    expect(library.sections[0].placeholderCount, equals: 0)
  }

  @Test func moreEntriesThanWereCountedFollowTheOthers() async throws {
    let short = try await reading(Self.feed(200), "short.xml")
    let long = try await reading(Self.feed(300))
    library.open([long.path])
    await fixture.report(long.part(20), .listed(short.outline), of: long.path)
    expect(rows().count, equals: 200)
    await finish(long)
    expectAll(long)
  }

  @Test func aFileThatCanNotBeReadToItsEndLeavesNothingThatIsAwaited() async throws {
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    await fixture.report(.failed(FeedError(file: reading.path, reason: .cutOff)), of: reading.path)
    expect(rows().isEmpty && fixture.listAgrees)
  }

  @Test func aClosedFileIsReadAgain() async throws {
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    try await need([100])
    let closed = try require(library.close(reading.path))
    expect(rows().isEmpty && fixture.listAgrees)
    library.reopen(closed)
    expect(rows().isEmpty && fixture.listAgrees)
    let again = try await self.reading(Self.feed(300))
    await fixture.report(again.part(300), .finished(again.heading), of: reading.path)
    expectAll(again)
  }

  @Test func aFileThatIsReadAgainMeanwhileIsNotAwaited() async throws {
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    library.reload(reading.path)
    expect(rows().map(\.ordinal) == Array(0..<20) && fixture.listAgrees)
    let again = try await self.reading(Self.feed(300))
    // The rows that are shown stay until the others are known.
    await fixture.report(again.part(100), .listed(again.outline), of: reading.path)
    expect(rows().count, equals: 20)
    await finish(again)
    expectAll(again)
  }

  @Test(arguments: 0..<8) func editsConcernRowsThatWereRead(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let reading = try await reading(Self.feed(300))
    await begin(reading, read: 40)
    var removed: [RemovedEntries] = []
    while reading.passedCount < 300 {
      switch below(4, &random) {
      case 0:
        let gone = (0..<3).map { _ in RowIndexPath(section: 0, row: below(rows().count, &random)) }
        removed.append(library.deleteRows(gone))
      case 1: if let last = removed.popLast() { library.restore(last) }
      case 2: library.need([RowIndexPath(section: 0, row: below(rows().count, &random))])
      default: await fixture.report(reading.part(1 + below(40, &random)), of: reading.path)
      }
      expect(fixture.shown.map(\.count), equals: library.sections.map(\.rows.count))
    }
    await fixture.report(.finished(reading.heading), of: reading.path)
    for edit in removed.reversed() { library.restore(edit) }
    expect(fixture.listAgrees && library.sections[0].placeholderCount == 0)
    expect(rows(), equals: reading.rows)
  }

  @Test func otherArrangementsAndSearchesShowWhatWasRead() async throws {
    let reading = try await reading(Self.feed(300))
    await begin(reading)
    try await need([200])
    let entries = ShownEntries(library: library)
    entries.show(Arrangement(order: .title))
    expect(entries.sections.flatMap(\.rows).count, equals: 20)
    entries.show(Arrangement())
    expect(entries.sections.flatMap(\.rows).count, equals: 300)
    expect(entries.row(at: RowIndexPath(section: 0, row: 299)) == nil)
    expect(entries.row(at: RowIndexPath(section: 0, row: 200))?.title, equals: "T 200")
  }
}
