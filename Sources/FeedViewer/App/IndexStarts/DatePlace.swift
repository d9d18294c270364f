import FeedViewerFeeds

/// A day, or a month without a day, in the reader's time zone: an entry of a section index of dates.
nonisolated struct DatePlace: Equatable {
  /// With more days, the index would have too many dots.
  private static let maximumDayCount = 31
  /// With more months, they would have no room for their names.
  private static let maximumMonthCount = 24

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

  /// Whether dates between two span less than two years.
  static func areFewMonths(from first: DatePlace, to last: DatePlace) -> Bool {
    abs((last.year - first.year) * 12 + last.month - first.month) < maximumMonthCount
  }

  /// Whether it is the first day of its month among days, or the first month of its year among months.
  func beginsPeriod(after previous: DatePlace?) -> Bool {
    day > 0 ? previous?.month != month : previous?.year != year
  }

  /// The first entry of a year has the year's label, the first of a month among days the month's. Others have labels of
  /// their own if they are few, and are dots otherwise.
  ///
  /// - Parameter namesMonths: Whether months have labels.
  func label(after previous: DatePlace?, namesMonths: Bool) -> String? {
    if day > 0 { return beginsPeriod(after: previous) ? DateText.shortName(ofMonth: month) : "\(day)" }
    if beginsPeriod(after: previous) { return "\(year)" }
    return namesMonths ? DateText.shortName(ofMonth: month) : nil
  }
}
