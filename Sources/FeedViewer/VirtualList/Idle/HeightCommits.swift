import LayoutCore

/// When heights that were measured ahead are committed to the scroll bar: each commit draws a frame, which takes time from the
/// work.
struct HeightCommits {
  /// Whether there are heights that the scroll bar does not know.
  private(set) var isPending = false
  private var last: Int64 = 0

  /// A height was measured ahead.
  mutating func measured() { isPending = true }

  /// Whether to tell the scroll bar now; what was measured until then is done with.
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
