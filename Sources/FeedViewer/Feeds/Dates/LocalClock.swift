import Glibc

/// How far clocks are from UTC where the reader is.
public struct LocalClock: Sendable {
  private let offset: @Sendable (Int64) -> Int64

  /// As the machine is set (TZ, else /etc/localtime), with its summer times.
  public static let current = LocalClock { seconds in
    var moment = time_t(seconds)
    var time = tm()
    // A year that the C library has no number for is shown in UTC.
    guard localtime_r(&moment, &time) != nil else { return 0 }
    return Int64(time.tm_gmtoff)
  }

  /// - Parameter secondsFromUTC: The same at all times; east of Greenwich it is positive.
  public init(secondsFromUTC: Int64) { self.init { _ in secondsFromUTC } }

  private init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

  /// - Parameter seconds: Since 1970, in UTC.
  /// - Returns: What must be added for the local time.
  public func secondsFromUTC(at seconds: Int64) -> Int64 { offset(seconds) }
}
