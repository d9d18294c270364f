import Glibc

/// Writes dates with the words of the reader's locale, in the order that a translation gives them.
public struct DatePattern: Sendable {
  private let pattern: String

  /// - Parameter pattern: As in `strftime`.
  public init(_ pattern: String) { self.pattern = pattern }

  /// - Parameters:
  ///   - year: In the Gregorian calendar, as all parts of the date.
  ///   - month: From 1 to 12.
  ///   - day: From 1 to 31.
  ///   - weekday: From 0, Sunday, to 6.
  ///   - hour: From 0 to 23.
  ///   - minute: From 0 to 59.
  public func text(year: Int, month: Int, day: Int, weekday: Int = 0, hour: Int = 0, minute: Int = 0)
    -> String
  {
    precondition((1...12).contains(month), "There is no month \(month).")
    var time = tm()
    time.tm_year = Int32(clamping: year - 1_900)
    time.tm_mon = Int32(month - 1)
    time.tm_mday = Int32(day)
    time.tm_wday = Int32(weekday)
    time.tm_hour = Int32(hour)
    time.tm_min = Int32(minute)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let length = strftime(buffer.baseAddress, buffer.count, pattern, &time)
      guard length > 0 else { return "\(year)-\(month)-\(day)" }
      return String(validatingCString: buffer.baseAddress!) ?? "\(year)-\(month)-\(day)"
    }
  }
}
