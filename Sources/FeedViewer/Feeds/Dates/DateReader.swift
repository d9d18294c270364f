/// Parses the date formats found in feeds (formats.md, section 11).
///
/// A date that is not understood completely is rejected, never guessed. The text is split into numbers, words and
/// signs; ISO 8601 dates are recognised by their first four digits, all others by the name of the month.
struct DateReader {
  /// The accepted years; others are errors in the feed.
  static let years = 1970...2099
  /// The seconds of these years since 1970.
  static let seconds: Range<Int64> = 0..<4_102_444_800

  private let input: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var hour = 0
  private var minute = 0
  private var second = 0
  private var isAfternoon: Bool?
  /// In seconds east of UTC.
  private var zone: Int?
  private var hasTime = false

  /// The most bytes of a date; its suffixes are the longest part.
  private static let longest = 160

  private init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  /// The date, or `nil` if the text is not a date. O(length).
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> FeedDate? {
    let text = text.trimmed
    guard (4...longest).contains(text.count) else { return nil }
    if let seconds = StrictDate.seconds(text) ?? unixTime(text) {
      return FeedDate(secondsSinceEpoch: seconds)
    }
    let plain = withoutSuffixes(text)
    if plain.count < text.count, let seconds = StrictDate.seconds(plain) {
      return FeedDate(secondsSinceEpoch: seconds)
    }
    guard plain.contains(where: { $0 >= 0x80 }) else { return written(plain) }
    return withASCIISigns(plain).withUnsafeBufferPointer { written($0) }
  }

  /// The date of a text that is in neither of the strict formats.
  private static func written(_ text: UnsafeBufferPointer<UInt8>) -> FeedDate? {
    var reader = DateReader(text)
    if reader.readNumericDate() { return reader.readRest() ? reader.date : nil }
    reader = DateReader(text)
    return reader.readNamedDate() ? reader.date : nil
  }

  static func date(_ text: String) -> FeedDate? {
    var text = text
    return text.withUTF8 { date($0) }
  }

  private var date: FeedDate? {
    result.map { FeedDate(secondsSinceEpoch: $0, isDay: !hasTime && zone == nil) }
  }

  /// Unix time: ten digits are seconds, thirteen are milliseconds. A fraction of them may follow, as programs write it that
  /// keep the time as a floating-point number.
  private static func unixTime(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let whole = text.prefix { ASCII.isDigit($0) }
    guard whole.count == 10 || whole.count == 13 else { return nil }
    let fraction = text[whole.endIndex...]
    if let point = fraction.first {
      guard point == 0x2E, fraction.count > 1, fraction.dropFirst().allSatisfy(ASCII.isDigit) else {
        return nil
      }
    }
    let value = whole.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    let seconds = whole.count == 13 ? value / 1_000 : value
    return self.seconds.contains(seconds) ? seconds : nil
  }

  /// A date without the suffixes in brackets that RFC 9557, section 4.1, allows after a date of RFC 3339: the name of a time
  /// zone, and tags such as `[u-ca=hebrew]`. The offset before them says which moment is meant.
  private static func withoutSuffixes(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let first = text.first, ASCII.isDigit(first), text.last == 0x5D,
      let start = text.firstIndex(of: 0x5B), start > 10
    else { return text }
    var isOpen = false
    for (index, byte) in text[start...].enumerated() {
      switch byte {
      case 0x5B where !isOpen: isOpen = true
      case 0x5D where isOpen && text[start + index - 1] != 0x5B: isOpen = false
      case 0x5B, 0x5D: return text
      default: guard isOpen, byte > 0x20, byte < 0x7F else { return text }
      }
    }
    return isOpen ? text : UnsafeBufferPointer(rebasing: text[..<start]).trimmed
  }

