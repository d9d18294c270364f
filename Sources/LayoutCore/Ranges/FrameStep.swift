/// Predicts the distance that a moving list scrolls until the next frame: the distance between the last two frames.
///
/// The speed changes little from frame to frame, so that rows of the next frame can be prepared even where a frame
/// scrolls farther than the ranges around the viewport reach. Offsets are in device pixels, times in microseconds of
/// any monotonic clock.
package struct FrameStep: Sendable {
  /// The longest time between two frames of one motion, in microseconds.
  package static let pause: Int64 = 50_000

  private var last: (offset: Double, time: Int64)?
  private var step = 0.0

  /// Creates the state of a list at rest.
  package init() {}

  /// Call when the list was laid out for a frame.
  package mutating func laidOut(at offset: Double, time now: Int64) {
    // A frame may be laid out more than once.
    if let last, last.offset == offset, now - last.time < Self.pause { return }
    step = if let last, now - last.time < Self.pause { offset - last.offset } else { 0 }
    last = (offset, now)
  }

  /// The predicted distance to the next frame, negative towards the beginning; 0 at rest and in the first frame of a
  /// motion.
  package func distance(at now: Int64) -> Double {
    guard let last, now - last.time < Self.pause else { return 0 }
    return step
  }
}
