import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore
import RandomNumbers
import Testing
import VirtualList

@testable import FeedViewer

/// Other orders, filters and groupings of files of which only those entries are read that the list shows.
struct ArchiveOrderTests: ArchiveListSuite {
  let lists: ArchiveLists

  init() throws { lists = try ArchiveLists() }

  private static func items(_ count: Int, _ name: String, seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    let words = ["Ähre", "apple", "Zebra", "10 things", "9 things", "—", "the end"]
    return (0..<count).map { number in
      let title =
        random.chance(0.1)
        ? ""
        : "<title>\(words.randomElement(using: &random)!) \(Int.random(in: 0..<40, using: &random))</title>"
      let day = Int.random(in: 1...28, using: &random)
      let month = ["Jan", "Jun", "Nov"].randomElement(using: &random)!
      let year = Int.random(in: 2019...2021, using: &random)
      let time = random.chance(0.5) ? "\(day) \(month) \(year) 10:00:00 GMT" : "\(day) \(month) \(year)"
      let date = random.chance(0.1) ? "" : "<pubDate>\(time)</pubDate>"
      // Some must be repaired.
      let end = random.chance(0.05) ? "<b>bold" : ""
      return
        "<item>\(title)<guid>\(name)\(number)</guid>\(date)<description>Text \(number)\(end)</description></item>\n"
    }
  }

