import FeedViewerFeeds

/// A day, or a month without a day, in the reader's time zone: an entry of a section index of dates.
nonisolated struct DatePlace: Equatable {
  /// With more days, the index would have too many dots.
  private static let maximumDayCount = 31

  private let year: Int
  private let month: Int
  private let day: Int

  init(of date: FeedDate, isByDay: Bool, clock: LocalClock) {
    let date = RelativeDate.calendarDay(of: date, clock: clock)
    (year, month, day) = (date.year, date.month, isByDay ? date.day : 0)
  }

  /// Whether dates between two are told apart by day.
  static func isByDay(from first: FeedDate, to last: FeedDate) -> Bool {
    let (distance, overflow) = last.secondsSinceEpoch.subtractingReportingOverflow(first.secondsSinceEpoch)
    return !overflow && distance.magnitude / 86_400 < Self.maximumDayCount
  }

  var title: String {
    day > 0 ? DateText.day(day, month: month, year: year) : DateText.month(month, year: year)
  }

  /// Years for months, months for days; only the first entry of each is labelled, the others are dots.
  func label(after previous: DatePlace?) -> String? {
    if day > 0 {
      return previous?.month == month ? "\(day)" : DateText.shortName(ofMonth: month)
    }
    return previous?.year == year ? nil : "\(year)"
  }
}
