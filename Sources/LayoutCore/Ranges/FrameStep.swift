/// How far a moving list will be in the next frame: as far as it went from the last one to this.
///
/// Motions change their speed little from frame to frame, so that rows of the next frame can be made ready even where
/// a frame goes farther than any range around the viewport reaches. Offsets are in device pixels, times in
/// microseconds on any monotonic clock.
public struct FrameStep: Sendable {
  /// Frames that are farther apart belong to no motion.
  public static let pause: Int64 = 50_000

  private var last: (offset: Double, time: Int64)?
  private var step = 0.0

  public init() {}

  /// The list was laid out for a frame.
  public mutating func laidOut(at offset: Double, time now: Int64) {
    // A frame may be laid out more than once.
    if let last, last.offset == offset, now - last.time < Self.pause { return }
    step = if let last, now - last.time < Self.pause { offset - last.offset } else { 0 }
    last = (offset, now)
  }

  /// How far the next frame will be from this one, negative towards the beginning; 0 at rest and at the first sight of
  /// a motion.
  public func distance(at now: Int64) -> Double {
    guard let last, now - last.time < Self.pause else { return 0 }
    return step
  }
}
