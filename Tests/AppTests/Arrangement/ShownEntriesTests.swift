import Expectations
import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import ProgramRuns
import RandomNumbers
import Testing
import VirtualList

@testable import FeedViewer

/// The list follows the library and the arrangement by edits and differences.
struct ShownEntriesTests {
  private let fixture = LibraryFixture()
  private let shown: ShownList
  private var entries: ShownEntries { shown.entries }
  private var library: FeedLibrary { fixture.library }

  init() {
    shown = ShownList(fixture.library)
  }

  /// A list that knows only the notifications.
  private final class ShownList: ListUpdateConsumer {
    let entries: ShownEntries
    private(set) var keys: [[ItemKey]] = []
    private(set) var newArrangementCount = 0
    var visibleRows: [RowIndexPath] = []
    var selectedRow: RowIndexPath?

    init(_ library: FeedLibrary) {
      entries = ShownEntries(library: library)
      entries.consumer = self
    }

    private var wanted: [[ItemKey]] { entries.sections.map { $0.rows.map(\.key) } }
    var agrees: Bool { keys == wanted }

    func apply(_ update: ListUpdate) {
      switch update {
      case .edits(let edits): follow(edits)
      case .change(let change, let isNewArrangement): follow(change, isNewArrangement: isNewArrangement)
      case .read(let rows):
        for place in rows { keys[place.section][place.row] = wanted[place.section][place.row] }
      case .marks, .files, .reveal: break
      }
    }

    private func follow(_ edits: [ListEdit]) {
      do {
        follow(try ChangeSet(edits, before: keys.map(\.count), after: wanted.map(\.count)))
      } catch {
        Issue.record("The edits \(edits) contradict what is shown: \(error)")
      }
    }

    private func follow(_ change: ChangeSet, isNewArrangement: Bool) {
      if isNewArrangement { newArrangementCount += 1 }
      guard change.before == keys.map(\.count), change.after == wanted.map(\.count) else {
        Issue.record("The change does not lead from what was shown to what is shown.")
        return
      }
      follow(change)
    }

    private func follow(_ change: ChangeSet) {
      let before = keys
      keys = wanted
      for section in keys.indices {
        for row in keys[section].indices {
          let place = RowIndexPath(section: section, row: row)
          if let source = change.oldIndexPath(for: place) {
            expect(before[source.section][source.row], equals: keys[section][row])
          }
        }
      }
    }
  }

  private var titles: [[String]] { entries.sections.map { $0.rows.map(\.entryKey) } }

  /// More rows than are arranged at once.
  @Test(arguments: [false, true])
  func unreadEntriesAreCountedIfMarksChangeWhileRowsAreArranged(isLate: Bool) async throws {
    await fixture.open("/a", title: "A", (0..<2_100).map { "\($0)" })
    if !isLate { entries.set(.read, true, of: library.sections[0].rows.prefix(70)) }
    entries.show(Arrangement(order: .title))
    expect(entries.isArranging)
    if isLate { entries.set(.read, true, of: library.sections[0].rows.prefix(70)) }
    try await expect(MainLoop.settle { !entries.isArranging })
    expect(shown.agrees && entries.isArranged)
    expect(entries.sections[0].unreadCount, equals: 2_030)
    entries.set(.read, false, of: [entries.sections[0].rows[0]])
    expect(entries.sections[0].unreadCount, equals: 2_031)
  }

  /// What workers have arranged of an earlier state of the library is not shown.
  @Test(arguments: 0..<UInt64(3))
  func rowsThatGoWhileTheyAreArrangedAreNotShown(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    await fixture.open("/a", title: "A", (0..<2_300).map { "\($0)" })
    let editor = EntryEditor(entries)
    for order in [Arrangement.Order.title, .unread, .file, .title] {
      let arrangement = Arrangement(order: order)
      entries.show(arrangement)
      expect(entries.isArranging)
      let rows = library.sections[0].rows
      _ = editor.delete((0..<5).map { _ in rows[Int.random(in: 0..<rows.count, using: &random)] })
      if random.chance(0.3) { editor.history.undo() }
      try await expect(MainLoop.settle { !entries.isArranging })
      let expected = EntryArranger(arrangement: arrangement, now: 0).arranged(library.sections).sections
      expect(entries.sections.map { $0.rows.map(\.key) }, equals: expected.map { $0.rows.map(\.key) })
      expect(shown.agrees, "seed \(seed)")
    }
  }