  /// A text whose dashes are hyphens, and whose spaces are ordinary ones: the data of Unicode separate times from AM and PM by
  /// U+202F, and people separate dates from times by dashes. The words for year, month, day, hour and minute that follow the numbers
  /// in Chinese, Japanese and Korean (`2024年3月9日 21时14分`) become the signs of ISO 8601.
  private static func withASCIISigns(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var followsYear = false
    for scalar in text.validString.unicodeScalars {
      switch scalar.value {
      case 0x5E74, 0xB144:
        result.append(0x2D)
        followsYear = true
      case 0x6708 where followsYear, 0xC6D4 where followsYear: result.append(0x2D)
      case 0x65E5 where followsYear, 0xC77C where followsYear: result.append(0x20)
      case 0x65F6 where followsYear, 0x6642 where followsYear, 0xC2DC where followsYear: result.append(0x3A)
      case 0x5206 where followsYear, 0xBD84 where followsYear: break
      // Korean puts spaces between the parts.
      case 0x20 where followsYear && (result.last == 0x2D || result.last == 0x3A): break
      case 0x2010...0x2015, 0x2212: result.append(0x2D)
      case 0xA0, 0x2002...0x200A, 0x202F: result.append(0x20)
      case 0x200E, 0x200F: break
      default: result += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return result
  }

  private var result: Int64? {
    guard let year, let month, DateReader.years.contains(year), (1...12).contains(month) else { return nil }
    let day = day ?? 1
    guard day >= 1, day <= CivilTime.days(inMonth: month, of: year) else { return nil }
    var hour = hour
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second <= 60 else { return nil }
    let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return time.secondsSinceEpoch - Int64(zone ?? 0)
  }

  // MARK: Pieces

  private var current: UInt8? { position < input.count ? input[position] : nil }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while let byte = current, isSkipped(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// A run of digits; more than nine are never part of a date.
  private mutating func number() -> (value: Int, digits: Int)? {
    var value = 0
    let start = position
    while let byte = current, ASCII.isDigit(byte), position - start < 9 {
      value = value * 10 + Int(byte - 0x30)
      position += 1
    }
    return position > start ? (value, position - start) : nil
  }

  /// A run of letters, including non-ASCII ones, in lower case.
  private mutating func word() -> String? {
    let start = position
    skip { ASCII.isLetter($0) || $0 >= 0x80 }
    guard position > start else { return nil }
    return UnsafeBufferPointer(rebasing: input[start..<position]).string.lowercased()
  }

  // MARK: Numeric dates

  /// `YYYY[-MM[-DD]]`, `YYYY-DDD`, `YYYY-Www[-D]`, `YYYYMMDD`, `YYYYDDD`, `YYYYWww[D]`, `YYYY/M/D`, `YYYY.MM.DD`, `YY-MM-DD`,
  /// `M/D/YYYY`, `D.M.YYYY`. Returns false for any other beginning.
  private mutating func readNumericDate() -> Bool {
    guard let first = number() else { return false }
    if first.digits == 8 {
      (year, month, day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100)
      return true
    }
    if first.digits == 7 { return readDay(first.value % 1_000, of: first.value / 1_000) }
    if first.digits == 4, takeWeekSign() { return readWeek(of: first.value) }
    if first.digits == 4, current == nil {
      year = first.value
      month = 1
      return true
    }
    let separator = current
    guard separator == 0x2D || separator == 0x2F || separator == 0x2E, first.digits == 4 || first.digits <= 2
    else { return false }
    position += 1
    guard let second = number(), second.digits <= 3 else { return false }
    var third: (value: Int, digits: Int)?
    if current == 0x2D || current == 0x2F || current == 0x2E {
      position += 1
      third = number()
      guard third != nil else { return false }
    }
    if first.digits == 4, separator == 0x2D, second.digits == 3, third == nil {
      return readDay(second.value, of: first.value)
    }
    if first.digits == 4 {
      (year, month, day) = (first.value, second.value, third?.value)
      return third.map { $0.digits <= 3 } ?? true
    }
    guard let third else { return false }
    if separator == 0x2D, third.digits <= 2 {
      (year, month, day) = (DateReader.fullYear(first), second.value, third.value)
    } else if first.value > 12 || separator == 0x2E {
      (year, month, day) = (DateReader.fullYear(third), second.value, first.value)
    } else {
      (year, month, day) = (DateReader.fullYear(third), first.value, second.value)
    }
    return true
  }

  /// The day of a year, counted from 1 (ISO 8601, ordinal dates).
  private mutating func readDay(_ number: Int, of year: Int) -> Bool {
    guard DateReader.years.contains(year) else { return false }
    var rest = number
    for month in 1...12 {
      let length = CivilTime.days(inMonth: month, of: year)
      if rest <= length {
        (self.year, self.month, day) = (year, month, rest)
        return rest > 0
      }
      rest -= length
    }
    return false
  }

  /// Passes the `W` of a week date, with or without a hyphen before it. Reads nothing and returns false if none follows.
  private mutating func takeWeekSign() -> Bool {
    let mark = position
    _ = take(0x2D)
    if current == 0x57 || current == 0x77 {
      position += 1
      return true
    }
    position = mark
    return false
  }

  /// The week of a year and its day, Monday without one (ISO 8601, week dates): the week of a year is the one that its Thursday is
  /// in, so that the first one has 4 January, and days of the first and the last one may be in the year beside.
  private mutating func readWeek(of year: Int) -> Bool {
    guard DateReader.years.contains(year), let number = number() else { return false }
    var (week, weekday) = (number.value, 1)
    if number.digits == 3 {
      (week, weekday) = (number.value / 10, number.value % 10)
    } else if number.digits == 2, take(0x2D) {
      guard let day = self.number(), day.digits == 1 else { return false }
      weekday = day.value
    } else if number.digits != 2 {
      return false
    }
    guard week > 0, (1...7).contains(weekday) else { return false }
    let fourthDay = CivilTime.days(toYear: year, month: 1, day: 4)
    // 1 January 1970 was a Thursday.
    let monday = fourthDay - (fourthDay + 3) % 7 + (week - 1) * 7
    guard monday + 3 < CivilTime.days(toYear: year + 1, month: 1, day: 1) else { return false }
    let time = CivilTime(secondsSinceEpoch: Int64(monday + weekday - 1) * 86_400)
    (self.year, month, day) = (time.year, time.month, time.day)
    return true
  }

  /// Two digits denote 1970 to 2069.
  private static func fullYear(_ number: (value: Int, digits: Int)) -> Int {
    guard number.digits <= 2 else { return number.value }
    return number.value + (number.value < 70 ? 2_000 : 1_900)
  }

  /// The time and zone after a numeric date.
  private mutating func readRest() -> Bool {
    if current == 0x54 || current == 0x74 {
      position += 1
      return readTime() && readZone()
    }
    guard let byte = current else { return true }
    guard ASCII.isSpace(byte) || byte == 0x2C || byte == 0x7C else { return false }
    skip { ASCII.isSpace($0) || $0 == 0x2C || $0 == 0x7C }
    guard current != nil else { return true }
    if isAtDash { skip { ASCII.isSpace($0) || $0 == 0x2D } }
    return readTime() && readZone()
  }

  /// Whether a hyphen follows that stands alone: it separates a date from a time, and is no part of either.
  private var isAtDash: Bool {
    guard current == 0x2D else { return false }
    let end = input[position...].firstIndex { $0 != 0x2D } ?? input.count
    return end == input.count || ASCII.isSpace(input[end])
  }

  // MARK: Times and zones

  /// `H:MM[:SS[.f]]`, `H.MM[.SS]` or `HHMM[SS]`, optionally followed by AM or PM.
  private mutating func readTime() -> Bool {
    guard let first = number() else { return false }
    if first.digits <= 2, isAtStopAndTwoDigits { return readClock(hour: first, separator: 0x2E) }
    if first.digits <= 2, let letter = hourLetter { return readClock(hour: first, separator: letter) }
    guard current == 0x3A else {
      guard first.digits == 4 || first.digits == 6 else { return false }
      let value = first.digits == 4 ? first.value * 100 : first.value
      (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100)
      hasTime = true
      return true
    }
    return readClock(hour: first)
  }

  /// Whether a full stop and two digits follow. After a complete date they are the minutes or seconds of a time, as newspapers and
  /// programs write it where stops are usual (`9.05`, `21.14.33`: the time formats of Danish, Finnish and Indonesian in Unicode
  /// CLDR); in a date they are its month.
  private var isAtStopAndTwoDigits: Bool {
    guard current == 0x2E else { return false }
    let digits = input[(position + 1)...].prefix { ASCII.isDigit($0) }
    return digits.count == 2
  }

  /// The `h` before two digits that are minutes, as French and Portuguese write times (`21h14`); nil if none follows.
  private var hourLetter: UInt8? {
    guard let byte = current, ASCII.lowercased(byte) == UInt8(ascii: "h") else { return nil }
    return input[(position + 1)...].prefix { ASCII.isDigit($0) }.count == 2 ? byte : nil
  }

  /// The rest of a time after its hour.
  private mutating func readClock(hour first: (value: Int, digits: Int), separator: UInt8 = 0x3A) -> Bool {
    guard first.digits <= 2, take(separator), let minutes = number(), minutes.digits <= 2 else {
      return false
    }
    (hour, minute) = (first.value, minutes.value)
    if separator == 0x2E ? isAtStopAndTwoDigits : current == separator {
      position += 1
      guard let seconds = number(), seconds.digits <= 2 else { return false }
      second = seconds.value
      if current == 0x2E || current == 0x2C {
        let mark = position
        position += 1
        if number() == nil { position = mark } else { skip(ASCII.isDigit) }
      }
    }
    hasTime = true
    return current != 0x3A
  }

  /// What follows a time: AM or PM, a named zone, an offset, or the year in asctime format. Returns false for
  /// anything else.
  private mutating func readZone() -> Bool {
    while let byte = current {
      if ASCII.isSpace(byte) || byte == 0x2C || byte == 0x28 || byte == 0x29 || byte == 0x2F || byte == 0x2E {
        position += 1
      } else if byte == 0x2B || byte == 0x2D {
        guard readOffset(isWest: byte == 0x2D) else { return false }
      } else if ASCII.isDigit(byte) {
        guard let value = number(), value.digits == 4, year == nil else { return false }
        year = value.value
      } else if readMeridiem() {
        continue
      } else if let name = word() {
        readZoneWord(name)
      } else {
        return false
      }
    }
    return true
  }

  private mutating func readZoneWord(_ name: String) {
    // Unknown names and single military letters mean UTC.
    if let minutes = DateWords.zones[name], zone == nil { zone = minutes * 60 }
  }

  /// Reads AM or PM, with or without full stops: `pm`, `p.m.`, `p. m.`. Reads nothing and returns false if neither follows.
  private mutating func readMeridiem() -> Bool {
    let mark = position
    let first = current.map(ASCII.lowercased)
    guard isAfternoon == nil, first == 0x61 || first == 0x70 else { return false }
    position += 1
    if take(0x2E) { skip(ASCII.isSpace) }
    guard current.map(ASCII.lowercased) == 0x6D else {
      position = mark
      return false
    }
    position += 1
    if let byte = current, ASCII.isLetter(byte) || byte >= 0x80 {
      position = mark
      return false
    }
    _ = take(0x2E)
    isAfternoon = first == 0x70
    return true
  }

  /// `±HHMM`, `±HH:MM`, `±HH` or `±H`, added to a zone named before it (`GMT+1`).
  private mutating func readOffset(isWest: Bool) -> Bool {
    position += 1
    guard let first = number() else { return false }
    var minutes = first.digits <= 2 ? first.value * 60 : first.value / 100 * 60 + first.value % 100
    guard first.digits <= 4 else { return false }
    if take(0x3A) {
      guard first.digits <= 2, let rest = number(), rest.value < 60 else { return false }
      minutes += rest.value
    }
    if let byte = current, ASCII.isLetter(byte) || ASCII.isDigit(byte) { return false }
    guard minutes <= 18 * 60 else { return false }
    zone = (isWest ? -minutes : minutes) * 60
    return true
  }

  // MARK: Dates with the month's name

  /// RFC 822 and its variants: `[Day,] D Mon YYYY H:MM[:SS] zone`, `Mon D, YYYY`, asctime, RFC 850.
  private mutating func readNamedDate() -> Bool {
    var numbers: [(value: Int, digits: Int)] = []
    while let byte = current {
      if ASCII.isDigit(byte) {
        guard let value = number() else { return false }
        if current == 0x3A {
          guard readClock(hour: value), finishDate(numbers) || numbers.count == 1 else { return false }
          return readZone() && (year != nil || finishDate(numbers))
        }
        if value.digits <= 2, numbers.count >= 2, isAtStopAndTwoDigits, finishDate(numbers) {
          return readClock(hour: value, separator: 0x2E) && readZone()
        }
        if value.digits <= 2, numbers.count >= 2, let letter = hourLetter, finishDate(numbers) {
          return readClock(hour: value, separator: letter) && readZone()
        }
        if value.digits <= 2, numbers.count == 2, finishDate(numbers), readHour(value.value) {
          return readZone()
        }
        numbers.append(value)
        if numbers.count > 3 { return false }
        skipOrdinal()
      } else if let name = word() {
        if let known = DateWords.months[name] {
          guard month == nil else { return false }
          month = known
        } else if !numbers.isEmpty && finishDate(numbers) {
          // Before the time, `at` is no zone.
          if !DateWords.fillers.contains(name) { readZoneWord(name) }
        } else if month != nil || !numbers.isEmpty {
          if !DateWords.fillers.contains(name) { return false }
        }
      } else if byte == 0x2B || byte == 0x2D, !isAtDash, finishDate(numbers), numbers.count >= 2,
        position > 0, ASCII.isSpace(input[position - 1])
      {
        return readZone()
      } else if ASCII.isSpace(byte) || (0x2C...0x2F).contains(byte) || byte == 0x7C {
        position += 1
      } else {
        return false
      }
    }
    return finishDate(numbers)
  }

  /// An hour without minutes, which AM or PM makes a time: `9 p.m.`. Reads nothing and returns false if neither follows.
  private mutating func readHour(_ number: Int) -> Bool {
    let mark = position
    skip(ASCII.isSpace)
    guard readMeridiem() else {
      position = mark
      return false
    }
    hour = number
    hasTime = true
    return true
  }

  /// `1st`, `2nd`, `3rd`, `4th`.
  private mutating func skipOrdinal() {
    let mark = position
    if let suffix = word(), !["st", "nd", "rd", "th"].contains(suffix) { position = mark }
  }

  /// Decides which number is the day and which is the year. Returns false if that is ambiguous.
  private mutating func finishDate(_ numbers: [(value: Int, digits: Int)]) -> Bool {
    if numbers.count == 3, month == nil {
      let first = numbers[0]
      if first.digits == 4 {
        (year, month, day) = (first.value, numbers[1].value, numbers[2].value)
      } else {
        (year, month, day) = (DateReader.fullYear(numbers[2]), numbers[1].value, first.value)
      }
      return true
    }
    guard month != nil else { return false }
    switch numbers.count {
    case 1 where numbers[0].digits == 4:
      year = numbers[0].value
    case 1:
      // In asctime format the year follows the time.
      day = numbers[0].value
      return year != nil
    case 2 where numbers[0].digits == 4:
      (year, day) = (numbers[0].value, numbers[1].value)
    case 2:
      (day, year) = (numbers[0].value, DateReader.fullYear(numbers[1]))
    default:
      return false
    }
    return true
  }
}