  private static func feed(_ items: [String], title: String = "Feed") -> String {
    "<rss><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }

  /// The file and the number of each entry that is shown, and the titles of the sections.
  private func shown(_ list: SearchedList) -> [String] {
    let entries = list.entries
    return entries.sections.enumerated().flatMap { section, content in
      [content.title]
        + content.rows.enumerated().map { index, row in
          guard row.isPlaceholder else { return "\(row.path) \(row.ordinal)" }
          guard let order = entries.order else { return "\(row.path) \(index)" }
          let entry = order.entry(at: RowIndexPath(section: section, row: index))
          return entry.map { "\($0.outline.placeholder.path) \($0.ordinal)" } ?? "?"
        }
    }
  }

  private static var arrangements: [Arrangement] {
    Arrangement.Order.allCases.flatMap { order in
      Arrangement.Grouping.allCases.flatMap { grouping in
        Arrangement.Filter.allCases.map { Arrangement(order: order, grouping: grouping, filter: $0) }
      }
    }
  }

  private func mark(_ list: SearchedList) {
    let rows = list.library.sections.flatMap(\.rows)
    list.library.set(.read, true, of: rows.filter { $0.ordinal % 7 == 3 })
    list.library.set(.starred, true, of: rows.filter { $0.ordinal % 5 == 1 })
  }

  /// One archive, several, and held ones among others.
  @Test(arguments: [[300], [120, 15, 200], [2_500, 700]])
  func everyArrangementIsThatOfFilesThatAreReadAtOnce(counts: [Int]) async throws {
    let paths = try counts.enumerated().map { number, count in
      let name = "\("cab".utf8.dropFirst(number).first!)"
      return try folder.write(
        Self.feed(Self.items(count, name, seed: UInt64(counts[0] + number)), title: "Feed \(name)"),
        to: "\(name).xml")
    }
    let whole = list(LoadingSizes())
    try await open(paths, in: whole)
    mark(whole)
    let archive = list()
    try await open(paths, in: archive)
    let placeholder = archive.library.sections.map(\.placeholderCount)
    expect(placeholder.contains { $0 > 0 })
    for arrangement in Self.arrangements {
      try await show(arrangement, in: whole)
      try await show(arrangement, in: archive)
      let isRight = shown(archive) == shown(whole)
      expect(isRight, "\(arrangement)")
    }
    // What an order needs to know of entries does not read them.
    expect(archive.library.sections.map(\.placeholderCount), equals: placeholder)
    try await show(Arrangement(), in: archive)
    expect(archive.entries.isPlain && archive.entries.order == nil && archive.entries.facts.known.isEmpty)
  }

  /// An archive with titles that are in the opposite of their order.
  private func openReversed(_ count: Int, _ list: SearchedList) async throws -> String {
    let items = (0..<count).map { "<item><title>T \(count - 1 - $0)</title><guid>g\($0)</guid></item>\n" }
    let path = try folder.write(Self.feed(items), to: "r.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .title), in: list)
    expect(list.entries.order != nil)
    return path
  }

  private func read(_ rows: [Int], in list: SearchedList) async throws {
    let places = rows.map { RowIndexPath(section: 0, row: $0) }
    let new = places.filter { list.entries.row(at: $0) == nil }
    list.entries.need(places)
    try await expect(MainLoop.settle { places.allSatisfy { list.entries.row(at: $0) != nil } })
    for place in places {
      expect(list.entries.row(at: place)?.title, equals: "T \(place.row)")
    }
    expect(list.read.isSuperset(of: new))
  }

  @Test func selectedEntriesAreReadToBeCopied() async throws {
    let list = list()
    _ = try await openReversed(600, list)
    try await read([20, 300], in: list)
    let places = RowSet(runs: [.init(section: 0, rows: 5..<8), .init(section: 0, rows: 19..<590)])
    let expected = (Array(5..<8) + Array(19..<590)).map { "T \($0)" }
    let placeholder = list.entries.sections[0].placeholderCount
    await expect(list.entries.readRows(at: places, limit: 1_000).map(\.title), equals: expected)
    await expect(
      list.entries.readRows(at: places, limit: 100).map(\.title), equals: Array(expected.prefix(100)))
    await expect(list.entries.readRows(at: RowSet(), limit: 100).isEmpty)
    // What is copied is not kept.
    expect(list.entries.sections[0].placeholderCount, equals: placeholder)
    try await show(Arrangement(), in: list)
    let inFile = (Array(5..<8) + Array(19..<590)).map { "T \(599 - $0)" }
    await expect(list.entries.readRows(at: places, limit: 1_000).map(\.title), equals: inFile)
    await expect(list.entries.readRows(at: places, limit: 4).map(\.title), equals: Array(inFile.prefix(4)))
  }

  @Test func whatIsShownIsRead() async throws {
    let list = list()
    let path = try await openReversed(600, list)
    try await read([0, 1, 2, 3, 4, 5, 300, 577], in: list)
    expect(list.agrees && list.library.isArchive(path))
    // A few alone, and groups of neighbours.
    expect(list.library.sections[0].rows.loadedCount < 40)
    let place = RowIndexPath(section: 0, row: 300)
    let there = try require(list.entries.libraryPlace(of: place))
    expect(there == RowIndexPath(section: 0, row: 299) && list.entries.shownPlace(of: there) == place)
    expect(list.library.row(at: there) == list.entries[place])
    // What is read for another reason is shown, too.
    list.library.need([RowIndexPath(section: 0, row: 100)])
    try await expect(
      MainLoop.settle { list.entries.row(at: RowIndexPath(section: 0, row: 499))?.title == "T 499" })
    // The rows stay in the library's order.
    try await show(Arrangement(), in: list)
    expect(list.entries.row(at: RowIndexPath(section: 0, row: 299))?.title, equals: "T 300")
    expect(list.last?.oldIndexPath(for: RowIndexPath(section: 0, row: 299)), equals: place)
  }

  @Test func whatIsReadWhileAnOrderIsMadeIsShownInIt() async throws {
    let list = list()
    let path = try await openReversed(6_000, list)
    for round in 0..<30 {
      list.entries.show(Arrangement(order: .title, filter: round % 2 == 0 ? .unread : .all))
      let row = 100 + 150 * round
      // On another queue than the order.
      list.library.need([RowIndexPath(section: 0, row: row)])
      try await expect(
        MainLoop.settle {
          list.isComplete && list.library.row(at: RowIndexPath(section: 0, row: row))?.isPlaceholder == false
        })
      let place = RowIndexPath(section: 0, row: 5_999 - row)
      expect(list.entries.row(at: place)?.title, equals: "T \(place.row)", "round \(round)")
    }
    expect(list.agrees && list.library.isArchive(path))
  }

  /// Neighbours in the list are far from each other in the file.
  @Test func rowsThatAreFarInTheOrderOfTheListAreForgotten() async throws {
    let list = list()
    let items = (0..<600).map { "<item><title>T \($0 * 7 % 600)</title><guid>g\($0)</guid></item>\n" }
    let path = try folder.write(Self.feed(items), to: "s.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .title), in: list)
    list.library.loadedLimit = 64
    for row in stride(from: 10, to: 570, by: 5) {
      list.visibleRows = [RowIndexPath(section: 0, row: row)]
      try await read([row], in: list)
    }
    expect(list.library.sections[0].rows.loadedCount <= 64)
    let loaded = (0..<600).filter {
      list.entries.row(at: RowIndexPath(section: 0, row: $0)).map(list.library.isReadAlone) == true
    }
    expect(loaded.count > 40 && loaded.allSatisfy { $0 > 240 } && list.agrees)
    try await read([10, 12], in: list)
  }

  private func markAllRead(_ editor: EntryEditor) async throws -> (title: String?, progress: [Int]) {
    final class Progress: WindowEventFollower {
      var counts: [Int] = []
      func follow(_ event: WindowEvent) { if case .marking(let (done, _)?) = event { counts.append(done) } }
    }
    let progress = Progress()
    editor.follower = progress
    var answer: String??
    editor.markAllRead(in: "A") { answer = .some($0) }
    try await expect(MainLoop.settle { answer != nil })
    return (answer ?? nil, progress.counts)
  }

  @Test func allEntriesAreMarkedThoughFewHaveRows() async throws {
    let list = list()
    let path = try await openReversed(400, list)
    let (section, editor) = (list.library.sections[0], EntryEditor(list.entries))
    func readKeys() -> Int { list.library.state.marks(of: FeedKey(section.feedKey)).readCount }
    try await show(Arrangement(), in: list)
    list.library.need([RowIndexPath(section: 0, row: 300)])
    try await expect(MainLoop.settle { list.entries.row(at: RowIndexPath(section: 0, row: 300)) != nil })
    list.entries.set(.read, true, of: [list.entries[RowIndexPath(section: 0, row: 3)]])
    list.entries.set(.starred, true, of: (0..<10).map { list.entries[RowIndexPath(section: 0, row: $0)] })
    let (title, progress) = try await markAllRead(editor)
    expect(title, equals: "399 entries in “\u{2068}A\u{2069}” marked as read")
    expect(progress.last, equals: 400 - section.rows.known.count)
    expect(readKeys() == 400 && list.library.isArchive(path))
    expect(list.library.sections[0].rows.readRows.allSatisfy { $0.isRead == true })
    try await show(Arrangement(filter: .unread), in: list)
    expect(list.shown.isEmpty)
    _ = editor.history.undo()
    expect(readKeys() == 1 && list.library.sections[0].unread?.unread == 399)
    try await show(Arrangement(filter: .unread), in: list)
    expect(list.shown[0], equals: (0..<400).filter { $0 != 3 })
    // What is not shown is not marked, and what is marked stays until the reader chooses again.
    try await show(Arrangement(filter: .starred), in: list)
    try await expect(
      markAllRead(editor).title == "9 entries in “\u{2068}A\u{2069}” marked as read"
        && list.shown[0].count == 10)
    expect(readKeys(), equals: 10)
    _ = editor.history.redo()
    expect(readKeys(), equals: 10)
    try await expect(markAllRead(editor).title == nil)
    // Those that a search has found.
    list.search.search("title:99")
    try await show(Arrangement(), in: list)
    try await expect(MainLoop.settle { list.isComplete && list.search.foundCount == 4 })
    try await expect(
      markAllRead(editor).title == "3 entries in “\u{2068}A\u{2069}” marked as read" && readKeys() == 13)
    expect(list.library.isArchive(path))
  }

  @Test func aFileThatIsClosedIsNotMarkedAnyMore() async throws {
    let list = list()
    let path = try await openReversed(3_000, list)
    try await show(Arrangement(), in: list)
    let editor = EntryEditor(list.entries)
    var isDone = false
    editor.markAllRead(in: "The list") { _ in isDone = true }
    list.library.close(path)
    try await expect(MainLoop.settle { isDone && list.isComplete && list.shown.isEmpty })
  }

  @Test func aFileThatGrowsOrChangesIsArrangedAgain() async throws {
    let list = list()
    var items = (0..<600).map { "<item><title>T \($0)</title><guid>g\($0)</guid></item>\n" }
    let path = try folder.write(Self.feed(items), to: "g.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .title), in: list)
    try await read([300], in: list)
    try await expect(MainLoop.settle { list.library.files[0].loaded?.known != nil })
    func change() async throws {
      let count = items.count
      _ = try folder.write(Self.feed(items), to: "g.xml")
      lists.change(path)
      try await expect(
        MainLoop.settle {
          list.isComplete && !list.library.isLoading && list.shown[0].count == count
        })
      expect(list.agrees && list.library.isArchive(path) && list.entries.order != nil)
    }
    items += [
      "<item><title>T 300½</title><guid>n</guid></item>", "<item><title>A</title><guid>a</guid></item>",
    ]
    try await change()
    expect(list.shown[0].first == 601 && list.shown[0][302] == 600)
    expect(list.entries.row(at: RowIndexPath(section: 0, row: 301))?.title, equals: "T 300")
    list.keepsNumbers = false
    items.insert("<item><title>T 100½</title><guid>m</guid></item>", at: 250)
    try await change()
    expect(list.shown[0].first == 602 && list.shown[0][102] == 250 && list.shown[0][303] == 601)
    let place = RowIndexPath(section: 0, row: 102)
    list.entries.need([place])
    try await expect(MainLoop.settle { list.entries.row(at: place)?.title == "T 100½" })
  }

  @Test func datesOfEntriesThatStayAreKnownInAFileThatHasChanged() async throws {
    let list = list()
    func item(_ day: Int, _ key: String) -> String {
      let date = "\(day % 28 + 1) \(["Jan", "Feb", "Mar"][day / 28 % 3]) \(1990 + day / 84) 10:00:00 GMT"
      return "<item><title>\(key)</title><guid>\(key)</guid><pubDate>\(date)</pubDate></item>\n"
    }
    // Each day once, in no order.
    var days = (0..<600).map { ($0 * 7 % 600) * 2 }
    func text() -> String { Self.feed(days.map { item($0, "d\($0)") }) }
    let path = try folder.write(text(), to: "d.xml")
    try await open([path], in: list)
    try await show(Arrangement(order: .oldest), in: list)
    list.keepsNumbers = false
    try await expect(
      MainLoop.settle {
        list.library.files[0].loaded?.known?.fingerprints != nil && list.isComplete
      })
    // In the middle, and then at the end.
    for (day, place) in [(401, 250), (7, 601), (1_001, 602)] {
      days.insert(day, at: place)
      _ = try folder.write(text(), to: "d.xml")
      lists.change(path)
      let expected = days.indices.sorted { days[$0] < days[$1] }
      try await expect(
        MainLoop.settle {
          list.isComplete && !list.library.isLoading && list.shown[0].count == expected.count
        })
      expect(list.shown[0] == expected && list.agrees && list.library.isArchive(path))
    }
  }

  /// What is repaired in entries that are only looked at is reported, too.
  @Test func repairsAreReportedWhenAnOrderIsMade() async throws {
    let list = list()
    let items = (0..<600).map { number in
      "<item><title>T \(number)\(number % 100 == 99 ? " & more" : "")</title><guid>g\(number)</guid></item>\n"
    }
    try await open([try folder.write(Self.feed(items), to: "r.xml")], in: list)
    try await show(Arrangement(order: .title), in: list)
    try await expect(MainLoop.settle { list.library.files[0].reportedRepairs?.count == 6 })
    expect(list.library.files[0].reportedRepairs?.places.map(\.line), equals: [100, 200, 300, 400, 500, 600])
  }

  @Test func marksOfRowsThatWereForgottenCountInAFileThatHasGrown() async throws {
    let list = list()
    var items = (0..<600).map { "<item><title>T \($0)</title><guid>g\($0)</guid></item>\n" }
    let path = try folder.write(Self.feed(items), to: "m.xml")
    try await open([path], in: list)
    try await show(Arrangement(filter: .unread), in: list)
    try await read([300], in: list)
    list.entries.set(.read, true, of: [list.entries[RowIndexPath(section: 0, row: 300)]])
    try await expect(MainLoop.settle { list.library.files[0].loaded?.known != nil })
    items.append("<item><title>T 600</title><guid>g600</guid></item>")
    _ = try folder.write(Self.feed(items), to: "m.xml")
    lists.change(path)
    try await expect(
      MainLoop.settle {
        list.isComplete && !list.library.isLoading && list.library.sections[0].rows.count == 601
      })
    list.library.loadedLimit = 8
    list.visibleRows = [RowIndexPath(section: 0, row: 590)]
    list.library.need((500..<600).map { RowIndexPath(section: 0, row: $0) })
    try await expect(
      MainLoop.settle {
        list.library.row(at: RowIndexPath(section: 0, row: 300))?.isPlaceholder == true
      })
    try await show(Arrangement(order: .title, filter: .unread), in: list)
    expect(list.shown[0] == (0...600).filter { $0 != 300 } && list.library.isArchive(path))
  }
}
