/// A point in time given by a feed. Dates are equal if they denote the same moment, however they were written.
public struct FeedDate: Sendable, Hashable, Comparable {
  /// The seconds of the years 0 to 9999, the dates that ISO 8601 can write.
  private static let seconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Seconds since 1 January 1970, 00:00 UTC, without leap seconds; in the years 0 to 9999, so that differences of dates and
  /// their sums with offsets never overflow.
  public let secondsSinceEpoch: Int64
  /// Whether the feed gives only the day, which begins at the date in UTC and is the same day in all time zones.
  public var isDay: Bool

  /// Creates a date.
  ///
  /// - Parameters:
  ///   - secondsSinceEpoch: Seconds since 1 January 1970, 00:00 UTC, without leap seconds. A moment outside the years 0 to
  ///     9999 becomes the nearest one in them.
  ///   - isDay: Whether only the day is known.
  public init(secondsSinceEpoch: Int64, isDay: Bool = false) {
    self.secondsSinceEpoch = min(max(secondsSinceEpoch, Self.seconds.lowerBound), Self.seconds.upperBound)
    self.isDay = isDay
  }

  public static func == (left: FeedDate, right: FeedDate) -> Bool {
    left.secondsSinceEpoch == right.secondsSinceEpoch
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(secondsSinceEpoch) }

  public static func < (left: FeedDate, right: FeedDate) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  /// The date in the form `2004-01-01T19:48:21Z`.
  public var iso8601UTC: String {
    var buffer = ByteBuffer(capacity: 20)
    buffer.append(self)
    return buffer.view.validString
  }
}

extension ByteBuffer {
  /// Appends a date in the form `2004-01-01T19:48:21Z`.
  mutating func append(_ date: FeedDate) {
    let time = CivilTime(secondsSinceEpoch: date.secondsSinceEpoch)
    appendTwoDigits(time.year / 100)
    appendTwoDigits(time.year % 100)
    append(0x2D)
    appendTwoDigits(time.month)
    append(0x2D)
    appendTwoDigits(time.day)
    append(0x54)
    appendTwoDigits(time.hour)
    append(0x3A)
    appendTwoDigits(time.minute)
    append(0x3A)
    appendTwoDigits(time.second)
    append(0x5A)
  }

  /// - Parameter number: 0 to 99.
  @inline(__always)
  private mutating func appendTwoDigits(_ number: Int) {
    append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
    append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }
}

/// A date and time in UTC in the Gregorian calendar. Plain arithmetic, because Foundation's calendars are far too
/// slow for a million entries.
struct CivilTime: Equatable {
  var year: Int
  /// 1 to 12.
  var month: Int
  /// 1 to 31.
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1 January 1970 to a date. Years start in March here, so that the leap day is last.
  static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var secondsSinceEpoch: Int64 {
    let days = CivilTime.days(toYear: year, month: month, day: day)
    return Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }
}

extension CivilTime {
  init(secondsSinceEpoch: Int64) {
    // An offset from UTC may lead out of the years 0 to 9999, which have four digits.
    let bounded = FeedDate(secondsSinceEpoch: secondsSinceEpoch).secondsSinceEpoch
    let days = Int((bounded >= 0 ? bounded : bounded - 86_399) / 86_400)
    let rest = Int(bounded) - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
  }
}
