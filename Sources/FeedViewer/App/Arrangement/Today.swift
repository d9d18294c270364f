import FeedViewerFeeds

/// The reader's present calendar day.
nonisolated struct Today: Sendable, Equatable {
  private let now: Int64
  private let clock: LocalClock
  private let day: Int64
  /// What is farther away is on another day, in all time zones and whatever daylight saving time does.
  private static let farAway: Int64 = 3 * 86_400

  /// - Parameter now: A moment of the day, in seconds since 1970.
  init(at now: Int64, clock: LocalClock) {
    self.now = now
    self.clock = clock
    day = RelativeDate.day(at: now, clock: clock)
  }

  func contains(_ date: FeedDate?) -> Bool {
    guard let date, abs(date.secondsSinceEpoch.subtractingReportingOverflow(now).partialValue) < Self.farAway
    else { return false }
    return RelativeDate.day(at: date.moment(in: clock), clock: clock) == day
  }

  static func == (one: Today, other: Today) -> Bool { one.day == other.day }
}
