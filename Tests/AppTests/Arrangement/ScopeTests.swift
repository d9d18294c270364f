import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewer

struct ScopeTests {
  @Test(
    arguments: [
      .all, .unread, .starred, .today, .feed("/a b/ü.xml"), .feed("feed:x#1"), .feed("/a#b:c"),
      .feed("\u{301}x"), .folder("/a.opml", [0]),
      .folder("/odd#name/1.opml", [3, 0, 12]),
    ] as [Scope])
  func scopesAreNamed(scope: Scope) {
    expect(Scope(scope.text), equals: scope)
  }

  @Test func namesAreThoseThatOtherProgramsUse() {
    expect(Scope.smartLists.map(\.text), equals: ["all", "unread", "starred", "today"])
    expect(Scope.feed("/a.xml").text, equals: "feed:/a.xml")
    expect(Scope("feed:/\u{E9}") != Scope("feed:/e\u{301}"))
    expect(Scope.folder("/a.opml", [2, 1]).text, equals: "folder:/a.opml#2/1")
  }

  @Test(arguments: [
    "", "All", "tomorrow", "feed", "folder:/a", "folder:/a#", "folder:/a#1/", "folder:/a#-1", "folder:/a#x",
  ])
  func otherTextsNameNoList(text: String) {
    expect(Scope(text), equals: nil)
  }
}

struct TodayTests {
  /// Each hour around midnight, in time zones on both sides of Greenwich.
  @Test(arguments: [-12, -5, 0, 1, 14] as [Int64])
  func aDayBeginsAndEndsAtTheReadersMidnight(hours: Int64) {
    let clock = LocalClock(secondsFromUTC: hours * 3_600)
    // 29 November 2026, 00:00 UTC.
    let start: Int64 = 1_795_910_400
    for now in stride(from: start - 86_400, to: start + 86_400, by: 3_600) {
      let today = Today(at: now, clock: clock)
      let day = ((now + hours * 3_600) / 86_400)
      for date in stride(from: now - 50 * 3_600, through: now + 50 * 3_600, by: 3_600) {
        expect(
          today.contains(FeedDate(secondsSinceEpoch: date)),
          equals: (date + hours * 3_600) / 86_400 == day, "\(now) \(date)")
      }
    }
  }

  @Test func datesWithoutATimeAndNoneAreKnown() {
    let clock = LocalClock(secondsFromUTC: -8 * 3_600)
    // 29 November 2026, 20:00 in the reader's time zone, which is the 30th in UTC.
    let today = Today(at: 1_795_910_400 + 28 * 3_600, clock: clock)
    for days in -1...1 as ClosedRange<Int64> {
      let date = FeedDate(secondsSinceEpoch: 1_795_910_400 + days * 86_400, isDay: true)
      expect(today.contains(date), equals: days == 0, "\(days)")
    }
    expect(!today.contains(nil))
    for seconds in [Int64.min, .max] { expect(!today.contains(FeedDate(secondsSinceEpoch: seconds))) }
  }
}
