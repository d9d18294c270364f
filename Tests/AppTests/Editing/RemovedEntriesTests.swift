import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Entries that the reader has removed stay away, in files that are read as a whole and in archives, until they are brought back.
struct RemovedEntriesTests: ArchiveListSuite {
  /// How a file is read.
  nonisolated enum Mode: CaseIterable, Sendable {
    case whole
    /// Only what is new, after a change.
    case compared
    case archive

    var sizes: LoadingSizes {
      switch self {
      case .whole: LoadingSizes()
      case .compared: LoadingSizes(reread: 0, archive: .max)
      case .archive: .holding(head: 20)
      }
    }
  }

  private static let count = 200
  /// The first one is read in its turn in an archive, too.
  private static let removed = [3, 150, 170]
  let lists: ArchiveLists

  init() throws { lists = try ArchiveLists() }

  private static func feed(_ titles: some Sequence<String>, identifier: (String) -> String = { "g\($0)" })
    -> String
  {
    let items = titles.map {
      "<item><title>\($0)</title><guid>\(identifier($0))</guid><description>word \($0)</description></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
  }

  private static var numbers: [String] { (0..<count).map { "T\($0)" } }

  /// A library with the marks of all others, as after a restart.
  private func open(_ path: String, _ mode: Mode, count: Int = Self.count) async throws -> SearchedList {
    let list = list(mode.sizes)
    list.keepsNumbers = false
    list.library.open([path])
    try await expect(
      MainLoop.settle {
        list.isComplete && !list.library.isLoading && list.library.entryCount == count
          && list.library.isArchive(FilePath(path)) == (mode == .archive)
      })
    return list
  }

  /// A file with numbered entries in a library.
  private func numbers(
    _ mode: Mode
  ) async throws -> (path: String, list: SearchedList, editor: EntryEditor) {
    let path = try folder.write(Self.feed(Self.numbers), to: "a.xml")
    let list = try await open(path, mode)
    return (path, list, EntryEditor(list.entries))
  }

  /// Waits until all entries are known, and gives their titles.
  private func titles(_ list: SearchedList, count: Int) async throws -> [String] {
    let library = list.library
    try await expect(
      MainLoop.settle {
        guard !library.isLoading, list.isComplete, let section = library.sections.first else { return false }
        let unread = section.rows.indices.filter { section.rows[$0].isPlaceholder }
        library.need(unread.map { RowIndexPath(section: 0, row: $0) })
        return unread.isEmpty && section.rows.count == count
      })
    expect(list.agrees)
    return library.sections[0].rows.map(\.title)
  }

  private func places(_ rows: [Int]) -> RowSet { RowSet(rows.map { RowIndexPath(section: 0, row: $0) }) }

  /// Removes the entries at these places of the list.
  private func remove(
    _ rows: [Int], in list: SearchedList, _ editor: EntryEditor, reads: Bool = true
  ) async throws -> String? {
    if reads { try await need(rows, in: list) }
    var done: String??
    editor.delete(list.entries.selection(of: places(rows))) { done = .some($0) }
    try await expect(MainLoop.settle { done != nil })
    return done ?? nil
  }

  private func removedCount(_ list: SearchedList) -> Int {
    state.marks(of: FeedKey(list.library.sections[0].feedKey)).removedEntries.count
  }

  @Test(arguments: Mode.allCases)
  func theyStayAwayAfterReloadingAChangeOfTheFileAndARestart(mode: Mode) async throws {
    let path = try folder.write(Self.feed(Self.numbers), to: "a.xml")
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    let list = try await open(path, mode)
    let editor = EntryEditor(list.entries)
    try await expect(remove(Self.removed, in: list, editor), equals: "3 entries removed")
    let rest = Self.numbers.enumerated().filter { !Self.removed.contains($0.offset) }.map(\.element)
    expect(list.library.sections[0].rows.count, equals: rest.count)
    try await expect(titles(list, count: rest.count), equals: rest)
    try expect(Data(contentsOf: URL(fileURLWithPath: path)), equals: content)
    list.library.reload()
    try await expect(titles(list, count: rest.count), equals: rest)
    let changed = ["New"] + Self.numbers + ["Newer"]
    try Data(Self.feed(changed).utf8).write(to: URL(fileURLWithPath: path))
    lists.change(path)
    try await expect(titles(list, count: rest.count + 2), equals: ["New"] + rest + ["Newer"])
    // In an archive they leave when they are read.
    let again = try await open(path, mode, count: mode == .archive ? changed.count - 1 : rest.count + 2)
    try await expect(titles(again, count: rest.count + 2), equals: ["New"] + rest + ["Newer"])
    expect(again.library.sections[0].unread?.unread, equals: rest.count + 2)
  }

  @Test(arguments: Mode.allCases)
  func undoingBringsThemBackAndRedoingTakesThemAwayForGood(mode: Mode) async throws {
    let (_, list, editor) = try await numbers(mode)
    _ = try await remove(Self.removed, in: list, editor)
    let rest = Self.numbers.enumerated().filter { !Self.removed.contains($0.offset) }.map(\.element)
    for isRead in [false, true] {
      // What was read since is other rows.
      if isRead {
        list.library.reload()
        _ = try await titles(list, count: rest.count)
      }
      expect(editor.history.undo() != nil && removedCount(list) == 0)
      try await expect(titles(list, count: Self.count), equals: Self.numbers)
      // No row is one of an earlier reading.
      let rows = list.library.sections[0].rows.known
      expect(rows.allSatisfy { $0.page.context === rows[0].page.context })
      expect(editor.history.redo() != nil && removedCount(list) == 3)
      try await expect(titles(list, count: rest.count), equals: rest)
    }
    editor.history.undo()
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
    list.library.reload()
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
  }

  @Test(arguments: Mode.allCases)
  func theFeedRestoresAllOfThem(mode: Mode) async throws {
    let (path, first, editor) = try await numbers(mode)
    expect(!first.library.hasRemovedEntries(FilePath(path)))
    _ = try await remove(Self.removed, in: first, editor)
    let list = try await open(path, mode, count: Self.count - (mode == .archive ? 1 : 3))
    try await expect(titles(list, count: Self.count - 3).count, equals: Self.count - 3)
    expect(list.library.hasRemovedEntries(FilePath(path)))
    list.library.restoreRemoved(of: [FilePath(path)])
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
    expect(!list.library.hasRemovedEntries(FilePath(path)) && removedCount(list) == 0)
  }

  @Test(arguments: Mode.allCases)
  func undoingAfterTheFileWasClosedBringsThemBack(mode: Mode) async throws {
    let (path, list, editor) = try await numbers(mode)
    _ = try await remove(Self.removed, in: list, editor)
    expect(editor.closeFile(FilePath(path)) != nil)
    // The file is open again, then the entries are there again.
    editor.history.undo()
    _ = try await titles(list, count: Self.count - 3)
    editor.history.undo()
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
  }

  @Test(arguments: Mode.allCases)
  func exactCopiesGoTogetherAndComeBackTogether(mode: Mode) async throws {
    var titles = Self.numbers
    for place in [2, 160, 199] { titles[place] = "Copy" }
    let path = try folder.write(Self.feed(titles), to: "a.xml")
    let list = try await open(path, mode)
    let editor = EntryEditor(list.entries)
    // All of them are known.
    _ = try await self.titles(list, count: Self.count)
    try await expect(remove([160], in: list, editor), equals: "3 entries removed")
    try await expect(self.titles(list, count: Self.count - 3), equals: titles.filter { $0 != "Copy" })
    editor.history.undo()
    try await expect(self.titles(list, count: Self.count), equals: titles)
    editor.history.redo()
    try await expect(self.titles(list, count: Self.count - 3), equals: titles.filter { $0 != "Copy" })
  }

  @Test(arguments: Mode.allCases)
  func ofEntriesWithOneIdentifierOnlyThatOneGoes(mode: Mode) async throws {
    let path = try folder.write(Self.feed(Self.numbers) { _ in "same" }, to: "a.xml")
    let list = try await open(path, mode)
    let editor = EntryEditor(list.entries)
    try await expect(remove([150], in: list, editor), equals: "Entry removed")
    let rest = Self.numbers.filter { $0 != "T150" }
    try await expect(titles(list, count: rest.count), equals: rest)
    list.library.reload()
    try await expect(titles(list, count: rest.count), equals: rest)
    try await expect(
      titles(open(path, mode, count: mode == .archive ? Self.count : rest.count), count: rest.count),
      equals: rest)
  }

  @Test func afterARestartAnEmptyListOffersToRestoreThem() async throws {
    let (path, first, editor) = try await numbers(.whole)
    _ = editor.delete(first.library.sections[0].rows.readRows)
    let list = try await open(path, .whole, count: 0)
    expect(ContentState(of: list.library), equals: .allRemoved(nil))
    list.library.restoreRemoved(of: list.library.files.map(\.path))
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
    expect(ContentState(of: list.library), equals: .rows)
  }

  @Test func marksThatArriveLaterTakeRowsAway() async throws {
    let (_, list, _) = try await numbers(.whole)
    let section = list.library.sections[0]
    let feed = FeedKey(section.feedKey)
    state.setRemoved(true, [section.rows[5].stateKey], of: feed, twinsAreKnown: true)
    list.library.marksArrived(of: feed)
    expect(list.library.sections[0].rows.count == Self.count - 1 && list.agrees)
  }

  // MARK: Windows

  /// The action of the menu's item; nil if there is no such item.
  private func restoring(in menu: [Menu.Item]) -> String? {
    for item in menu {
      switch item {
      case .section(_, let items): if let found = restoring(in: items) { return found }
      case .action("Re_store Removed Entries", let action, _): return action
      default: break
      }
    }
    return nil
  }

  @Test(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
  func theMenuOfTheFeedRestoresThem() async throws {
    let fixture = try await WindowFixture([["a", "b", "c"]])
    defer { fixture.close() }
    let window = fixture.window
    let path = window.library.files[0].path
    func action() -> String? {
      let items = window.sidebarContent.items
      guard let item = items.first(where: { $0.path == path }), let menu = item.menu else { return nil }
      return restoring(
        in: menu.items(of: item, among: items, hasRemovedEntries: window.sidebar.hasRemovedEntries))
    }
    expect(action() == nil)
    window.list.select(RowIndexPath(section: 0, row: 1))
    fixture.activate("delete-row")
    expect(window.toast.text == "Entry removed" && fixture.titles == [["a", "c"]])
    expect(action(), equals: "win.restore-removed")
    fixture.activate("restore-removed", path.text)
    try await expect(fixture.settle { fixture.titles == [["a", "b", "c"]] })
    expect(action() == nil)
  }

  // MARK: Archives

  @Test func entriesOfArchivesAreRemovedWithoutRows() async throws {
    let (_, list, editor) = try await numbers(.archive)
    try await expect(remove(Array(130..<190), in: list, editor, reads: false), equals: "60 entries removed")
    expect(list.library.entryCount, equals: Self.count - 60)
    try await expect(MainLoop.settle { removedCount(list) == 60 })
    let rest = Array(Self.numbers[..<130] + Self.numbers[190...])
    list.library.reload()
    try await expect(titles(list, count: rest.count), equals: rest)
    editor.history.undo()
    expect(removedCount(list), equals: 0)
    try await expect(titles(list, count: Self.count), equals: Self.numbers)
    editor.history.redo()
    expect(removedCount(list), equals: 60)
    try await expect(titles(list, count: rest.count), equals: rest)
  }

  @Test func whatIsUndoneBeforeTheEntriesWereReadIsNotMarked() async throws {
    let (_, list, editor) = try await numbers(.archive)
    for _ in 0..<3 {
      editor.delete(list.entries.selection(of: places(Array(130..<190)))) { expect($0 != nil) }
      editor.history.undo()
    }
    editor.delete(list.entries.selection(of: places(Array(150..<160)))) { expect($0 != nil) }
    try await expect(MainLoop.settle { removedCount(list) == 10 })
    try await expect(
      titles(list, count: Self.count - 10), equals: Array(Self.numbers[..<150] + Self.numbers[160...]))
  }

  @Test(arguments: [Arrangement(order: .title), Arrangement(filter: .unread), Arrangement(grouping: .time)])
  func neitherOrdersNorSearchesOfAnArchiveShowThem(arrangement: Arrangement) async throws {
    let (path, first, editor) = try await numbers(.archive)
    _ = try await remove(Self.removed, in: first, editor)
    let list = try await open(path, .archive, count: Self.count - 1)
    list.entries.show(arrangement)
    let rest = (0..<Self.count).filter { !Self.removed.contains($0) }
    try await expect(MainLoop.settle { list.isComplete && list.shown.joined().count == rest.count })
    expect(list.shown.joined().sorted() == rest && list.agrees)
    list.entries.show(Arrangement())
    list.search.search("word")
    try await expect(MainLoop.settle { list.isComplete && list.entries.isArranged })
    expect(list.shown.joined().sorted(), equals: rest)
  }
}
