import Expectations
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewer

/// Rows of archives that were shown are forgotten when many others were, and are read again.
struct ForgottenRowsTests {
  private static let count = 2_000
  private static let limit = 64
  private let folder: TemporaryFolder
  private let state = ReadingState()
  private let fixture: LibraryFixture
  private var library: FeedLibrary { fixture.library }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(holdingFilesMarkedIn: state, head: 20)
    library.loadedLimit = Self.limit
  }

  private var rows: SectionRows { library.sections[0].rows }

  private func open() async throws -> String {
    let items = (0..<Self.count).map {
      "<item><title>T \($0)</title><guid isPermaLink='false'>g\($0)</guid></item>\n"
    }
    let path = try folder.write("<rss><channel>\(items.joined())</channel></rss>", to: "a.xml")
    library.open([path])
    try await expect(MainLoop.settle { library.isArchive(path) && rows.count == Self.count })
    return path
  }

  /// Shows a row, and waits for its entry.
  private func show(_ row: Int) async throws {
    let place = RowIndexPath(section: 0, row: row)
    fixture.visibleRows = [place]
    library.need([place])
    try await expect(MainLoop.settle { !self.rows[row].isPlaceholder })
    expect(rows[row].title == "T \(row)" && rows[row].ordinal == row)
  }

  @Test(arguments: 0..<UInt64(TestRun.count(2, full: 4)))
  func howeverManyRowsAreShownFewStay(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let path = try await open()
    var read: Set<Int> = []
    for _ in 0..<60 {
      let row = Int.random(in: 0..<Self.count, using: &random)
      try await show(row)
      if Int.random(in: 0..<8, using: &random) == 0 {
        library.set(.read, true, of: [rows[row]])
        read.insert(row)
      }
      // Those that were marked stay.
      expect(rows.loadedCount <= Self.limit + 16 + read.count, "seed \(seed)")
      for row in read { expect(rows[row].isPlaceholder || rows[row].isRead, "seed \(seed), row \(row)") }
      expect(library.sections[0].unreadCount, equals: rows.readRows.count { !$0.isRead }, "seed \(seed)")
      expect(fixture.listAgrees, "seed \(seed)")
    }
    for row in read {
      try await show(row)
      expect(rows[row].isRead, "seed \(seed), row \(row)")
    }
    rows.forEachRead { expect($1.title == "T \($0)" && $1.isRead == read.contains($0)) }
    expect(library.isArchive(path) && fixture.listAgrees)
  }

  @Test func whatIsShownOrInUseIsNotForgotten() async throws {
    _ = try await open()
    try await show(700)
    let kept = rows[700]
    fixture.selectedRow = RowIndexPath(section: 0, row: 700)
    for row in stride(from: 1_999, to: 1_000, by: -100) { try await show(row) }
    expect(!rows[1_100].isPlaceholder && rows[1_999].isPlaceholder && rows[700] == kept)
    fixture.selectedRow = nil
    try await show(1_500)
    expect(rows[700].isPlaceholder)
    try await show(700)
  }

  @Test func marksThatWereSetBeforeARowWasForgottenAreShownWhenItIsReadAgain() async throws {
    let path = try await open()
    library.state.setRead(
      true, [EntryKey(earlier: "g800")], of: FeedKey(library.sections[0].feedKey), twinsAreKnown: true)
    try await show(800)
    expect(rows[800].isRead)
    for row in stride(from: 1_900, to: 1_000, by: -100) { try await show(row) }
    expect(rows[800].isPlaceholder && library.isArchive(path))
    try await show(800)
    expect(rows[800].isRead)
  }
}
