import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import RandomNumbers
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Rows of archives are deleted wherever they are, whether or not their entries were read.
struct ArchiveEditsTests: ArchiveListSuite {
  private static let count = 300
  let lists: ArchiveLists

  init() throws { lists = try ArchiveLists() }

  private static func feed(_ numbers: some Sequence<Int>) -> String {
    let items = numbers.map { number in
      "<item><title>\(["b", "a", "c"][number % 3]) \(number * 7 % 50)</title><guid>g\(number)</guid>"
        + "<pubDate>\(number * 11 % 28 + 1) Jan 2021 10:00:00 GMT</pubDate></item>\n"
    }
    return "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
  }

  private func open(_ path: String, in list: SearchedList) async throws {
    list.library.open([path])
    try await expect(
      MainLoop.settle {
        list.isComplete && !list.library.isLoading && list.library.entryCount == Self.count
      })
  }

  /// The number of each row's entry; nil for a row that is at another entry's place.
  private func numbers(_ library: FeedLibrary) -> [Int?] {
    library.sections[0].rows.enumerated().map { index, row in
      let entry = library.entry(at: RowIndexPath(section: 0, row: index))?.ordinal
      if row.isPlaceholder { return entry }
      return library.isReadAlone(row) && entry != row.ordinal ? nil : row.ordinal
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func randomEditsAgreeWithAnArray(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let list = list()
    let (library, entries) = (list.library, list.entries)
    try await open(try folder.write(Self.feed(0..<Self.count), to: "a.xml"), in: list)
    let editor = EntryEditor(entries)
    // How many are read before the file is held.
    let head = library.sections[0].rows.known.count
    expect(head >= ArchiveLists.head && head < Self.count / 2)
    var states: [[Int]] = [Array(0..<Self.count)]
    var current = 0
    for step in 0..<TestRun.count(50, full: 80) {
      let trace: Comment = "seed \(seed), step \(step)"
      var model = states[current]
      let some = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
        Int.random(in: 0..<max(1, model.count), using: &random)
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where model.count > 40, 1 where model.count > 40:
        let start = Int.random(in: 0..<model.count - 30, using: &random)
        let rows = Set(Bool.random(using: &random) ? Array(start..<start + 25) : some).sorted()
        var done: String?
        editor.delete(entries.selection(of: RowSet(rows.map { RowIndexPath(section: 0, row: $0) }))) {
          done = $0
        }
        expect(done != nil, trace)
        for row in rows.reversed() { model.remove(at: row) }
        states.removeSubrange((current + 1)...)
        states.append(model)
        current += 1
      case 2 where !model.isEmpty: try await need(some, in: list)
      case 3, 4:
        if editor.history.undo() != nil { current -= 1 }
      case 5:
        if editor.history.redo() != nil { current += 1 }
      default: break
      }
      guard numbers(library) == states[current] else {
        Issue.record("After step \(step) of seed \(seed) there are other rows.")
        return
      }
      expect(list.agrees && library.sections[0].unreadCount == library.sections[0].rows.readRows.count, trace)
      for (index, entry) in states[current].enumerated() where index % 17 == 0 && entry >= head {
        expect(library.place(ofEntry: entry, of: library.files[0].path)?.row, equals: index, trace)
      }
    }
    let gone = Set(0..<Self.count).subtracting(states[current])
    for entry in gone where entry >= head {
      expect(library.place(ofEntry: entry, of: library.files[0].path) == nil)
    }
    // Everything that is left, in its order.
    let feed = FeedKey(library.sections[0].feedKey)
    try await expect(MainLoop.settle { state.marks(of: feed).removedEntries.count == gone.count })
    entries.show(Arrangement(filter: .unread))
    try await expect(MainLoop.settle { list.isComplete })
    let shown = entries.sections.flatMap { $0.rows }.indices.map { index in
      let place = RowIndexPath(section: 0, row: index)
      return entries.entry(at: place)?.ordinal ?? entries.row(at: place)?.ordinal
    }
    expect(list.agrees && shown == states[current])
    // Where rows were deleted, no run of entries goes on.
    entries.show(Arrangement())
    try await expect(MainLoop.settle { list.isComplete })
    for (index, first) in states[current].enumerated() where first >= head {
      let run = entries.consecutiveRows(from: RowIndexPath(section: 0, row: index))
      expect(Array(states[current][index..<index + run]), equals: Array(first..<first + run))
    }
  }

  @Test func entriesAreDeletedInAnotherOrderAndInASearch() async throws {
    let list = list()
    let (library, entries) = (list.library, list.entries)
    try await open(try folder.write(Self.feed(0..<Self.count), to: "a.xml"), in: list)
    let editor = EntryEditor(entries)
    entries.show(Arrangement(order: .title))
    try await expect(MainLoop.settle { list.isComplete })
    let order = list.shown[0]
    editor.delete(entries.selection(of: RowSet((100..<180).map { RowIndexPath(section: 0, row: $0) }))) {
      expect($0, equals: "80 entries removed")
    }
    try await expect(MainLoop.settle { list.isComplete && list.shown[0].count == 220 })
    expect(list.agrees && list.shown[0] == Array(order[..<100] + order[180...]))
    expect(library.isArchive(library.files[0].path) && library.sections[0].rows.count == 220)
    // A search does not find them.
    list.search.search("a")
    try await expect(MainLoop.settle { list.isComplete && list.entries.isArranged })
    let found = Set(list.shown.joined())
    expect(!found.isEmpty && found.isDisjoint(with: order[100..<180]))
    // Those that were found are deleted without a trace.
    editor.delete(entries.selection(of: [RowIndexPath(section: 0, row: 0)])) { expect($0 != nil) }
    try await expect(MainLoop.settle { list.isComplete && Set(list.shown.joined()).count == found.count - 1 })
    for _ in 0..<2 { _ = editor.history.undo() }
    list.search.search("")
    try await expect(MainLoop.settle { list.isComplete && list.shown[0] == order })
    // Of a filter, only the entries are deleted that it shows.
    entries.show(Arrangement(filter: .unread))
    try await expect(MainLoop.settle { list.isComplete })
    library.set(.read, true, of: [library.sections[0].rows[3]])
    entries.show(Arrangement(filter: .unread))
    try await expect(MainLoop.settle { list.isComplete && list.shown[0].count == Self.count - 1 })
    let unread = RowSet(runs: [.init(section: 0, rows: 0..<Self.count - 1)])
    editor.delete(entries.selection(of: unread)) { expect($0 != nil) }
    try await expect(MainLoop.settle { list.isComplete })
    expect(numbers(library), equals: [3])
    _ = editor.history.undo()
    try await expect(MainLoop.settle { list.isComplete && library.entryCount == Self.count })
    expect(list.agrees && library.isArchive(library.files[0].path))
  }

  @Test func allAreMarkedAsReadButThoseThatWereDeleted() async throws {
    let list = list()
    let library = list.library
    try await open(try folder.write(Self.feed(0..<Self.count), to: "a.xml"), in: list)
    let editor = EntryEditor(list.entries)
    editor.delete(list.entries.selection(of: [RowIndexPath(section: 0, row: 200)])) { expect($0 != nil) }
    var done: String?
    editor.markAllRead(in: "A", then: { done = $0 })
    try await expect(MainLoop.settle { done != nil })
    let marks = state.marks(of: FeedKey(library.sections[0].feedKey))
    expect(marks.readCount == Self.count - 1 && !marks.marks(ofIdentifier: "g200").contains(.read))
  }

  /// Marks of selected rows, most of which were not read.
  @Test(arguments: [EntryMarks.read, .starred], [false, true])
  func selectedEntriesAreMarkedWhetherOrNotTheyWereRead(mark: EntryMarks, isArranged: Bool) async throws {
    let list = list()
    let (library, entries) = (list.library, list.entries)
    try await open(try folder.write(Self.feed(0..<Self.count), to: "a.xml"), in: list)
    try await need([150], in: list)
    if isArranged { entries.show(Arrangement(order: .title)) }
    try await expect(MainLoop.settle { list.isComplete })
    let editor = EntryEditor(entries)
    library.set(mark, true, of: [library.sections[0].rows[150]])
    let feed = FeedKey(library.sections[0].feedKey)
    func marked() -> Set<Int> {
      Set((0..<Self.count).filter { state.marks(of: feed).marks(ofIdentifier: "g\($0)").contains(mark) })
    }
    let rows = RowSet(runs: [.init(section: 0, rows: 100..<200), .init(section: 0, rows: 290..<295)])
    let wanted = Set(rows.map { list.shown[0][$0.row] })
    var done: [String?] = []
    editor.set(mark, true, of: entries.selection(of: rows)) { done.append($0) }
    try await expect(MainLoop.settle { !done.isEmpty })
    let count = wanted.subtracting([150]).count
    expect(done, equals: ["\(count) entries \(mark == .read ? "marked as read" : "starred")"])
    expect(marked(), equals: wanted.union([150]))
    _ = editor.history.undo()
    expect(marked(), equals: [150])
    _ = editor.history.redo()
    expect(marked() == wanted.union([150]) && library.isArchive(library.files[0].path))
    // Their rows show it when they are read.
    let place = try require(library.place(ofEntry: wanted.max()!, of: library.files[0].path))
    library.need([place])
    try await expect(MainLoop.settle { library.row(at: place)?.marks.contains(mark) == true })
    editor.set(mark, false, of: entries.selection(of: rows)) { done.append($0) }
    try await expect(MainLoop.settle { done.count == 2 })
    expect(marked(), equals: Set([150]).subtracting(wanted))
  }

  /// What was removed leaves again as soon as it is read.
  @Test(arguments: [Array(0..<310), Array(5..<300), Array(0..<150) + Array(152..<300)])
  func whatWasRemovedLeavesAgainWhenTheFileHasChanged(numbers: [Int]) async throws {
    let list = list()
    let library = list.library
    list.keepsNumbers = false
    let path = try folder.write(Self.feed(0..<Self.count), to: "a.xml")
    try await open(path, in: list)
    let editor = EntryEditor(list.entries)
    try await need([100, 150, 290], in: list)
    editor.delete(list.entries.selection(of: RowSet((90..<120).map { RowIndexPath(section: 0, row: $0) }))) {
      expect($0 != nil)
    }
    let feed = FeedKey(library.sections[0].feedKey)
    try await expect(MainLoop.settle { state.marks(of: feed).removedEntries.count == 30 })
    try Data(Self.feed(numbers).utf8).write(to: URL(fileURLWithPath: path))
    lists.change(path)
    // While it is compared with what it was, rows are edited, too.
    editor.delete(list.entries.selection(of: [RowIndexPath(section: 0, row: 1)])) { expect($0 != nil) }
    let left = numbers.filter { $0 != 1 && !(90..<120).contains($0) }
    try await expect(
      MainLoop.settle {
        let rows = library.sections[0].rows
        let waiting = rows.indices.filter { rows[$0].isPlaceholder }
        library.need(waiting.map { RowIndexPath(section: 0, row: $0) })
        return !library.isLoading && list.isComplete && waiting.isEmpty && rows.count == left.count
      })
    expect(list.agrees && library.sections[0].rows.map(\.entryKey) == left.map { "g\($0)" })
  }

  /// Rows of other files come and go, and rows that were not read stay where they are.
  @Test func otherFilesAreClosedMovedAndOpenedBesideAHeldOne() async throws {
    let list = list()
    let library = list.library
    let path = try folder.write(Self.feed(0..<Self.count), to: "a.xml")
    let other = try folder.write(Self.feed(0..<3), to: "b.xml")
    try await open(path, in: list)
    library.open([other])
    try await expect(MainLoop.settle { !library.isLoading && library.sections.count == 2 })
    try await need([200], in: list)
    let editor = EntryEditor(list.entries)
    editor.delete(list.entries.selection(of: [RowIndexPath(section: 0, row: 100)])) { expect($0 != nil) }
    func expectStays(from: Int, to: Int, _ body: () -> Void) {
      body()
      library.deliverEdits()
      expect(list.agrees)
      for row in [0, 99, 100, 199, 250, Self.count - 2] {
        expect(
          list.last?.newIndexPath(for: RowIndexPath(section: from, row: row)),
          equals: RowIndexPath(section: to, row: row))
      }
    }
    expectStays(from: 0, to: 1) { editor.moveFile(other, by: -1) }
    expectStays(from: 1, to: 0) { _ = editor.closeFile(other) }
    // The closed file is read again.
    _ = editor.history.undo()
    try await expect(MainLoop.settle { !library.isLoading && library.sections.count == 2 && list.agrees })
    expect(library.isArchive(path) && library.sections[1].rows.count == Self.count - 1)
  }
}
