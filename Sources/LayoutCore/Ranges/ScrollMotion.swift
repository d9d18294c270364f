/// Estimates the velocity of a list, and where it will come to rest, from the offsets of its frames.
///
/// Every motion is assumed to be GTK's deceleration, x(t) = x₀ + v/f · (1 − e^(−f·t)), whose remaining distance is v/f
/// (`gtkkineticscrolling.c` of GTK 4.8 to 4.18; the friction f of GtkScrolledWindow is 4 per second). With another one,
/// only fewer rows would be ready ahead. Offsets are in device pixels, times in microseconds of any monotonic clock.
package struct ScrollMotion: Sendable {
  /// GtkScrolledWindow's DECELERATION_FRICTION, per second.
  package static let friction = 4.0
  /// A list that has not moved for this time, in microseconds, is at rest.
  package static let pause: Int64 = 150_000
  /// The time over which the velocity is averaged, in microseconds: a few frames.
  static let window: Int64 = 60_000

  private var samples: [(time: Int64, offset: Double)] = []

  /// Creates the state of a list at rest.
  package init() {}

  /// Call when the list has moved.
  ///
  /// - Parameters:
  ///   - offset: The new offset of the viewport's top.
  ///   - now: The time.
  /// - Returns: Whether the list was at rest before.
  @discardableResult
  package mutating func moved(to offset: Double, at now: Int64) -> Bool {
    let begins = isAtRest(at: now)
    if begins { samples = [] }
    samples.removeAll { now - $0.time > Self.window }
    samples.append((now, offset))
    return begins
  }

  /// Whether the list has not moved for `pause`.
  package func isAtRest(at now: Int64) -> Bool { samples.last.map { now - $0.time > Self.pause } ?? true }

  /// The velocity in device pixels per second, negative towards the beginning; 0 at rest and at the first sample of a
  /// motion.
  package func velocity(at now: Int64) -> Double {
    guard !isAtRest(at: now), let first = samples.first, let last = samples.last, last.time > first.time
    else { return 0 }
    return (last.offset - first.offset) * 1_000_000 / Double(last.time - first.time)
  }

  /// The distance that the list will still move by itself, in device pixels.
  package func distanceLeft(at now: Int64) -> Double { velocity(at: now) / Self.friction }
}
