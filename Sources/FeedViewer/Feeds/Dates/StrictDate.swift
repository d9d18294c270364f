/// A fast path for the two formats that nearly all feeds use: `Thu, 01 Jan 2004 19:48:21 GMT` (RFC 822, with an
/// offset or GMT, with or without the day of the week) and `2004-01-01T19:48:21Z` (RFC 3339).
enum StrictDate {
  /// Seconds since 1970, or nil if the text is in neither format; `DateReader` may still parse it.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count >= 20, text.count <= 35, let base = text.baseAddress else { return nil }
    return base[4] == 0x2D ? timestamp(base, text.count) : mailDate(base, text.count)
  }

  /// `YYYY-MM-DDTHH:MM:SS` with an optional fraction, then `Z` or `±HH:MM`.
  private static func timestamp(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard let century = number(text, 0), let year = number(text, 2), text[4] == 0x2D,
      let month = number(text, 5),
      text[7] == 0x2D, let day = number(text, 8), text[10] == 0x54, let clock = clock(text, 11)
    else { return nil }
    var position = 19
    if text[position] == 0x2E {
      position += 1
      let start = position
      while position < count, ASCII.isDigit(text[position]) { position += 1 }
      guard position > start else { return nil }
    }
    guard position < count, let offset = offset(text, position, count) else { return nil }
    return seconds(century * 100 + year, month, day).map { $0 + clock - offset }
  }

  /// `[Day, ]DD Mon YYYY HH:MM:SS zone`.
  private static func mailDate(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    let start = text[3] == 0x2C && text[4] == 0x20 ? 5 : 0
    let day: Int
    let next: Int
    if let two = number(text, start) {
      (day, next) = (two, start + 2)
    } else {
      guard ASCII.isDigit(text[start]), text[start + 1] == 0x20 else { return nil }
      (day, next) = (Int(text[start] - 0x30), start + 1)
    }
    guard count >= next + 19, text[next] == 0x20, let month = month(text, next + 1), text[next + 4] == 0x20,
      let century = number(text, next + 5), let year = number(text, next + 7), text[next + 9] == 0x20,
      let clock = clock(text, next + 10), text[next + 18] == 0x20,
      let offset = offset(text, next + 19, count)
    else { return nil }
    return seconds(century * 100 + year, month, day).map { $0 + clock - offset }
  }

  @inline(__always)
  private static func number(_ text: UnsafePointer<UInt8>, _ index: Int) -> Int? {
    let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// `HH:MM:SS` in seconds.
  @inline(__always)
  private static func clock(_ text: UnsafePointer<UInt8>, _ index: Int) -> Int64? {
    guard let hour = number(text, index), text[index + 2] == 0x3A, let minute = number(text, index + 3),
      text[index + 5] == 0x3A, let second = number(text, index + 6), hour < 24, minute < 60, second < 60
    else { return nil }
    return Int64(hour * 3_600 + minute * 60 + second)
  }

  /// `Z`, `GMT`, `±HHMM` or `±HH:MM` at the end of the text, in seconds east of UTC.
  private static func offset(_ text: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Int64? {
    let length = count - index
    let sign = text[index]
    if length == 1 { return sign == 0x5A ? 0 : nil }
    if length == 3 { return sign == 0x47 && text[index + 1] == 0x4D && text[index + 2] == 0x54 ? 0 : nil }
    guard sign == 0x2B || sign == 0x2D, length == 5 || length == 6 && text[index + 3] == 0x3A,
      let hours = number(text, index + 1), let minutes = number(text, count - 2), hours <= 14, minutes < 60
    else { return nil }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return sign == 0x2D ? -seconds : seconds
  }

  private static func month(_ text: UnsafePointer<UInt8>, _ index: Int) -> Int? {
    switch (text[index], text[index + 1], text[index + 2]) {
    case (0x4A, 0x61, 0x6E): 1
    case (0x46, 0x65, 0x62): 2
    case (0x4D, 0x61, 0x72): 3
    case (0x41, 0x70, 0x72): 4
    case (0x4D, 0x61, 0x79): 5
    case (0x4A, 0x75, 0x6E): 6
    case (0x4A, 0x75, 0x6C): 7
    case (0x41, 0x75, 0x67): 8
    case (0x53, 0x65, 0x70): 9
    case (0x4F, 0x63, 0x74): 10
    case (0x4E, 0x6F, 0x76): 11
    case (0x44, 0x65, 0x63): 12
    default: nil
    }
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard DateReader.years.contains(year), month >= 1, month <= 12, day >= 1,
      day <= CivilTime.days(inMonth: month, of: year)
    else { return nil }
    return Int64(CivilTime.days(toYear: year, month: month, day: day)) * 86_400
  }
}
