import Expectations
import FeedViewerFeeds
import RandomNumbers
import Testing
import VirtualList

@testable import FeedViewer

/// Filtering, sorting and grouping of rows, against plain descriptions of what they mean.
struct EntryArrangerTests {
  /// 22 November 2026, 12:00 UTC, a Sunday.
  private static let now: Int64 = 1_795_348_800

  private func section(_ title: String, _ entries: [(title: String, day: Int64?)]) -> LibrarySection {
    var rows = RowMaker(path: "/\(title)", format: .rss)
    return LibrarySection(
      key: ItemKey("/\(title)|0"), path: "/\(title)", ownTitle: nil, title: title,
      rows: entries.enumerated().map { number, item in
        let entry = FeedEntry(
          key: "\(title)\(number)", title: item.title,
          published: item.day.map { FeedDate(secondsSinceEpoch: Self.now + $0 * 86_400) })
        return rows.row(for: entry, of: Feed(format: .rss), feedTitle: title)
      }, feedKey: title)
  }

  private func arranger(_ arrangement: Arrangement) -> EntryArranger {
    EntryArranger(arrangement: arrangement, now: Self.now, clock: LocalClock(secondsFromUTC: 0))
  }

  private func titles(_ sections: [LibrarySection]) -> [[String]] { sections.map { $0.rows.map(\.title) } }

  private var sample: [LibrarySection] {
    [
      section("Zebra", [("b", -1), ("c", nil), ("a", 0)]),
      section("apple", [("e", -40), ("d", 1), ("f", 0)]),
    ]
  }

  @Test func theTimelineMergesFeeds() {
    var arrangement = Arrangement()
    arrangement.grouping = .time
    let sections = arranger(arrangement).arranged(sample).sections
    expect(sections.map(\.title), equals: ["Upcoming", "Today", "Yesterday", "October 2026", "No Date"])
    expect(titles(sections), equals: [["d"], ["a", "f"], ["b"], ["e"], ["c"]])
    arrangement.order = .oldest
    expect(
      arranger(arrangement).arranged(sample).sections.map(\.title),
      equals: ["October 2026", "Yesterday", "Today", "Upcoming", "No Date"])
    arrangement.order = .feed
    expect(titles(arranger(arrangement).arranged(sample).sections)[1], equals: ["f", "a"])
  }

  @Test func outlinesFollowTheTimelineAndAreNotCounted() {
    var arrangement = Arrangement()
    arrangement.grouping = .time
    let names = section("Names", [("x", nil), ("y", nil)])
    let outlines = LibrarySection(
      key: names.key, path: names.path, ownTitle: nil, title: "Names", rows: names.rows, feedKey: "Names",
      isOfOutlines: true)
    let sections = arranger(arrangement).arranged([outlines, section("A", [("a", 0)])]).sections
    expect(titles(sections), equals: [["a"], ["x", "y"]])
    expect(sections.map(\.unreadCount) == [1, 0] && sections.map(\.namesFeeds) == [false, false])
  }

  @Test func theWeekBeginsOnMonday() {
    var arrangement = Arrangement()
    arrangement.grouping = .time
    let days = section("s", (0..<9).map { ("\($0)", -$0) })
    let sections = arranger(arrangement).arranged([days]).sections
    expect(sections.map(\.title), equals: ["Today", "Yesterday", "This Week", "November 2026"])
    // Monday was six days ago.
    expect(titles(sections)[2], equals: ["2", "3", "4", "5", "6"])
  }

