import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import Synchronization
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// A very large file has rows before its entries are counted: its first and its last ones, and between them as many as there
/// seem to be, which wait.
struct EstimatedFileTests {
  /// With their texts, much more than what is read at the beginning, at the end, and around a place between them.
  private nonisolated static let count = TestRun.count(30_000, quick: 30_000, full: 120_000)
  private nonisolated static let (shorterLength, usualLength, longerLength) =
    TestRun.isFull ? (0, 30, 130) : (165, 285, 685)
  private static let middle = count / 2
  private let folder: TemporaryFolder
  private let fixture: LibraryFixture
  private let gate = Gate()
  private var library: FeedLibrary { fixture.library }
  private var section: LibrarySection { library.sections[0] }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(load: { [gate] path, _ in
      let events = FeedLoader.events(
        path: path, state: ReadingState(),
        sizes: .holding(head: 50, tail: 16 << 10))
      return gate.holdingBackCounts(events)
    })
  }

  /// A feed whose entries are longer or shorter in the middle than elsewhere, where few of them are looked at.
  private static func feed(_ number: Int, middle: Int, end: String = "</channel></rss>") -> String {
    let items = (0..<number).map {
      let length = (number / 3..<number / 2).contains($0) ? middle : usualLength
      return "<item><title>T \($0)</title><guid>g\($0)</guid><description>"
        + "\(String(repeating: "x", count: length))</description></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())\(end)"
  }

  private func open(_ text: String) async throws -> String {
    let path = try folder.write(text, to: "a.xml")
    library.open([path])
    try await expect(MainLoop.settle { !library.sections.isEmpty && section.isCountEstimated })
    return path
  }

  private func count(_ path: String) async throws {
    await gate.open()
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    expect(!section.isCountEstimated && section.rows.count == Self.count && fixture.listAgrees)
  }

  private func expectRowsOfTheirEntries() {
    section.rows.forEachRead { expect($1.title == "T \($0)" && $1.ordinal == $0) }
  }

  /// Entries in the middle that are shorter than the others, as long, and longer.
  private nonisolated static let middles =
    (TestRun.isFull ? [shorterLength] : []) + [usualLength, longerLength]

  @Test(arguments: middles)
  func theLastRowsAreShownBeforeAllAreCountedAndStay(middle: Int) async throws {
    let path = try await open(Self.feed(Self.count, middle: middle))
    let estimated = section.rows.count
    expect(
      (estimated != Self.count) == (middle != Self.usualLength)
        || abs(estimated - Self.count) < Self.count / 60)
    try await fixture.need([estimated - 1, estimated - 40])
    expect(section.rows[estimated - 1].title, equals: "T \(Self.count - 1)")
    expect(TitleText(of: library).subtitle, equals: EntryCount.text(about: estimated))
    expect(section.countText == EntryCount.text(about: estimated) && library.isLoading)
    // A number that grows would only tell how far that has got.
    expect(library.settledUnreadCounts.isEmpty && library.unreadCount == nil && library.starredCount == nil)
    library.set(.read, true, of: [section.rows[estimated - 1]])
    let shown = section.rows[estimated - 1]
    let changeCount = fixture.changes.count
    try await count(path)
    let last = section.rows[Self.count - 1]
    expect(last == shown && last.ordinal == Self.count - 1 && last.isRead)
    let moved = fixture.changes.dropFirst(changeCount).reduce(RowIndexPath(section: 0, row: estimated - 1)) {
      $1.newIndexPath(for: $0) ?? $0
    }
    expect(moved.row, equals: Self.count - 1)
    try await fixture.need([Self.middle])
    let row = section.rows[Self.middle]
    expect(row.title == "T \(Self.middle)" && row.ordinal == Self.middle)
    try await fixture.need([Self.count - 100])
    expect(section.rows[Self.count - 100].title, equals: "T \(Self.count - 100)")
    expectRowsOfTheirEntries()
    expect(section.rows.indices.filter { section.rows[$0].isRead }, equals: [Self.count - 1])
    expect(fixture.listAgrees)
    expect(library.unreadCount == UnreadCount(entries: Self.count, unread: Self.count - 1))
    expect(library.settledUnreadCounts == library.unreadCounts)
  }

  @Test(arguments: [shorterLength, longerLength])
  func rowsInTheMiddleWaitUntilAllAreCounted(length: Int) async throws {
    let path = try await open(Self.feed(Self.count, middle: length))
    let estimated = section.rows.count
    library.need((0..<40).map { RowIndexPath(section: 0, row: Self.middle + $0) })
    // What is asked for later, and is known, does not wait for them.
    try await fixture.need([estimated - 1])
    library.set(.starred, true, of: [section.rows[estimated - 1]])
    expect((0..<40).allSatisfy { section.rows[Self.middle + $0].isPlaceholder })
    await gate.open()
    let wanted = Self.middle..<Self.middle + 40
    try await expect(
      MainLoop.settle {
        library.isArchive(path) && !library.isLoading && wanted.allSatisfy { !section.rows[$0].isPlaceholder }
      })
    let read = section.rows.indices.filter { !section.rows[$0].isPlaceholder }
    expect(read.allSatisfy { section.rows[$0].title == "T \($0)" && section.rows[$0].ordinal == $0 })
    expect(Set(read.map { section.rows[$0].key }).count, equals: read.count)
    expectRowsOfTheirEntries()
    expect(section.rows.indices.filter { section.rows[$0].isStarred }, equals: [Self.count - 1])
    expect(fixture.listAgrees)
  }

  @Test func whatIsBeingReadWhenAllAreCountedGetsItsPlace() async throws {
    let path = try await open(Self.feed(Self.count, middle: Self.longerLength))
    let estimated = section.rows.count
    library.need((0..<40).map { RowIndexPath(section: 0, row: estimated - 1 - $0) })
    try await count(path)
    let wanted = Self.count - 40..<Self.count
    try await expect(MainLoop.settle { wanted.allSatisfy { !section.rows[$0].isPlaceholder } })
    expect(wanted.allSatisfy { section.rows[$0].title == "T \($0)" && section.rows[$0].ordinal == $0 })
  }

  /// What is deleted and marked before all are counted is all that was between the ends of the selection.
  @Test(arguments: middles)
  func rowsThatAreSelectedBeforeAllAreCountedAreEditedAfterwards(middle: Int) async throws {
    let path = try await open(Self.feed(Self.count, middle: middle))
    let entries = ShownEntries(library: library)
    library.consumer = fixture
    let editor = EntryEditor(entries)
    let estimated = section.rows.count
    var done: [String?] = []
    editor.set(
      .starred, true, of: entries.selection(of: RowSet(runs: [.init(section: 0, rows: 60..<estimated - 5)]))
    ) { done.append($0) }
    editor.delete(entries.selection(of: RowSet(runs: [.init(section: 0, rows: 0..<estimated - 3)]))) {
      done.append($0)
    }
    expect(done.isEmpty && section.rows.count == estimated)
    await gate.open()
    try await expect(MainLoop.settle { done.count == 2 && !library.isLoading })
    expect(section.rows.count == 3 && library.isArchive(path) && fixture.listAgrees)
    let marks = library.state.marks(of: FeedKey(section.feedKey))
    expect(
      !marks.marks(ofIdentifier: "g59").contains(.starred)
        && marks.marks(ofIdentifier: "g60").contains(.starred))
    expect(marks.marks(ofIdentifier: "g\(Self.middle)").contains(.starred))
    expect(marks.marks(ofIdentifier: "g\(Self.count - 6)").contains(.starred))
    expect(!marks.marks(ofIdentifier: "g\(Self.count - 5)").contains(.starred))
    try await fixture.need([0])
    expect(section.rows[0].title, equals: "T \(Self.count - 3)")
  }

  @Test func aFileThatIsCutOffGetsItsLastRowWhenItIsCounted() async throws {
    let path = try await open(Self.feed(Self.count - 1, middle: Self.usualLength, end: "<item><title>Cut"))
    try await fixture.need([section.rows.count - 1])
    let shown = section.rows[section.rows.count - 1]
    try await count(path)
    expect(section.rows[Self.count - 2] == shown)
    try await expect(MainLoop.settle { library.files[0].reportedRepairs != nil })
    let line = Self.count
    expect(library.files[0].reportedRepairs?.description.contains("line \(line), column 17"), equals: true)
  }

  @Test func whatOnlyLooksLikeEntriesAtTheEndIsReplaced() async throws {
    let trap = String(repeating: "<item><title>Not one</title></item>", count: 800)
    let path = try await open(
      Self.feed(
        Self.count - 1, middle: Self.usualLength,
        end: "<item><title>T</title><description><![CDATA[\(trap)]]></description></item></channel></rss>"))
    try await fixture.need([section.rows.count - 1])
    expect(section.rows[section.rows.count - 1].title, equals: "Not one")
    // Some of them are still being read then.
    library.need((0..<300).map { RowIndexPath(section: 0, row: section.rows.count - 1 - $0) })
    try await count(path)
    try await Task.sleep(for: .milliseconds(50))
    expect(!section.rows.loadedRows.contains { $0.title == "Not one" })
    try await fixture.need([Self.count - 1, Self.count - 2])
    expect(
      section.rows[Self.count - 1].title == "T" && section.rows[Self.count - 2].title == "T \(Self.count - 2)"
    )
  }

  @Test func aFileMayBeClosedOrChangedBeforeItIsCounted() async throws {
    let path = try await open(Self.feed(Self.count, middle: Self.usualLength))
    try await fixture.need([section.rows.count - 1])
    _ = try folder.write(Self.feed(Self.count + 5, middle: Self.shorterLength), to: "a.xml")
    fixture.change(path)
    await gate.open()
    try await expect(MainLoop.settle { !library.isLoading && section.rows.count == Self.count + 5 })
    expect(fixture.listAgrees && !section.isCountEstimated)
    library.close(path)
    expect(library.files.isEmpty && fixture.listAgrees)
  }

  /// A number of entries that is a guess is no reason to wait for more of them.
  @Test func aFileThatChangesBeforeItIsCountedMayHaveFewerEntriesThanItSeemed() async throws {
    let path = try await open(Self.feed(Self.count, middle: Self.usualLength))
    try await expect(MainLoop.settle { library.files[0].loaded != nil })
    let text = Self.feed(Self.middle - 1, middle: Self.usualLength, end: "<item><title>Cut")
    _ = try folder.write(text, to: "a.xml")
    fixture.change(path)
    // Entries that were not counted can't be compared.
    expect(library.isReplaced(FilePath(path)) && library.readings[FilePath(path)]?.earlier == nil)
    await gate.open()
    try await expect(MainLoop.settle { !library.isLoading && section.rows.count == Self.middle })
    expect(!section.isCountEstimated && library.problems.isEmpty && fixture.listAgrees)
    try await fixture.need([Self.middle / 2, Self.middle - 40])
    expectRowsOfTheirEntries()
  }

  /// The first frame holds back the marks of all entries but the first ones: those of a single batch, or of the first of
  /// several.
  @Test(arguments: [20, 100])
  func marksThatArriveBeforeAllAreCountedAreShown(head: Int) async throws {
    let path = try folder.write(Self.feed(Self.count, middle: Self.usualLength), to: "a.xml")
    let database = folder.path + "/state.sqlite"
    let earlier = ReadingState(path: database, report: { Issue.record("\($0)") })
    earlier.setRead(
      true, [EntryKey(earlier: "g\(Self.count - 1)")], of: FeedKey(path), twinsAreKnown: true)
    expect(earlier.close(within: .seconds(20)))
    let frame = LoadGate(openingAfter: .seconds(3_600))
    defer { frame.open() }
    let shown = ShownLibrary()
    let state = ReadingState(
      path: database, gate: frame, report: { Issue.record("\($0)") },
      arrivedLate: { feed in Task { @MainActor in shown.library?.marksArrived(of: feed) } })
    let fixture = LibraryFixture(state: state) { [gate] path, earlier in
      gate.holdingBackCounts(
        FeedLoader.events(
          path: path, state: state, sizes: .holding(head: head, tail: 16 << 10), since: earlier))
    }
    let library: FeedLibrary = fixture.library
    shown.library = library
    library.open([path])
    try await expect(MainLoop.settle { library.sections.first?.isCountEstimated == true })
    let last = library.sections[0].rows.count - 1
    library.need([RowIndexPath(section: 0, row: last)])
    try await expect(MainLoop.settle { !library.sections[0].rows[last].isPlaceholder })
    expect(!library.sections[0].rows[last].isRead)
    frame.open()
    try await expect(MainLoop.settle { library.sections[0].rows[last].isRead })
    expect(library.sections[0].isCountEstimated)
    expect(library.sections[0].rows.readRows.count { $0.isRead }, equals: 1)
    await gate.open()
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    expect(state.close(within: .seconds(20)))
  }

  /// Filters and numbers of unread entries need those of rows that nothing has asked for.
  @Test func marksAreLoadedOfEntriesWhoseRowsAreNotRead() async throws {
    let path = try folder.write(Self.feed(300, middle: Self.usualLength), to: "a.xml")
    let database = folder.path + "/state.sqlite"
    let earlier = ReadingState(path: database, report: { Issue.record("\($0)") })
    earlier.setRead(true, [EntryKey(earlier: "g299")], of: FeedKey(path), twinsAreKnown: true)
    expect(earlier.close(within: .seconds(20)))
    let haveArrived = Atomic(false)
    let state = ReadingState(
      path: database, report: { Issue.record("\($0)") },
      arrivedLate: { _ in haveArrived.store(true, ordering: .relaxed) })
    for await _ in FeedLoader.events(path: path, state: state, sizes: .holding(head: 50)) {}
    try await expect(MainLoop.settle { haveArrived.load(ordering: .relaxed) })
    expect(state.close(within: .seconds(20)))
  }

  @Test func guessesAreWordedAsSuch() {
    let texts = [9_987_654, 1_234, 99].map(EntryCount.text(about:))
    expect(texts, equals: [10_000_000, 1_200, 99].map { "About \(EntryCount.grouped($0)) entries" })
  }
}
