import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Very large files are read only where the list shows them, until something needs all entries.
struct ArchiveTests {
  private static let count = 500
  private static let head = 20
  private let folder: TemporaryFolder
  private let state = ReadingState()
  private let fixture: LibraryFixture
  private var library: FeedLibrary { fixture.library }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(holdingFilesMarkedIn: state, head: Self.head)
  }

  /// A feed whose keys are repeated.
  private static func feed(_ count: Int, keys: Int = 37, end: String = "</channel></rss>") -> String {
    let items = (0..<count).map {
      "<item><title>T \($0)</title><guid isPermaLink='false'>g\($0 % keys)</guid>"
        + "<description>&lt;p&gt;Body &amp;amp; \($0)&lt;/p&gt;</description></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())\(end)"
  }

  private var rows: [FeedRow] { library.sections.flatMap(\.rows) }

  private func description(_ row: FeedRow) -> String {
    "\(row.ordinal) \(row.stateKey.storedText) \(row.title) \(row.preview) \(row.metadata) \(row.isRead)"
  }

  /// Opens a file, and waits until all of its entries have rows.
  private func open(_ text: String, _ name: String = "a.xml") async throws -> String {
    let path = try folder.write(text, to: name)
    library.open([path])
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    return path
  }

  @Test func onlyTheBeginningIsRead() async throws {
    _ = try await open(Self.feed(Self.count))
    expect(rows.count, equals: Self.count)
    let read = library.sections[0].rows.known.count
    expect(
      read >= Self.head && read < Self.count && library.sections[0].placeholderCount == Self.count - read)
    expect(library.files[0].error == nil && library.files[0].title == "Feed" && library.problems.isEmpty)
    try await Task.sleep(for: .milliseconds(50))
    expect(library.sections[0].rows.known.count, equals: read)
    expect(fixture.listAgrees)
  }

  private var repairs: FeedRepairs? { library.files[0].reportedRepairs }

  @Test func aFileThatIsCutOffIsReportedBeforeAllIsRead() async throws {
    _ = try await open(Self.feed(Self.count, end: "<item><title>Cut"))
    try await expect(MainLoop.settle { repairs != nil })
    try await fixture.need([Self.count])
    expect(rows[Self.count].title, equals: "Cut")
    let place = "line \(Self.count + 1), column 17"
    expect(repairs?.description.contains(place), equals: true)
  }

  /// A program that writes to a file may be between two writes.
  @Test(arguments: [true, false])
  func whatIsNotTrueAnyMoreOfAChangedFileIsNotSaid(isGrowth: Bool) async throws {
    let whole = Self.feed(of: Array(0..<500))
    let path = try await open(whole.replacing("</channel></rss>", with: "<item><title>Cut"))
    try await expect(MainLoop.settle { repairs != nil })
    try await expect(MainLoop.settle { library.files[0].loaded?.known?.fingerprints != nil })
    let text = isGrowth ? Self.feed(of: Array(0..<501)) : Self.feed(of: Array(-1..<500))
    _ = try folder.write(text, to: "a.xml")
    fixture.change(path)
    try await expect(MainLoop.settle { !library.isLoading && rows.count == 501 })
    try await fixture.need([300])
    try await expect(MainLoop.settle { repairs == nil })
    expect(library.isArchive(path))
  }

  @Test(arguments: [3, 600])
  func entriesThatCanNotBeReadAloneAreKeptOrAllAreRead(count: Int) async throws {
    // Their titles depend on what the file declares.
    let items = (0..<count).map { "<item><title>&e; \($0)</title><guid>e\($0)</guid></item>" }
    let path = try folder.write(
      "<!DOCTYPE rss [<!ENTITY e 'Entity'>]>"
        + Self.feed(Self.count).replacing("</channel>", with: items.joined() + "</channel>"), to: "a.xml")
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading && rows.count == Self.count + count })
    if library.isArchive(path) { try await fixture.need([Self.count, Self.count + count - 1]) }
    expect(rows[Self.count + count - 1].title, equals: "Entity \(count - 1)")
    expect(fixture.listAgrees)
  }

  @Test func whatIsRepairedIsReportedWhenItsEntryIsRead() async throws {
    var text = Self.feed(Self.count)
    for number in [3, 250, 251, 400] {
      text = text.replacing("<title>T \(number)</title>", with: "<title>T &amp & \(number)</title>")
    }
    let path = try await open(text)
    expect(repairs?.places.map(\.line), equals: [4, 4])
    try await fixture.need([400])
    try await expect(MainLoop.settle { repairs?.count == 4 })
    try await fixture.need([250])
    try await expect(MainLoop.settle { repairs?.count == 8 })
    expect(repairs?.places.map(\.line) == [4, 4, 251, 251, 252, 252, 401, 401] && repairs?.isSoFar == true)
    expect(
      repairs?.description.hasPrefix("8 errors repaired so far, the first at line 4, column "), equals: true)
    expect(library.files[0].path == path && library.problems.isEmpty)
  }

  /// A feed of entries with these numbers, each as long as its number says.
  private static func feed(of numbers: [Int]) -> String {
    let items = numbers.map {
      "<item><title>T \($0)</title><guid>g\($0)</guid>"
        + "<description>\(String(repeating: "x", count: abs($0) % 61))</description></item>"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
  }

  @Test(arguments: [
    Array(0..<500), Array(0..<530), Array(0..<400), Array(-40..<500),
    Array(0..<200) + Array(600..<650)
      + Array(210..<500), Array(1_000..<1_300), [],
  ])
  func aFileThatChangesIsCountedAgain(changed: [Int]) async throws {
    let path = try await open(Self.feed(of: Array(0..<500)))
    try await fixture.need([300, 499])
    _ = try folder.write(Self.feed(of: changed), to: "a.xml")
    fixture.change(path)
    expect(library.isReloading && rows.count == 500)
    try await expect(
      MainLoop.settle {
        !library.isLoading && (rows.count == changed.count || library.problems.count == 1)
      })
    guard !changed.isEmpty else { return }
    expect(library.isArchive(path) == (changed.count > Self.head) && fixture.shown[0].count == changed.count)
    // Rows that are most probably the same keep their places in the list.
    if let moved = changed.firstIndex(of: 300), changed.last == 499 || changed.first == 0 {
      expect(fixture.changes.last?.newIndexPath(for: RowIndexPath(section: 0, row: 300))?.row, equals: moved)
      expect(!rows[moved].isPlaceholder && rows[moved].title == "T 300")
    }
    try await fixture.need([changed.count - 1])
    try await fixture.needAll()
    expect(rows.map(\.title) == changed.map { "T \($0)" } && fixture.listAgrees)
  }

  /// Waits until what was counted is known well enough to be compared.
  private func isComparable(_ path: String) async throws -> Bool {
    try await MainLoop.settle { library.files[0].loaded?.known?.fingerprints != nil && !library.isLoading }
  }

  @Test(arguments: [
    (Array(0..<530), 500, 0), (Array(0..<250) + [999] + Array(251..<500), 0, 0),
    (Array(0..<305) + [999] + Array(306..<500), 0, 0), ([777] + Array(0..<500), 0, 1),
    (Array(0..<10) + Array(14..<450) + [801, 802] + Array(450..<500), 0, 0),
  ])
  func rowsThatWereShownStayWhenAFileChanges(changed: [Int], continued: Int, minimum: Int) async throws {
    let path = try await open(Self.feed(of: Array(0..<500)))
    try await fixture.need([300, 301, 499])
    try await expect(isComparable(path))
    let before = rows
    let loadedCount = library.sections[0].rows.loadedCount
    _ = try folder.write(Self.feed(of: changed), to: "a.xml")
    fixture.change(path)
    try await expect(
      MainLoop.settle {
        !library.isLoading && library.files[0].loaded?.known?.structure.entryCount == changed.count
          && rows.count == changed.count
      })
    expect(library.isArchive(path) && library.problems.isEmpty && fixture.listAgrees)
    expect(library.files[0].loaded?.known?.structure.continuedCount, equals: continued)
    // The head was not read again, nor was anything that was not shown.
    expect(library.files[0].loaded?.readCount ?? .max <= minimum + 1)
    expect(library.sections[0].rows.loadedCount <= loadedCount + max(1, changed.count - 500))
    for (number, row) in before.enumerated() where !row.isPlaceholder && number > 0 {
      guard let place = changed.firstIndex(of: number) else { continue }
      expect(rows[place] == row && row.ordinal == place)
      for page in [row.page] { while page.isLoaded, !page.forgetTexts() {} }
      expect(row.preview == String(repeating: "x", count: number % 61) && row.title == "T \(number)")
    }
    // What was changed beside or in the place of a row that was shown is read.
    if changed.count == 500, let place = changed.firstIndex(of: 999) {
      expect(rows[place].isPlaceholder, equals: before[place].isPlaceholder)
      if !rows[place].isPlaceholder { expect(rows[place].title, equals: "T 999") }
    }
    try await fixture.need([changed.count - 1])
    try await fixture.needAll()
    expect(rows.map(\.title) == changed.map { "T \($0)" } && fixture.listAgrees)
    expect(rows.map(\.ordinal), equals: Array(changed.indices))
  }

  @Test func ifTheFileIsGoneTheRowsStay() async throws {
    let path = try await open(Self.feed(Self.count))
    try FileManager.default.removeItem(atPath: path)
    fixture.change(path)
    try await expect(MainLoop.settle { !library.isLoading })
    expect(library.problems.count == 1 && library.isArchive(path))
    expect(rows.count == Self.count && fixture.listAgrees)
    try await fixture.need([444])
    expect(rows[444].title, equals: "T 444")
    _ = try folder.write(Self.feed(Self.count + 1), to: "a.xml")
    fixture.change(path)
    expect(library.isReloading)
    try await expect(MainLoop.settle { !library.isLoading && library.problems.isEmpty })
    expect(rows.count == Self.count + 1 && fixture.listAgrees)
  }

  @Test func theStoredPlaceOfAnEntryThatWasNotReadIsFound() async throws {
    let path = try await open(Self.feed(Self.count))
    try await fixture.need([300])
    let stored = SessionPlace(
      rowKey: rows[300].storedText, textInRow: "-1 0 0 0 0", ordinal: rows[300].ordinal)
    let found = try require(SessionPlace(text: stored.text))
    expect(found.ordinal == 300 && found.rowKey == rows[300].storedText && found.textInRow == "-1 0 0 0 0")
    expect(library.archiveRow(at: found), equals: RowIndexPath(section: 0, row: 300))
    expect(SessionPlace(text: "-1 0 0 0 0|\(path)|g4")?.ordinal == nil)
  }
}
