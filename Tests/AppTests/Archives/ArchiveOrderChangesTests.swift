import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore
import RandomNumbers
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Another order of archives while rows are deleted, and while a file changes.
struct ArchiveOrderChangesTests: ArchiveListSuite {
  let lists: ArchiveLists

  init() throws { lists = try ArchiveLists() }

  private static func item(_ number: Int, _ name: String = "g") -> String {
    let month = ["Jan", "Feb", "Mar", "Apr"][number / 28 % 4]
    return "<item><title>T \(number)</title><guid>\(name)\(number)</guid>"
      + "<pubDate>\(number % 28 + 1) \(month) \(1990 + number / 112) 10:00:00 GMT</pubDate></item>\n"
  }

  private static func feed(_ numbers: some Sequence<Int>, _ name: String = "g") -> String {
    "<rss><channel><title>\(name)</title>\(numbers.map { item($0, name) }.joined())</channel></rss>"
  }

  /// The file and the number of each entry that is shown, by section.
  private func names(_ list: SearchedList) -> [[String]] {
    list.entries.sections.enumerated().map { section, content in
      content.rows.enumerated().map { index, row in
        guard row.isPlaceholder else { return "\(row.path) \(row.ordinal)" }
        let entry = list.entries.entry(at: RowIndexPath(section: section, row: index))
        return entry.map { "\($0.outline.placeholder.path) \($0.ordinal)" } ?? "?"
      }
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(4, full: 8)))
  func deletedRowsDisappearAndComeBackAtOnce(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let list = list()
    let entries = list.entries
    let editor = EntryEditor(entries)
    let paths = try [300, 15, 120].map { count in
      try folder.write(Self.feed((0..<count).map { $0 * 7 % 300 }, "f\(count)"), to: "\(count).xml")
    }
    try await open(paths, in: list)
    let arrangement = Arrangement(
      order: [.title, .newest, .unread][Int(seed) % 3], grouping: seed % 2 == 0 ? .feed : .time,
      filter: seed % 4 == 3 ? .unread : .all)
    try await show(arrangement, in: list)
    var states = [names(list)]
    let number = entries.arrangementNumber
    for _ in 0..<TestRun.count(40) {
      let sections = entries.sections.indices.filter { entries.sections[$0].rows.count > 12 }
      if random.chance(0.6), !sections.isEmpty {
        let section = sections.randomElement(using: &random)!
        let count = entries.sections[section].rows.count
        let runs = (0..<3).map { _ -> RowSet.Run in
          let first = Int.random(in: 0..<count, using: &random)
          return .init(
            section: section, rows: first..<min(count, first + Int.random(in: 1...3, using: &random)))
        }
        let rows = RowSet(runs: runs)
        if random.chance(0.5) {
          entries.need(Array(rows))
          try await expect(MainLoop.settle { rows.allSatisfy { entries.row(at: $0) != nil } })
        }
        var answer: String??
        editor.delete(entries.selection(of: rows)) { answer = .some($0) }
        var expected = states[states.count - 1]
        for row in rows.reversed() { expected[row.section].remove(at: row.row) }
        expect((answer ?? nil) != nil && names(list) == expected)
        states.append(expected)
      } else if states.count > 1 {
        states.removeLast()
        _ = editor.history.undo()
        expect(names(list), equals: states[states.count - 1])
      }
      expect(list.agrees && !entries.isBusy)
    }
    expect(entries.arrangementNumber == number && entries.order != nil)
    // What is shown is what is arranged of the rest.
    try await show(arrangement, in: list)
    expect(names(list), equals: states[states.count - 1])
  }

