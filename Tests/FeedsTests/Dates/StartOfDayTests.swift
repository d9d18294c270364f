import Expectations
import Testing

@testable import FeedViewerFeeds

struct StartOfDayTests {
  @Test func dayBeginsAtMidnightOfTheTimeZone() {
    let east = FeedDate(startOfDay: 3, month: 5, year: 2024, clock: LocalClock(secondsFromUTC: 3_600))
    expect(east.iso8601UTC, equals: "2024-05-02T23:00:00Z")
    let west = FeedDate(startOfDay: 29, month: 2, year: 2024, clock: LocalClock(secondsFromUTC: -36_000))
    expect(west.iso8601UTC, equals: "2024-02-29T10:00:00Z")
  }

  @Test func monthsHaveTheirDays() {
    expect(FeedDate.days(inMonth: 2, of: 2024), equals: 29)
    expect(FeedDate.days(inMonth: 2, of: 1900), equals: 28)
    expect(FeedDate.days(inMonth: 12, of: 2024), equals: 31)
  }

  /// Clocks are put forward or back on 3 May 2024, at or near midnight.
  @Test(arguments: [-9 * 3_600, 0, 13 * 3_600], [-3_600, 1_800, 3_600])
  func changeOfClocksAtMidnightMovesTheBeginningOfTheDay(offset: Int64, change: Int64) {
    let midnight = FeedDate(
      startOfDay: 3, month: 5, year: 2024, clock: LocalClock(secondsFromUTC: offset)
    ).secondsSinceEpoch
    for moment in stride(from: midnight - 4 * 3_600, through: midnight + 4 * 3_600, by: 1_800) {
      let clock = LocalClock { $0 < moment ? offset : offset + change }
      func isOnDay(_ seconds: Int64) -> Bool {
        let day = RelativeDate.calendarDay(of: FeedDate(secondsSinceEpoch: seconds), clock: clock)
        return day == (2024, 5, 3)
      }
      let first = stride(from: midnight - 86_400, to: midnight + 86_400, by: 900).first(where: isOnDay)
      let start = FeedDate(startOfDay: 3, month: 5, year: 2024, clock: clock).secondsSinceEpoch
      expect(start, equals: first, "\(moment - midnight)")
    }
  }
}
