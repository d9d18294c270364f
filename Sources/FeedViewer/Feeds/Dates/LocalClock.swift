import Glibc

/// The reader's offset from UTC.
public struct LocalClock: Sendable {
  private let offset: @Sendable (Int64) -> Int64

  /// The system's time zone (TZ, else /etc/localtime), including daylight saving time.
  public static let current = LocalClock { seconds in
    var moment = time_t(seconds)
    var time = tm()
    // Years that the C library can't represent are shown in UTC.
    guard localtime_r(&moment, &time) != nil else { return 0 }
    return Int64(time.tm_gmtoff)
  }

  /// - Parameter secondsFromUTC: A constant offset, positive east of Greenwich.
  public init(secondsFromUTC: Int64) { self.init { _ in secondsFromUTC } }

  /// - Parameter offset: The seconds to add to a moment in UTC.
  init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

  /// - Parameter seconds: Seconds since 1970, in UTC.
  /// - Returns: The seconds to add to get local time.
  public func secondsFromUTC(at seconds: Int64) -> Int64 { offset(seconds) }
}
