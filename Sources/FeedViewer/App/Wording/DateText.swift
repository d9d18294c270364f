import FeedViewerBase
import FeedViewerFeeds

/// Words the dates of entries in the reader's language and time zone.
nonisolated struct DateText: Sendable {
  private let clock: LocalClock
  private let shortPattern: DatePattern
  private let dayPattern: DatePattern
  private let fullPattern: DatePattern
  private let fullDayPattern: DatePattern

  /// - Parameter clock: The reader's time zone.
  init(clock: LocalClock) {
    self.clock = clock
    // Translators: the date of an entry in the list, such as "12 Mar 2024", in the notation of strftime.
    shortPattern = DatePattern(localized("%-d %b %Y", context: "short date"))
    dayPattern = Self.dayPattern
    // Translators: a complete date, such as "Tuesday, 12 March 2024, 14:03", in the notation of strftime.
    fullPattern = DatePattern(localized("%A, %-d %B %Y, %H:%M", context: "date and time"))
    // Translators: a complete date without a time, such as "Tuesday, 12 March 2024", in the notation of strftime.
    fullDayPattern = DatePattern(localized("%A, %-d %B %Y", context: "date"))
  }

  /// "now", "today", "5 minutes ago", "3 hours ago", "yesterday", "4 days ago", "in 2 hours", "12 Mar 2024".
  ///
  /// - Parameter now: Seconds since 1970.
  func relative(_ date: FeedDate, now: Int64) -> String {
    switch RelativeDate(date, now: now, clock: clock) {
    case .now: return localized("now", context: "relative date")
    case .today: return localized("today", context: "relative date")
    case .yesterday: return localized("yesterday", context: "relative date")
    case .tomorrow: return localized("tomorrow", context: "relative date")
    case .minutes(let count) where count < 0:
      return localized("in \(-count) minute", plural: "in \(-count) minutes", count: -count)
    case .minutes(let count):
      return localized("\(count) minute ago", plural: "\(count) minutes ago", count: count)
    case .hours(let count) where count < 0:
      return localized("in \(-count) hour", plural: "in \(-count) hours", count: -count)
    case .hours(let count): return localized("\(count) hour ago", plural: "\(count) hours ago", count: count)
    case .days(let count) where count < 0:
      return localized("in \(-count) day", plural: "in \(-count) days", count: -count)
    case .days(let count): return localized("\(count) day ago", plural: "\(count) days ago", count: count)
    case .distant:
      let day = RelativeDate.calendarDay(of: date, clock: clock)
      return shortPattern.text(year: day.year, month: day.month, day: day.day)
    }
  }

  /// "12 March 2024", or as `relative(_:now:)` calls a date that is near.
  ///
  /// - Parameter now: Seconds since 1970.
  func spoken(_ date: FeedDate, now: Int64) -> String {
    guard RelativeDate(date, now: now, clock: clock) == .distant else { return relative(date, now: now) }
    let day = RelativeDate.calendarDay(of: date, clock: clock)
    return dayPattern.text(year: day.year, month: day.month, day: day.day)
  }

  /// "Tuesday, 12 March 2024, 14:03"; without a time if the feed gives none.
  func full(_ date: FeedDate) -> String {
    let day = RelativeDate.calendarDay(of: date, clock: clock)
    let time = RelativeDate.timeOfDay(of: date, clock: clock)
    return (date.isDay ? fullDayPattern : fullPattern).text(
      year: day.year, month: day.month, day: day.day, weekday: time.weekday, hour: time.hour,
      minute: time.minute)
  }

  /// "March 2024".
  static func month(_ month: Int, year: Int) -> String {
    // Translators: a month and its year, such as "March 2024", in the notation of strftime.
    DatePattern(localized("%B %Y", context: "month and year")).text(year: year, month: month, day: 1)
  }

  /// "12 March 2024".
  static func day(_ day: Int, month: Int, year: Int) -> String {
    dayPattern.text(year: year, month: month, day: day)
  }

  private static var dayPattern: DatePattern {
    // Translators: a day, such as "12 March 2024", in the notation of strftime.
    DatePattern(localized("%-d %B %Y", context: "day"))
  }

  /// "Mar".
  static func shortName(ofMonth month: Int) -> String {
    // Translators: the short name of a month alone, such as "Mar", in the notation of strftime.
    DatePattern(localized("%b", context: "month")).text(year: 2_000, month: month, day: 1)
  }
}
