import Synchronization

/// How long the list waits for a batch, so that it asks for the next one in time when it moves fast towards its end.
nonisolated final class BatchDuration: Sendable {
  private let nanoseconds = Atomic<Int64>(0)

  /// The seconds that batches took lately; 0 before the first one. One that takes longer counts at once, and is forgotten by
  /// a quarter with each that follows.
  var seconds: Double { Double(nanoseconds.load(ordering: .relaxed)) / 1e9 }

  /// Whether the next batch is fetched now, for `ListView.batchAdvisor`.
  ///
  /// - Parameters:
  ///   - secondsLeft: Until the end of the list is reached at the present velocity.
  ///   - hint: Whether the end is near.
  func isNeeded(secondsLeft: Double, hint: Bool) -> Bool { hint || secondsLeft < seconds }

  /// Call when a batch has arrived.
  func note(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let latest = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    nanoseconds.store(max(latest, nanoseconds.load(ordering: .relaxed) * 3 / 4), ordering: .relaxed)
  }
}
