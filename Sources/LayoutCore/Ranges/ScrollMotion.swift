/// How fast a list moves and where it will come to rest, from the offsets at which it was seen.
///
/// It takes every motion for GTK's deceleration, which follows x(t) = x₀ + v/f · (1 − e^(−f·t)): at any moment a
/// quarter of the velocity is left to go (`gtkkineticscrolling.c`; GtkScrolledWindow's friction f is 4).
/// Offsets are in device pixels, times in microseconds on any monotonic clock.
public struct ScrollMotion: Sendable {
  /// GtkScrolledWindow's DECELERATION_FRICTION, per second.
  public static let friction = 4.0
  /// A list that has not moved for so long is at rest.
  public static let pause: Int64 = 150_000
  /// How far back the velocity is averaged: over a few frames.
  static let window: Int64 = 60_000

  private var samples: [(time: Int64, offset: Double)] = []

  public init() {}

  /// The list has moved.
  ///
  /// - Returns: Whether a new motion begins: it was at rest until now.
  @discardableResult
  public mutating func moved(to offset: Double, at now: Int64) -> Bool {
    let begins = isAtRest(at: now)
    if begins { samples = [] }
    samples.removeAll { now - $0.time > Self.window }
    samples.append((now, offset))
    return begins
  }

  public func isAtRest(at now: Int64) -> Bool { samples.last.map { now - $0.time > Self.pause } ?? true }

  /// Device pixels a second, negative towards the beginning; 0 at rest and at the first sight of a motion.
  public func velocity(at now: Int64) -> Double {
    guard !isAtRest(at: now), let first = samples.first, let last = samples.last, last.time > first.time
    else { return 0 }
    return (last.offset - first.offset) * 1_000_000 / Double(last.time - first.time)
  }

  /// How far the list will still move by itself.
  public func distanceLeft(at now: Int64) -> Double { velocity(at: now) / Self.friction }
}
