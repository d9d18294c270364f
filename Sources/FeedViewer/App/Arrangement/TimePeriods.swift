import FeedViewerBase
import FeedViewerFeeds

/// The periods of a timeline: today, yesterday, this week, and months.
nonisolated struct TimePeriods {
  /// A period; entries of one period are neighbours in a timeline.
  struct Period: Equatable {
    /// Stable for as long as the day does not change.
    let key: String
    let title: String
  }

  private let today: Int64
  /// The first day of the week, counted as `today`.
  private let weekStart: Int64
  private let clock: LocalClock

  /// - Parameter now: The time that "today" refers to, in seconds since 1970.
  init(now: Int64, clock: LocalClock) {
    self.clock = clock
    today = RelativeDate.day(at: now, clock: clock)
    // 1 January 1970 was a Thursday; weeks start on Monday (ISO 8601, section 2.2.8).
    weekStart = today - (today + 3) % 7
  }

  /// Divides entries that are sorted by date, with undated ones at the end.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - date: The date of one; nil if it has none.
  /// - Complexity: O(p log n) calendar computations for p periods of n entries.
  func divide(_ count: Int, date: (Int) -> FeedDate?) -> [(Period, Range<Int>)] {
    var periods: [(Period, Range<Int>)] = []
    var start = 0
    while start < count {
      let here = period(of: date(start))
      var low = start + 1
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if period(of: date(middle)) == here { low = middle + 1 } else { high = middle }
      }
      periods.append((here, start..<low))
      start = low
    }
    return periods
  }

  private func period(of date: FeedDate?) -> Period {
    guard let date else { return Period(key: "none", title: localized("No Date")) }
    let day = RelativeDate.day(at: date.moment(in: clock), clock: clock)
    if day > today { return Period(key: "later", title: localized("Upcoming")) }
    if day == today { return Period(key: "today", title: localized("Today")) }
    if day == today - 1 { return Period(key: "yesterday", title: localized("Yesterday")) }
    if day >= weekStart { return Period(key: "week", title: localized("This Week")) }
    let month = RelativeDate.calendarDay(of: date, clock: clock)
    return Period(
      key: "\(month.year)-\(month.month)", title: DateText.month(month.month, year: month.year))
  }
}
