import Expectations
import FeedViewerFeeds
import FeedViewerRows
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Relative dates of rows while a window stays open.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct DateFollowerTests {
  private static let count = 30
  private let utc = LocalClock(secondsFromUTC: 0)

  /// A feed read now, whose authors have names of all lengths, and its window.
  private func makeFixture() async throws -> WindowFixture {
    let fixture = try await WindowFixture(size: WindowSize(width: 360, height: 500), [])
    let now = fixture.window.entries.now()
    // The last entry is older than a week.
    let items = (0...Self.count).map { number in
      let age = number == Self.count ? 30 * 86_400 : 120
      return "<entry><id>\(number)</id><title>\(number)</title>"
        + "<author><name>\(String(repeating: "n", count: number + 12))</name></author>"
        + "<updated>\(time(now - Int64(age)))</updated></entry>"
    }
    let feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>f</title>\(items.joined())</feed>"
    fixture.window.open([try fixture.folder.write(feed, to: "f.xml")])
    try await expect(fixture.settle { fixture.window.library.entryCount == Self.count + 1 })
    return fixture
  }

  private func time(_ seconds: Int64) -> String {
    let day = RelativeDate.calendarDay(
      of: FeedDate(secondsSinceEpoch: seconds, isDay: true), clock: utc)
    let rest = ((seconds % 86_400) + 86_400) % 86_400
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day.year)-\(two(Int64(day.month)))-\(two(Int64(day.day)))"
      + "T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  private func details(_ fixture: WindowFixture, _ row: Int) throws -> String {
    let list = fixture.window.list
    let source = try require(list.dataSource as? EntryListDataSource)
    return source.listView(list, rowContentOf: .row(RowIndexPath(section: 0, row: row))).metadata
      .filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
  }

  private func heights(_ fixture: WindowFixture) -> [Int] {
    (0...Self.count).map {
      let element = ListElement.row(RowIndexPath(section: 0, row: $0))
      if case .measured(let height) = fixture.window.list.geometry.height(of: element) { return height }
      return -1
    }
  }

  /// Notes which dates have changed, and has the window follow.
  private final class Follower: WindowEventFollower {
    var changed: [RowIndexPath] = []
    private let window: ViewerWindow

    init(_ window: ViewerWindow) { self.window = window }

    func follow(_ event: WindowEvent) {
      if case .datesChanged(let rows) = event { changed = rows }
      window.follow(event)
    }
  }

  @Test func datesAreThoseOfNowAndHeightsAreExact() async throws {
    let fixture = try await makeFixture()
    defer { fixture.close() }
    let window = fixture.window
    let start = window.entries.now()
    try await expect(fixture.settle { !heights(fixture).contains(-1) })
    let before = heights(fixture)
    try expect(details(fixture, 0).hasSuffix("2 minutes ago"))
    let old = try details(fixture, Self.count)

    let follower = Follower(window)
    window.dates.follower = follower
    window.entries.now = { start + 45 * 60 }
    try expect(details(fixture, 0).hasSuffix("2 minutes ago"))
    window.dates.check()
    expect(follower.changed.map(\.row), equals: Array(0..<Self.count))
    try expect(details(fixture, 0).hasSuffix("47 minutes ago"))
    try expect(details(fixture, Self.count), equals: old)
    try await expect(fixture.settle { !heights(fixture).contains(-1) })
    let after = heights(fixture)
    expect(after, equals: before, "The line of the date has one line, whatever the date is called.")
    window.list.reloadData()
    try await expect(fixture.settle { !heights(fixture).contains(-1) })
    expect(heights(fixture), equals: after)

    follower.changed = []
    window.dates.check()
    expect(follower.changed.isEmpty)
    window.entries.now = { start + 86_400 * 20 }
    window.dates.check()
    expect(follower.changed.count, equals: Self.count)
    try expect(!details(fixture, 0).contains("ago"))
    follower.changed = []
    window.entries.now = { start + 86_400 * 21 }
    window.dates.check()
    expect(follower.changed.isEmpty)
  }

  @Test func nextChangeIsNotLaterThanTheChange() throws {
    let read: Int64 = 1_700_000_000
    for age in [-200_000, -4_000, -30, 0, 59, 3_500, 3_599, 20_000, 90_000, 600_000, 690_000] as [Int64] {
      for isDay in [false, true] {
        let context = RowContext(
          path: "/a", format: .rss, now: read, clock: utc, feedTitle: "", feed: Feed(format: .rss))
        let seconds = isDay ? (read - age) / 86_400 * 86_400 : read - age
        let entry = FeedEntry(key: "1", published: FeedDate(secondsSinceEpoch: seconds, isDay: isDay))
        let row = FeedRow(
          entry, context.texts(of: entry), context: context)
        let names = DateText(clock: utc)
        let date = try require(row.date)
        var moment = read
        while let next = row.nextChange(after: moment), moment < read + 900_000 {
          expect(next > moment)
          // The end of a day may be told up to an hour, and what is in the future a minute later.
          if !isDay, (0..<3_600).contains(moment - seconds) {
            expect(names.relative(date, now: moment), equals: names.relative(date, now: next - 1), "\(age)")
          }
          expect(row.texts(at: next).dateText, equals: names.relative(date, now: next))
          moment = next
        }
      }
    }
  }
}
