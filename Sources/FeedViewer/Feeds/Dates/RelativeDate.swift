/// Formats dates in English, relative to the present.
public enum RelativeDate {
  /// "now", "5 minutes ago", "3 hours ago", "yesterday", "4 days ago", "in 2 hours", "12 Mar 2024".
  ///
  /// Counts hours within a day and calendar days within a week; earlier or later dates are written out. A date without a
  /// time is "today" on its day.
  /// - Parameters:
  ///   - date: The date to format.
  ///   - now: Seconds since 1970.
  ///   - clock: The reader's time zone, which decides where days begin.
  public static func text(for date: FeedDate, now: Int64, clock: LocalClock) -> String {
    let distance = now - date.secondsSinceEpoch
    let size = abs(distance)
    func phrase(_ count: Int64, _ unit: String) -> String {
      let amount = "\(count) \(unit)\(count == 1 ? "" : "s")"
      return distance < 0 ? "in \(amount)" : "\(amount) ago"
    }
    let days = day(now, clock) - day(date, clock)
    if date.isDay {
      if days == 0 { return "today" }
    } else {
      if size < 60 { return "now" }
      if size < 3_600 { return phrase(size / 60, "minute") }
      if days == 0 || size < 6 * 3_600 { return phrase(size / 3_600, "hour") }
    }
    if days == 1 { return "yesterday" }
    if days == -1 { return "tomorrow" }
    if abs(days) < 7 { return phrase(abs(days), "day") }
    let time = local(date, clock)
    return "\(time.day) \(months[time.month - 1].prefix(3)) \(time.year)"
  }

  /// "Tuesday, 12 March 2024, 14:03", in local time; without a time if the feed gives none.
  public static func fullText(for date: FeedDate, clock: LocalClock) -> String {
    let time = local(date, clock)
    // 1 January 1970 was a Thursday.
    let index = Int((day(date, clock) % 7 + 7 + 4) % 7)
    let written = "\(weekdays[index]), \(time.day) \(months[time.month - 1]) \(time.year)"
    if date.isDay { return written }
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    let hour = time.hour < 10 ? "0\(time.hour)" : "\(time.hour)"
    return "\(written), \(hour):\(minute)"
  }

  /// The local calendar day of a date: month from 1 to 12, day from 1 to 31.
  public static func calendarDay(
    of date: FeedDate, clock: LocalClock
  ) -> (year: Int, month: Int, day: Int) {
    let time = local(date, clock)
    return (time.year, time.month, time.day)
  }

  /// - Parameter month: From 1 to 12.
  public static func name(ofMonth month: Int) -> String {
    precondition((1...12).contains(month), "There is no month \(month).")
    return months[month - 1]
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]

  private static func shifted(_ seconds: Int64, _ clock: LocalClock) -> Int64 {
    seconds + clock.secondsFromUTC(at: seconds)
  }

  private static func shifted(_ date: FeedDate, _ clock: LocalClock) -> Int64 {
    date.isDay ? date.secondsSinceEpoch : shifted(date.secondsSinceEpoch, clock)
  }

  private static func local(_ date: FeedDate, _ clock: LocalClock) -> CivilTime {
    CivilTime(secondsSinceEpoch: shifted(date, clock))
  }

  /// The number of the local calendar day, counted from 1 January 1970.
  private static func day(_ date: FeedDate, _ clock: LocalClock) -> Int64 { day(at: shifted(date, clock)) }

  private static func day(_ seconds: Int64, _ clock: LocalClock) -> Int64 { day(at: shifted(seconds, clock)) }

  private static func day(at time: Int64) -> Int64 {
    time >= 0 ? time / 86_400 : (time - 86_399) / 86_400
  }
}