  /// The texts of rows that another order brings on screen are read before it is shown.
  @Test(arguments: [nil, 1_500])
  func textsOfTheFirstRowsAreReadWithTheirOrder(selected: Int?) async throws {
    // Each row is on another page than the one before it in the order of titles.
    let items = (0..<2_112).map { index in
      "<item><guid>\(index)</guid><title>\(1_000_000 + index % 64 * 1_000 + index / 64)</title></item>"
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "<rss><channel><title>A</title>\(items.joined())</channel></rss>", to: "a.xml")
    var rows: [FeedRow] = []
    for await event in FeedLoader.events(path: path, state: library.state, sizes: LoadingSizes(reread: 0)) {
      if case .part(_, let sections) = event { rows += sections.flatMap(\.rows) }
    }
    let heading = LibraryFixture.heading("A", path)
    library.open([path])
    await fixture.report(
      .part(heading, [LoadedSection(title: nil, rows: rows)]), .finished(heading), of: path)
    for row in rows { while !row.page.forgetTexts() {} }
    shown.visibleRows = (0..<6).map { RowIndexPath(section: 0, row: $0) }
    shown.selectedRow = selected.map { RowIndexPath(section: 0, row: $0) }
    entries.show(Arrangement(order: .title))
    try await expect(MainLoop.settle { !entries.isArranging })
    let titles = entries.sections[0].rows
    expect(titles.count == rows.count && entries.isArranged)
    let first = try selected.map { number in try require(titles.firstIndex { $0 == rows[number] }) - 6 } ?? 0
    let wanted = titles[first..<first + (selected == nil ? 6 : 12)]
    expect(wanted.allSatisfy(\.page.isLoaded))
    // Before, the first page was on screen.
    let others = titles.map(\.page).filter { $0.isLoaded && $0 !== rows[0].page }
    let pages = wanted.map(\.page).filter { $0 !== rows[0].page }
    expect(Set(others.map(ObjectIdentifier.init)), equals: Set(pages.map(ObjectIdentifier.init)))
  }

  @Test func aTimelineFollowsTheDay() async {
    var now: Int64 = 1_795_348_800
    entries.clock = LocalClock(secondsFromUTC: 0)
    entries.now = { now }
    let path = "/a"
    library.open([path])
    var maker = RowMaker(path: FilePath(path), format: .rss)
    let rows = (0..<3).map { age in
      let entry = FeedEntry(
        key: "\(age)", published: FeedDate(secondsSinceEpoch: now - Int64(age) * 86_400))
      return maker.row(for: entry, of: Feed(format: .rss), feedTitle: "Feed")
    }
    let heading = LibraryFixture.heading("A", path)
    await fixture.report(
      .part(heading, [LoadedSection(title: nil, rows: rows)]), .finished(heading), of: path)
    var arrangement = Arrangement()
    arrangement.grouping = .time
    entries.show(arrangement)
    expect(entries.sections.map(\.title), equals: ["Today", "Yesterday", "This Week"])
    // 11 hours later it is the same day, 12 hours later the next one: a Monday, on which a week begins.
    now += 11 * 3_600
    entries.dayObserver?.check()
    expect(entries.sections.map(\.title), equals: ["Today", "Yesterday", "This Week"])
    now += 3_600
    entries.dayObserver?.check()
    expect(entries.sections.map(\.title), equals: ["Yesterday", "November 2026"])
    expect(titles == [["0"], ["1", "2"]] && shown.agrees && shown.newArrangementCount == 1)
  }

  @Test func largeListsFollowFilesThatAreReadAgain() async throws {
    let keys = (0..<5_000).map { String(($0 * 7_919) % 5_000) }
    await fixture.open("/a", title: "A", keys)
    entries.show(Arrangement(order: .title))
    while entries.isArranging { try await Task.sleep(for: .milliseconds(1)) }
    let rows = Set(entries.sections[0].rows)
    // Other rows with the same keys, and some that are new or gone.
    library.reload("/a")
    await fixture.finish("/a", title: "A", Array(keys.dropFirst(10)) + ["5000", "5001"])
    while entries.isArranging { try await Task.sleep(for: .milliseconds(1)) }
    expect(!rows.contains(entries.sections[0].rows[0]))
    expect(titles[0].count == 4_992 && titles[0].last == "5001" && shown.agrees)
    entries.show(Arrangement())
    while entries.isArranging { try await Task.sleep(for: .milliseconds(1)) }
    expect(titles[0].first == keys[10] && shown.agrees)
  }

  @Test func ordersThatWerePreparedAreTheSame() async throws {
    let keys = (0..<5_000).map { String(($0 * 7_919) % 5_000) }
    await fixture.open("/a", title: "A", keys)
    entries.prepareTitleOrder()
    await entries.titleOrderIsPrepared()
    entries.show(Arrangement(order: .title))
    while entries.isArranging { try await Task.sleep(for: .milliseconds(1)) }
    expect(titles[0] == (0..<5_000).map(String.init) && shown.agrees)
  }

  @Test func randomEditsAndArrangements() async throws {
    var random = SplitMix64(seed: 11)
    await fixture.open("/a", title: "A", (0..<20).map(String.init))
    await fixture.open("/b", title: "B", (0..<7).map(String.init))
    let editor = EntryEditor(entries)
    for step in 0..<600 {
      let rows = entries.sections.flatMap(\.rows)
      let row = rows.randomElement(using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        entries.show(
          Arrangement(
            order: .allCases.randomElement(using: &random)!,
            grouping: .allCases.randomElement(using: &random)!,
            filter: .allCases.randomElement(using: &random)!))
      case 1: entries.show(Arrangement())
      case 2: _ = editor.delete(Array(rows.shuffled(using: &random).prefix(3)))
      case 3 where !entries.sections.isEmpty:
        let section = Int.random(in: entries.sections.indices, using: &random)
        _ = editor.delete(Array(entries.sections[section].rows))
      case 4, 5: if let row { editor.set(.read, Bool.random(using: &random), of: [row]) }
      case 6: if let row { editor.set(.starred, Bool.random(using: &random), of: [row]) }
      case 7: editor.history.undo()
      default: editor.history.redo()
      }
      guard shown.agrees else {
        Issue.record("After step \(step) the list shows something else.")
        return
      }
    }
  }
}