  @Test func rowsAreReadWhereTheyAreWhileAChangedFileIsArrangedAgain() async throws {
    let list = list()
    list.keepsNumbers = false
    var numbers = (0..<3_000).map { 2 * ($0 * 7 % 3_000) }
    let path = try folder.write(Self.feed(numbers), to: "a.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .title), in: list)
    try await expect(MainLoop.settle { list.library.files[0].loaded?.known?.fingerprints != nil })
    let old = numbers
    // Those that were read in their turn have rows, and no numbers in the order.
    let head = Set(old.prefix(list.library.sections[0].rows.known.count))
    let gone = numbers.remove(at: 1_000)
    numbers.insert(1, at: 500)
    numbers.insert(3, at: 2_000)
    numbers.append(5)
    let order = (0..<6_001).filter { old.contains($0) }
    var (found, places): ([Int?], [Int?]) = ([], [])
    var selected = EntrySelection()
    list.onNewEntries = {
      guard let order = list.entries.order else { return }
      found = (0..<3_000).map { order.entry(at: RowIndexPath(section: 0, row: $0))?.ordinal }
      let outline = order.outlines[0]
      places = (0..<3_002).map { order.index(ofEntry: $0, of: outline) }
      selected = list.entries.selection(of: RowSet(runs: [.init(section: 0, rows: 0..<3_000)]))
      list.entries.need([RowIndexPath(section: 0, row: 2_500)])
    }
    _ = try folder.write(Self.feed(numbers), to: "a.xml")
    lists.change(path)
    try await expect(MainLoop.settle { !found.isEmpty && list.isComplete && list.shown[0].count == 3_002 })
    expect(found, equals: order.map { $0 == gone || head.contains($0) ? nil : numbers.firstIndex(of: $0) })
    // All of them are selected as numbers of the file as it is.
    expect(selected.others.count, equals: 1)
    expect(selected.others.flatMap { $0.ordinals.joined() }, equals: found.compactMap { $0 }.sorted())
    expect(selected.rows.count, equals: head.count)
    expect(places, equals: numbers.map { head.contains($0) ? nil : order.firstIndex(of: $0) })
    expect(list.shown[0], equals: numbers.indices.sorted { numbers[$0] < numbers[$1] })
    try await expect(
      MainLoop.settle {
        list.library.sections[0].rows.loadedRows.contains { $0.title == "T 5000" }
      })
  }

  /// Of a file that changes only entries are looked at that are new or have changed.
  @Test(arguments: [Arrangement.Order.oldest, .title])
  func whatIsKnownOfEntriesThatStayIsKept(order: Arrangement.Order) async throws {
    var random = SplitMix64(seed: order == .title ? 1 : 2)
    let list = list()
    list.keepsNumbers = false
    var numbers = (0..<500).map { 3 * ($0 * 7 % 500) }
    let path = try folder.write(Self.feed(numbers), to: "a.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: order), in: list)
    for round in 0..<TestRun.count(5, full: 25) {
      try await expect(
        MainLoop.settle {
          list.library.files[0].loaded?.known?.fingerprints != nil && list.isComplete
        })
      let before = try require(list.library.listedEntries(of: path))
      let old = numbers
      let marks = list.library.marks(ofFile: path)
      // The reading may not have come to the end.
      let end = random.chance(0.3) ? before.entries.lowerBound + 200 : before.entries.upperBound
      let all = await before.outline.readFacts(before.entries.lowerBound..<end, marks)
      let isGrowth = random.chance(0.2)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let free = (0..<2_000).filter { !numbers.contains($0) }
        let new = free.randomElement(using: &random)!
        let place = Int.random(in: 0..<numbers.count, using: &random)
        switch isGrowth ? 0 : Int.random(in: 1...3, using: &random) {
        case 0: numbers.append(new)
        case 1: numbers.insert(new, at: place)
        case 2: numbers.remove(at: place)
        default: numbers[place] = new
        }
      }
      _ = try folder.write(Self.feed(numbers), to: "a.xml")
      lists.change(path)
      let expected = numbers.indices.sorted { numbers[$0] < numbers[$1] }
      try await expect(
        MainLoop.settle {
          list.isComplete && !list.library.isLoading && list.shown == [expected]
        }, "round \(round)")
      let after = try require(list.library.listedEntries(of: path))
      expect(after.outline !== before.outline && list.agrees && list.library.isArchive(path))
      // The same by hand, to see what is looked at again.
      var (known, taken) = (
        EntryColumns(of: before.outline, before.entries, hasTitles: true),
        EntryColumns(of: after.outline, after.entries, hasTitles: true)
      )
      known.append(all)
      taken.takeOver(known)
      let kept = Set(old[before.entries.lowerBound..<end])
      let missing = Set(taken.holes.joined()).union(taken.ordinals.upperBound..<after.entries.upperBound)
      for entry in after.entries {
        if !kept.contains(numbers[entry]) { expect(missing.contains(entry)) }
        guard !missing.contains(entry) else { continue }
        expect(taken.date(ofEntry: entry), equals: await after.outline.readDate(entry))
      }
      expect(missing.count <= after.entries.count - (end - before.entries.lowerBound) + 8)
      // What was read of a file that has changed since then may be anything.
      let late = await before.outline.readFacts(before.entries, marks)
      expect(late.isTrusted, equals: isGrowth)
      var (unknown, untrusted) = (
        EntryColumns(of: after.outline, after.entries, hasTitles: true),
        EntryColumns(of: before.outline, before.entries, hasTitles: true)
      )
      untrusted.append(late)
      unknown.takeOver(untrusted)
      expect(unknown.ordinals.isEmpty != isGrowth)
    }
  }

  @Test func anOrderThatIsBeingMadeIsShownBeforeAChangedFileIsCompared() async throws {
    let list = list()
    list.keepsNumbers = false
    var numbers = Array((0..<3_000).reversed())
    let path = try folder.write(Self.feed(numbers), to: "a.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .newest), in: list)
    for order in [Arrangement.Order.oldest, .newest] {
      // All is known that decides it.
      list.entries.show(Arrangement(order: order))
      expect(list.entries.isArranging)
      numbers.append(numbers.count)
      _ = try folder.write(Self.feed(numbers), to: "a.xml")
      let number = list.entries.arrangementNumber
      lists.change(path)
      expect(!list.library.isReloading && list.entries.isArranging)
      try await expect(MainLoop.settle { list.entries.arrangementNumber > number })
      try await expect(
        MainLoop.settle {
          list.isComplete && !list.library.isLoading && list.shown[0].count == numbers.count
        })
      let rising = numbers.indices.sorted { numbers[$0] < numbers[$1] }
      expect(list.shown[0] == (order == .oldest ? rising : rising.reversed()) && list.agrees)
    }
  }
}

nonisolated extension FileOutline {
  @concurrent
  fileprivate func readDate(_ entry: Int) async -> FeedDate? {
    structure.entries(entry..<entry + 1)[0]?.entry.date
  }

  @concurrent
  fileprivate func readFacts(_ entries: Range<Int>, _ marks: FeedMarks) async -> EntryColumns.Batch {
    facts(of: entries, marks: marks, hasTitles: true)
  }
}
