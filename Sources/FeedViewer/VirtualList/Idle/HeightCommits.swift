import LayoutCore

/// Decides when heights that were measured ahead are committed to the scroll bar. Each commit draws a frame, which takes
/// time from the work.
struct HeightCommits {
  /// Whether there are heights that were not committed.
  private(set) var isPending = false
  /// Whether heights were measured since it was last reported that all are known.
  private(set) var isUnreported = false
  private var last: Int64 = 0

  /// Call when a height was measured ahead.
  mutating func measured() {
    isPending = true
    isUnreported = true
  }

  /// Call when it is reported that all heights are known.
  mutating func reported() { isUnreported = false }

  /// Whether to commit now. If so, no heights are pending any more.
  ///
  /// - Parameters:
  ///   - isLast: Whether no other height will follow soon.
  ///   - now: In microseconds on the monotonic clock.
  mutating func takeDue(isLast: Bool, at now: Int64) -> Bool {
    guard isPending, isLast || now - last >= PrecacheScheduler.commitInterval else { return false }
    last = now
    isPending = false
    return true
  }
}
