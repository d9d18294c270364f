import FeedViewerFeeds
import GtkInterop

/// Tells when the reader's calendar day has changed.
final class DayObserver {
  /// The time between two looks at the clock, in milliseconds. A timer that waits for midnight would be late after the
  /// computer has slept, and after a change of the time zone.
  private static let interval: UInt32 = 60_000

  private let now: () -> Int64
  private let clock: LocalClock
  private let onChange: () -> Void
  private var day: Int64
  private var timer: TimeoutSource?

  /// - Parameters:
  ///   - now: The present, in seconds since 1970.
  ///   - onChange: Called on each new day, as long as this object exists.
  init(now: @escaping () -> Int64, clock: LocalClock, onChange: @escaping () -> Void) {
    self.now = now
    self.clock = clock
    self.onChange = onChange
    day = RelativeDate.day(at: now(), clock: clock)
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self] in
      self?.check()
      return .again
    }
  }

  /// Looks at the clock.
  func check() {
    let today = RelativeDate.day(at: now(), clock: clock)
    guard today != day else { return }
    day = today
    onChange()
  }
}
