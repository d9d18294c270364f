import Expectations
import Foundation
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import FeedViewerReadingState

/// Marks that the last version without checks has made, in the rows of the feed.
struct MigratedMarksTests {
  /// The entries of the feed, with the keys that they had in this order.
  private nonisolated static let items = [
    ("<guid>same</guid><title>One</title>", "same"),
    ("<guid>same</guid><title>Two</title>", "same#2"),
    ("<guid>same</guid><title>Three</title>", "same#3"),
    ("<guid>alone</guid><title>Four</title>", "alone"),
    (
      "<link>https://m.example/5</link><title>Five &amp;amp; more</title>", "https://m.example/5\nFive & more"
    ),
    ("<title>Six</title><description>Body</description><pubDate>soon</pubDate>", "Six\nBody\nsoon"),
    ("<link>https://m.example/7</link><title>Seven</title>", "https://m.example/7\nSeven"),
    ("<guid>unmarked</guid><title>Eight</title>", "unmarked"),
  ]
  private let folder: TemporaryFolder
  private let database: String

  init() throws {
    folder = try TemporaryFolder()
    database = folder.path + "/state.sqlite"
  }

  private func write(_ items: [String]) throws -> String {
    let others = (0..<60).map { "<guid>other \($0)</guid><title>Other \($0)</title>" }
    return try folder.write(
      "<rss><channel>\((items + others).map { "<item>\($0)</item>\n" }.joined())</channel></rss>", to: "a.xml"
    )
  }

  /// - Parameters:
  ///   - read: The indexes of entries that are read.
  ///   - starred: Those of entries with stars.
  private func makeDatabase(of path: String, read: [Int], starred: [Int]) throws {
    let connection = try SQLiteDatabase(path: database, .readingAndWriting, busyTimeout: .seconds(20))
    try connection.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    for migration in StateSchema.migrations.prefix(2) {
      try connection.execute(migration.script)
      try connection.execute("INSERT INTO grdb_migrations VALUES ('\(migration.identifier)')")
    }
    let feed = FeedKey(path).digest
    try connection.execute("INSERT INTO feed (id, high, low) VALUES (1, \(feed.high), \(feed.low))")
    func mark(_ entry: Int, in table: String, _ place: String = "") throws {
      let key = EntryKey(earlier: Self.items[entry].1).digest
      try connection.execute("INSERT INTO \(table) VALUES (1, \(key.high), \(key.low)\(place))")
    }
    for entry in read { try mark(entry, in: "readEntry") }
    for entry in starred { try mark(entry, in: "starredEntry") }
    for entry in read { try mark(entry, in: "entryPlace", ", 'place \(entry)'") }
    try connection.close()
  }

  private func rows(_ library: FeedLibrary, _ count: Int, isArchive: Bool, _ path: String) async throws
    -> [FeedRow]
  {
    try await expect(
      MainLoop.settle {
        library.entryCount == count + 60 && library.isArchive(path) == isArchive
          && (isArchive || !library.isLoading)
      })
    library.need((0..<count).map { RowIndexPath(section: 0, row: $0) })
    try await expect(
      MainLoop.settle { library.sections[0].rows.prefix(count).allSatisfy { !$0.isPlaceholder } })
    return Array(library.sections[0].rows.prefix(count))
  }

  private func fixture(_ state: ReadingState, isArchive: Bool) -> LibraryFixture {
    let sizes = isArchive ? LoadingSizes.holding(head: 4) : LoadingSizes()
    return LibraryFixture(
      state: state, load: { FeedLoader.events(path: $0, state: state, sizes: sizes, since: $1) })
  }

  /// Twice each: as the marks were made, and after they were given checks.
  @Test(arguments: [[0, 2, 4, 5], [1, 3, 6], [0], [1], [2]] as [[Int]])
  func marksBelongToTheEntriesForWhichTheyWereMade(read: [Int]) async throws {
    let path = try write(Self.items.map(\.0))
    try makeDatabase(of: path, read: read, starred: [6, 2])
    for _ in 0..<2 {
      let state = ReadingState(path: database, report: { Issue.record("\($0)") })
      let fixture = fixture(state, isArchive: false)
      fixture.library.open([path])
      let rows = try await rows(fixture.library, Self.items.count, isArchive: false, path)
      expect(rows.indices.filter { rows[$0].isRead }, equals: read)
      expect(rows.indices.filter { rows[$0].isStarred }, equals: [2, 6])
      let marks = state.marks(of: FeedKey(path))
      expect(
        rows.indices.filter { marks.place(of: rows[$0], twinsAreKnown: true) == "place \($0)" }, equals: read)
      expect(!marks.hasEarlierMarks)
      expect(state.close(within: .seconds(20)))
    }
    // In another order, with a new twin in front.
    let order = [7, 2, 1, 6, 5, 4, 3, 0]
    let changed = try write(["<guid>same</guid><title>New</title>"] + order.map { Self.items[$0].0 })
    let state = ReadingState(path: database, report: { Issue.record("\($0)") })
    let fixture = fixture(state, isArchive: false)
    fixture.library.open([changed])
    let rows = try await rows(fixture.library, order.count + 1, isArchive: false, path)
    expect(
      Set(rows.indices.filter { rows[$0].isRead }.map { $0 == 0 ? -1 : order[$0 - 1] }), equals: Set(read))
    expect(state.close(within: .seconds(20)))
  }

  /// Twins are not told apart there: earlier versions knew the mark of the first one alone.
  @Test func marksOfAnArchiveBelongToItsEntries() async throws {
    let path = try write(Self.items.map(\.0))
    try makeDatabase(of: path, read: [3, 4, 5], starred: [6])
    for turn in 0..<2 {
      let gate = LoadGate(openingAfter: .seconds(20))
      let shown = ShownLibrary()
      let state = ReadingState(
        path: database, gate: gate, report: { Issue.record("\($0)") },
        arrivedLate: { feed in Task { @MainActor in shown.library?.marksArrived(of: feed) } })
      let fixture = fixture(state, isArchive: true)
      let library: FeedLibrary = fixture.library
      shown.library = library
      library.open([path])
      let rows = try await rows(library, Self.items.count, isArchive: true, path)
      let read = turn == 0 ? [3, 4, 5] : [3, 5, 7]
      // Rows are read before all marks are, which earlier versions kept under other keys.
      expect(!rows[5].isRead && !rows[6].isStarred)
      gate.open()
      try await require(
        MainLoop.settle {
          rows.indices.filter { rows[$0].isRead } == read && rows.indices.filter { rows[$0].isStarred } == [6]
        })
      let marks = state.marks(of: FeedKey(path))
      expect(marks.place(of: rows[5], twinsAreKnown: false), equals: "place 5")
      if turn == 0 {
        library.set(.read, false, of: [rows[4]])
        library.set(.read, true, of: [rows[7]])
        expect(rows.indices.filter { rows[$0].isRead }, equals: [3, 5, 7])
      }
      expect(state.close(within: .seconds(20)))
    }
  }
}
