import Expectations
import FeedViewerBase
import FeedViewerReadingState
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// The number of unread entries while only those are read that the list shows.
struct ArchiveUnreadTests {
  private static let count = 500
  private let folder: TemporaryFolder
  private let state = ReadingState()
  private let gate = Gate()

  init() throws { folder = try TemporaryFolder() }

  private func fixture(isEstimated: Bool = false) -> LibraryFixture {
    LibraryFixture(state: state) { [state, gate] path, earlier in
      let events = FeedLoader.events(
        path: path, state: state,
        sizes: .holding(head: 20, tail: isEstimated ? 4 << 10 : 512 << 10), since: earlier)
      return isEstimated ? gate.holdingBackCounts(events) : events
    }
  }

  private func feed(_ numbers: some Sequence<Int>) throws -> String {
    let items = numbers.map {
      "<item><title>T \($0)</title><guid>g\($0)</guid><author>a@example.org</author></item>\n"
    }
    return try folder.write("<rss><channel><title>Feed</title>\(items.joined())</channel></rss>", to: "a.xml")
  }

  private func open(_ path: String, in fixture: LibraryFixture) async throws {
    fixture.library.open([path])
    try await expect(MainLoop.settle { fixture.library.isArchive(path) && fixture.library.awaitsEntries })
  }

  private func need(_ row: Int, in library: FeedLibrary) async throws {
    library.need([RowIndexPath(section: 0, row: row)])
    try await expect(MainLoop.settle { !library.sections[0].rows[row].isPlaceholder })
  }

  /// The text of the title, of the section's header, and of the sidebar.
  private func texts(_ library: FeedLibrary, _ path: String) -> [String] {
    let unread = library.unreadCounts[FilePath(path)] ?? UnreadCount()
    return [
      TitleText(of: library).subtitle, TitleText(of: library, scope: .feed(FilePath(path))).subtitle,
      library.sections[0].countText, unread.label,
    ]
  }

  private func agree(_ unread: Int, _ library: FeedLibrary, _ path: String, isExact: Bool = true) -> Bool {
    let text =
      isExact
      ? EntryCount.text(Self.count, unread: unread)
      : EntryCount.text(Self.count, unread: unread, isExact: false)
    return texts(library, path) == [text, text, text, (isExact ? "" : "≈") + "\(unread)"]
  }

  @Test func whatIsMarkedInTheWindowIsCountedExactly() async throws {
    let (fixture, path) = (fixture(), try feed(0..<Self.count))
    let library: FeedLibrary = fixture.library
    try await open(path, in: fixture)
    expect(agree(Self.count, library, path))
    try await need(300, in: library)
    library.set(.read, true, of: [library.sections[0].rows[300], library.sections[0].rows[3]])
    expect(agree(Self.count - 2, library, path))
    library.set(.read, false, of: [library.sections[0].rows[300]])
    expect(agree(Self.count - 1, library, path))
  }

  /// Entries that were read before may have gone from the file.
  @Test func marksOfEntriesThatWereNotReadMakeTheNumberAGuess() async throws {
    let path = try feed(0..<Self.count)
    let first = fixture()
    try await open(path, in: first)
    try await need(400, in: first.library)
    try await need(450, in: first.library)
    let rows = first.library.sections[0].rows
    first.library.set(.read, true, of: [rows[400], rows[450], rows[0]])
    let again = fixture()
    try await open(path, in: again)
    expect(again.library.sections[0].rows[0].isRead)
    expect(agree(Self.count - 3, again.library, path, isExact: false))
    try await need(400, in: again.library)
    expect(agree(Self.count - 3, again.library, path, isExact: false))
    let told = again.markChangeCount
    try await need(450, in: again.library)
    expect(again.library.sections[0].rows[450].isRead && again.markChangeCount == told + 1)
    expect(agree(Self.count - 3, again.library, path))
  }

  @Test func ifManyEntriesThatWereReadMayHaveGoneThereIsNoNumber() async throws {
    let first = fixture()
    let path = try feed(0..<Self.count)
    let list = SearchedList(first.library)
    try await open(path, in: first)
    var isDone = false
    EntryEditor(list.entries).markAllRead(in: "A", then: { _ in isDone = true })
    try await expect(MainLoop.settle { isDone })
    _ = try feed(1_000..<1_000 + Self.count)
    let again = fixture()
    let other = SearchedList(again.library)
    try await open(path, in: again)
    let known = again.library.sections[0].rows.known.count
    expect(known >= 20 && known < Self.count)
    let all = EntryCount.text(Self.count)
    expect(texts(again.library, path), equals: [all, all, all, ""])
    other.entries.show(Arrangement(filter: .unread))
    try await expect(MainLoop.settle { other.isComplete })
    expect(agree(Self.count, again.library, path))
  }

  /// Marks of entries that have gone from the file do not count any more.
  @Test(arguments: [false, true])
  func afterAllWereLookedAtTheNumberIsExact(isMarking: Bool) async throws {
    let path = try feed(0..<Self.count)
    let first = fixture()
    try await open(path, in: first)
    let feed = FeedKey(first.library.sections[0].feedKey)
    state.setRead(
      true,
      (10_000..<10_400).map { EntryKey(earlier: "g\($0)") }
        + ["g0", "g400", "g450"].map { EntryKey(earlier: $0) },
      of: feed, twinsAreKnown: true)
    let again = fixture()
    let library: FeedLibrary = again.library
    let list = SearchedList(library)
    try await open(path, in: again)
    expect(TitleText(of: library).subtitle, equals: EntryCount.text(Self.count))
    let editor = EntryEditor(list.entries)
    if isMarking {
      var isDone = false
      editor.markAllRead(in: "A", then: { _ in isDone = true })
      try await expect(MainLoop.settle { isDone })
      expect(texts(library, path).dropLast().allSatisfy { $0 == EntryCount.text(Self.count, unread: 0) })
      expect(library.unreadCounts[FilePath(path)], equals: UnreadCount(entries: Self.count, unread: 0))
      _ = editor.history.undo()
    } else {
      list.entries.show(Arrangement(filter: .unread))
      try await expect(MainLoop.settle { list.isComplete })
    }
    expect(agree(Self.count - 3, library, path))
    try await need(300, in: library)
    library.set(.read, true, of: [library.sections[0].rows[300]])
    expect(agree(Self.count - 4, library, path))
    try await need(400, in: library)
    library.set(.read, false, of: [library.sections[0].rows[400], library.sections[0].rows[0]])
    expect(agree(Self.count - 2, library, path))
  }

  @Test func aGuessOfTheNumberOfEntriesHasNoUnreadOnes() async throws {
    let (fixture, path) = (fixture(isEstimated: true), try feed(0..<120_000))
    let library: FeedLibrary = fixture.library
    library.open([path])
    try await expect(MainLoop.settle { library.sections.first?.isCountEstimated == true })
    let about = EntryCount.text(about: library.sections[0].rows.count)
    expect(texts(library, path), equals: [about, about, about, ""])
    await gate.open()
    try await expect(MainLoop.settle { library.isArchive(path) && !library.sections[0].isCountEstimated })
    let all = EntryCount.text(120_000)
    expect(texts(library, path), equals: [all, all, all, EntryCount.grouped(120_000)])
  }
}