  /// Days without a time are the same days in all time zones, and lie among moments that belong to other days in UTC.
  @Test(arguments: [-10, -5, 0, 3, 13]) func daysWithoutATimeStayInTheirPeriod(hours: Int64) {
    var arrangement = Arrangement()
    arrangement.grouping = .time
    var random = SplitMix64(seed: 5)
    let clock = LocalClock(secondsFromUTC: hours * 3_600)
    // Days around two starts of months and today.
    let midnights = [-52, -22, -1, 0].map { (Self.now / 86_400 + $0) * 86_400 }
    var rows = RowMaker(path: "/feed", format: .rss)
    let made = (0..<300).map { number in
      let midnight = midnights.randomElement(using: &random)!
      let published =
        random.chance(0.4)
        ? FeedDate(
          secondsSinceEpoch: midnight + 86_400 * Int64.random(in: -1...1, using: &random), isDay: true)
        : FeedDate(secondsSinceEpoch: midnight + Int64.random(in: -90_000...90_000, using: &random))
      let entry = FeedEntry(key: "\(number)", title: "\(number)", published: published)
      return rows.row(for: entry, of: Feed(format: .rss), feedTitle: "feed")
    }
    let section = LibrarySection(
      key: ItemKey("/feed|0"), path: "/feed", ownTitle: nil, title: "feed", rows: made, feedKey: "feed")
    for order in [Arrangement.Order.newest, .oldest] {
      arrangement.order = order
      let arranged = EntryArranger(arrangement: arrangement, now: Self.now, clock: clock).arranged([section])
        .sections
      expect(Set(arranged.map(\.key)).count, equals: arranged.count)
      for section in arranged where section.title == "Today" || section.title.hasSuffix("2026") {
        for row in section.rows {
          guard let date = row.date else { continue }
          if section.title == "Today" {
            expect(
              RelativeDate.day(at: date.moment(in: clock), clock: clock),
              equals: RelativeDate.day(at: Self.now, clock: clock))
            if date.isDay {
              expect(date.secondsSinceEpoch, equals: Self.now / 86_400 * 86_400 + (hours > 12 ? 86_400 : 0))
            }
          } else {
            let day = RelativeDate.calendarDay(of: date, clock: clock)
            expect(section.title, equals: DateText.month(day.month, year: day.year))
          }
        }
      }
    }
  }

  @Test func aFilterLeavesNoHeaderWithoutRows() {
    let sections = sample
    for row in sections[1].rows { row.setMarks(.read) }
    sections[0].rows[2].setMarks(.starred)
    var arrangement = Arrangement()
    arrangement.filter = .unread
    expect(titles(arranger(arrangement).arranged(sections).sections), equals: [["b", "c", "a"]])
    arrangement.filter = .starred
    expect(titles(arranger(arrangement).arranged(sections).sections), equals: [["a"]])
    arrangement.filter = .all
    expect(
      titles(arranger(arrangement).arranged(sections + [section("Empty", [])]).sections).count, equals: 3)
  }

  @Test func everyArrangementShowsEachRowOnce() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let sections = (0..<Int.random(in: 0...4, using: &random)).map { number in
        section(
          "feed \(number)",
          (0..<Int.random(in: 0...30, using: &random)).map { _ in
            (
              "t\(Int.random(in: 0...9, using: &random))",
              random.chance(0.2) ? nil : Int64.random(in: -400...3, using: &random)
            )
          })
      }
      for row in sections.flatMap(\.rows) {
        row.setMarks(EntryMarks(rawValue: UInt8.random(in: 0...3, using: &random)))
      }
      for order in Arrangement.Order.allCases {
        for grouping in Arrangement.Grouping.allCases {
          for filter in Arrangement.Filter.allCases {
            let arrangement = Arrangement(order: order, grouping: grouping, filter: filter)
            let shown = arranger(arrangement).arranged(sections).sections
            let wanted = sections.flatMap(\.rows).filter {
              filter == .all || (filter == .unread ? !$0.isRead : $0.isStarred)
            }
            expect(Set(shown.flatMap { $0.rows.map(\.key) }), equals: Set(wanted.map(\.key)))
            expect(shown.reduce(0) { $0 + $1.rows.count }, equals: wanted.count)
            expect(Set(shown.map(\.key)).count, equals: shown.count)
            for section in shown {
              expect(section.unreadCount, equals: section.rows.count { !$0.isRead })
              if order == .newest || order == .oldest { expectSortedByDate(Array(section.rows), order) }
            }
          }
        }
      }
    }
  }

  private func expectSortedByDate(_ rows: [FeedRow], _ order: Arrangement.Order) {
    for (row, next) in zip(rows, rows.dropFirst()) {
      guard let late = next.date else { continue }
      let loaded = row.date
      expect(loaded != nil)
      if let loaded { expect(order == .newest ? loaded >= late : loaded <= late) }
    }
  }
}
