import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import Glibc
import LayoutCore
import ProgramRuns
import RandomNumbers
import Testing
import VirtualList

@testable import FeedViewer

/// The rows of archives beside those of files that are read at once.
struct ListedFileTests {
  private static let head = 20
  private let folder: TemporaryFolder
  private let fixture: LibraryFixture
  private let whole: LibraryFixture
  private var library: FeedLibrary { fixture.library }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(holdingFilesMarkedIn: ReadingState(), head: Self.head)
    whole = LibraryFixture(load: { path, _ in FeedLoader.events(path: path, state: ReadingState()) })
  }

  /// A feed whose keys are repeated.
  private static func feed(_ count: Int, keys: Int = 37) -> String {
    let items = (0..<count).map {
      "<item><title>T \($0)</title><guid isPermaLink='false'>g\($0 % keys)</guid>"
        + "<description>&lt;p&gt;Body &amp;amp; \($0)&lt;/p&gt;</description></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
  }

  /// Opens a file as an archive, and at once.
  private func open(_ text: String) async throws -> String {
    let path = try folder.write(text, to: "a.xml")
    library.open([path])
    whole.library.open([path])
    try await expect(
      MainLoop.settle { library.isArchive(path) && !library.isLoading && !whole.library.isLoading })
    return path
  }

  private var rows: SectionRows { library.sections[0].rows }

  private func below(_ limit: Int, _ random: inout SplitMix64) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  /// What a row shows, and what it is.
  private func description(_ row: FeedRow) -> String {
    "\(row.ordinal) \(row.stateKey) \(row.title) \(row.preview) \(row.metadata) \(row.contentRevision)"
      + " \(String(describing: row.date))"
  }

  private func expectSame(_ numbers: some Sequence<Int>, sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = whole.library.sections[0].rows
    expect(rows.count, equals: expected.count, sourceLocation: sourceLocation)
    for number in numbers {
      expect(
        description(rows[number]), equals: description(expected[number]), sourceLocation: sourceLocation)
    }
    expect(fixture.listAgrees, sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<12)
  func whateverIsNeededFirstTheRowsAreThoseOfAFileThatIsReadAtOnce(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    _ = try await open(Self.feed(400, keys: [3, 37, 1_000][Int(seed % 3)]))
    for _ in 0..<12 {
      let wanted = (0..<1 + below(6, &random)).map { _ in below(400, &random) }
      try await fixture.need(wanted)
      expectSame(wanted)
      for number in wanted { expect(library.isReadAlone(rows[number]), equals: number >= rows.known.count) }
    }
    try await fixture.needAll()
    expectSame(0..<400)
    expect(library.sections[0].unreadCount == 400 && library.sections[0].placeholderCount == 0)
    expect(Set(rows.map(\.key)).count, equals: 400)
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
    _ = try await open(
      feed.replacing("ITEMS", with: items.joined(separator: feed.hasPrefix("{") ? "," : "\n")))
    try await fixture.need([199, 100, 150])
    expectSame([199, 100, 150])
    try await fixture.needAll()
    expectSame(0..<rows.count)
  }

  /// What there is to tell of a file.
  private func contents(
    _ text: String
  ) async throws -> (path: String, rows: [FeedRow], FeedHeading, FileOutline) {
    let path = try folder.write(text, to: "a.xml")
    var (rows, last): ([FeedRow], FeedHeading?) = ([], nil)
    for await event in FeedLoader.events(path: path, state: ReadingState(), sizes: LoadingSizes(reread: 0)) {
      switch event {
      case .part(_, let parts): rows += parts.flatMap(\.rows)
      case .finished(let heading): last = heading
      default: break
      }
    }
    let outline = FileOutline(
      try FeedReader.structure(contentsOf: path), path: FilePath(path), now: Int64(time(nil)))
    return (path, rows, try require(last), outline)
  }

  /// Its first rows, and where all of them seem to be.
  private func estimate(_ text: String) async throws -> (path: String, rows: [FeedRow], FeedHeading) {
    let (path, rows, heading, outline) = try await contents(text)
    told.library.open([path])
    await told.report(part(heading, rows[..<Self.head]), .listed(outline), of: path)
    expect(told.library.sections[0].rows.count, equals: rows.count)
    return (path, rows, heading)
  }

  private func part(_ heading: FeedHeading, _ rows: ArraySlice<FeedRow>) -> LoadEvent {
    .part(heading, [LoadedSection(title: nil, rows: Array(rows))])
  }

  /// A library that the test tells what is read.
  private let told = LibraryFixture()

  @Test(arguments: [300, 120]) func whatIsReadAfterAllTakesThePlaceOfWhatWasListed(count: Int) async throws {
    let (path, rows, heading) = try await estimate(Self.feed(300))
    await told.report(part(heading, rows[Self.head..<100]), of: path)
    expect(told.library.sections[0].rows.map(\.ordinal) == Array(0..<100) && told.listAgrees)
    await told.report(part(heading, rows[100..<count]), .finished(heading), of: path)
    expect(Array(told.library.sections[0].rows), equals: Array(rows[..<count]))
    expect(told.listAgrees && !told.library.isArchive(path) && !told.library.isLoading)
  }

  /// Its first entries may be much longer than the others.
  @Test func aGuessOfFewerEntriesThanWereReadIsForgottenWithTheOthers() async throws {
    let (path, rows, heading, _) = try await contents(Self.feed(3_000))
    let long = (0..<2_000).map {
      "<item><title>T \($0)</title><description>\(String(repeating: "x", count: 5_000))</description></item>"
    }
    let other = try folder.write("<rss><channel>\(long.joined())</channel></rss>", to: "long.xml")
    var guess: FeedStructure?
    _ = try FeedReader.structure(contentsOf: other, tailSize: 16 << 10, onEstimate: { guess = $0 })
    let outline = FileOutline(try require(guess), path: FilePath(path), now: 0)
    told.library.open([path])
    await told.report(part(heading, rows[..<2_900]), .listed(outline), of: path)
    expect(outline.count < 2_900 && told.library.sections[0].isCountEstimated)
    await told.report(part(heading, rows[2_900...]), .finished(heading), of: path)
    expect(told.library.unreadCount, equals: UnreadCount(entries: 3_000, unread: 3_000))
    expect(told.listAgrees)
  }

  @Test func whatWasListedStaysIfTheFileCanNotBeRead() async throws {
    let (path, rows, _) = try await estimate(Self.feed(300))
    await told.report(.failed(FeedError(file: path, reason: .cutOff)), of: path)
    expect(told.library.sections[0].rows.count == rows.count && told.listAgrees)
    expect(told.library.problems.count == 1 && !told.library.isLoading)
  }

  /// F5 is pressed again, or a removal is undone, while entries are counted again.
  @Test func anArchiveThatIsReadAgainTwiceKeepsItsRows() async throws {
    let (path, rows, _) = try await estimate(Self.feed(300))
    let library: FeedLibrary = told.library
    library.reload()
    library.reload()
    await told.report(.failed(FeedError(file: path, reason: .cutOff)), of: path)
    expect(library.isArchive(path) && !library.isLoading && told.listAgrees)
    library.need([RowIndexPath(section: 0, row: rows.count - 1)])
    try await expect(MainLoop.settle { !library.sections[0].rows[rows.count - 1].isPlaceholder })
  }

  /// Nothing else may tell of the change: what was counted stays out of date otherwise.
  @Test(arguments: [false, true])
  func anArchiveThatChangesWhileItsEntriesAreCountedIsReadAgain(wasNone: Bool) async throws {
    let (path, rows, heading, outline) = try await contents(Self.feed(300))
    let library: FeedLibrary = told.library
    library.open([path])
    if wasNone {
      await told.report(part(heading, rows[...]), .finished(heading), of: path)
      told.change(path)
    }
    // The second time its rows are replaced.
    for _ in 0..<2 {
      await told.report(part(heading, rows[..<Self.head]), of: path)
      told.change(path)
      let id = library.readings[FilePath(path)]?.id
      await told.report(.listed(outline), of: path)
      try await expect(
        MainLoop.settle {
          library.readings[FilePath(path)]?.id != id && library.isReplaced(FilePath(path))
            && library.isLoading
        })
    }
    await told.report(part(heading, rows[..<Self.head]), .listed(outline), of: path)
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    expect(library.sections[0].rows.count == rows.count && told.listAgrees)
  }

  /// What is an archive, and what is not, may change with the file.
  @Test func aFileBecomesAnArchiveWhenItGrowsAndIsNoneWhenItShrinks() async throws {
    let limit = Self.feed(200).utf8.count
    let state = ReadingState()
    let fixture = LibraryFixture(load: { path, earlier in
      FeedLoader.events(
        path: path, state: state, sizes: LoadingSizes(reread: 0, archive: limit, archiveHead: Self.head),
        since: earlier)
    })
    let library: FeedLibrary = fixture.library
    let path = try folder.write(Self.feed(150, keys: 1_000), to: "a.xml")
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 150 })
    let first = library.sections[0].rows[3]
    library.set(.read, true, of: [first])
    for count in [400, 150, 401] {
      _ = try folder.write(Self.feed(count, keys: 1_000), to: "a.xml")
      fixture.change(path)
      try await expect(MainLoop.settle { !library.isLoading && library.entryCount == count })
      expect(library.isArchive(path) == (count > 200) && fixture.listAgrees && library.problems.isEmpty)
      if count > 200 {
        library.need([RowIndexPath(section: 0, row: count - 1)])
        try await expect(MainLoop.settle { !library.sections[0].rows[count - 1].isPlaceholder })
      }
      expect(library.sections[0].rows[count - 1].title, equals: "T \(count - 1)")
      expect(library.sections[0].rows[3].key == first.key && library.sections[0].rows[3].isRead)
    }
  }
}
