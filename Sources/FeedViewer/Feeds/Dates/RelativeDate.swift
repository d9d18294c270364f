/// The distance of a date from the present, in the largest unit that suits it.
///
/// Counts hours within a day and calendar days within a week. Counts are negative for dates in the future.
public enum RelativeDate: Sendable, Equatable {
  /// Less than a minute away.
  case now
  /// The present day, for a date without a time.
  case today
  case minutes(Int)
  case hours(Int)
  case yesterday, tomorrow
  case days(Int)
  /// A week away, or more.
  case distant

  /// - Parameters:
  ///   - date: The date to describe.
  ///   - now: Seconds since 1970.
  ///   - clock: The reader's time zone, which decides where days begin.
  public init(_ date: FeedDate, now: Int64, clock: LocalClock) {
    let distance = now - date.secondsSinceEpoch
    let size = abs(distance)
    func count(_ unit: Int64) -> Int { Int(distance / unit) }
    let days = Self.day(now, clock) - Self.day(date, clock)
    if date.isDay {
      switch days {
      case 0: self = .today
      case 1: self = .yesterday
      case -1: self = .tomorrow
      default: self = abs(days) < 7 ? .days(Int(days)) : .distant
      }
    } else if size < 60 {
      self = .now
    } else if size < 3_600 {
      self = .minutes(count(60))
    } else if days == 0 || size < 6 * 3_600 {
      self = .hours(count(3_600))
    } else if days == 1 {
      self = .yesterday
    } else if days == -1 {
      self = .tomorrow
    } else {
      self = abs(days) < 7 ? .days(Int(days)) : .distant
    }
  }

  /// The local calendar day of a date: month from 1 to 12, day from 1 to 31.
  public static func calendarDay(
    of date: FeedDate, clock: LocalClock
  ) -> (year: Int, month: Int, day: Int) {
    let time = local(date, clock)
    return (time.year, time.month, time.day)
  }

  /// The local weekday of a date, from 0 for Sunday, and its hour and minute.
  public static func timeOfDay(
    of date: FeedDate, clock: LocalClock
  ) -> (weekday: Int, hour: Int, minute: Int) {
    let time = local(date, clock)
    // 1 January 1970 was a Thursday.
    let weekday = Int((day(date, clock) % 7 + 7 + 4) % 7)
    return (weekday, time.hour, time.minute)
  }

  /// The number of the local calendar day, counted from 1 January 1970.
  ///
  /// - Parameter seconds: Seconds since 1970, in UTC.
  public static func day(at seconds: Int64, clock: LocalClock) -> Int64 { day(seconds, clock) }

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
