import LayoutCore

/// An animated scroll to a row, whose position may change during the animation.
///
/// Every frame follows the cubic Hermite curve from the present position and velocity to rest at the target. As long as
/// the target does not move, the curves of all frames are the same.
struct ScrollAnimation {
  /// Microseconds from the first frame, or from the last change of the target, to the end.
  static let duration: Int64 = 250_000

  var element: ListElement
  var alignment: ScrollAlignment
  /// Logical pixels a microsecond.
  private var velocity = 0.0
  private var last: Int64?
  private var end: Int64?

  init(to element: ListElement, alignment: ScrollAlignment) {
    self.element = element
    self.alignment = alignment
  }

  /// Changes the target and keeps the present velocity.
  mutating func turn(to element: ListElement, alignment: ScrollAlignment) {
    self.element = element
    self.alignment = alignment
    end = last.map { $0 + Self.duration }
  }

  /// The distance to scroll in a frame, in logical pixels; nil at the end, when the caller scrolls to the target itself.
  ///
  /// - Parameters:
  ///   - distance: From the present position to the target, in logical pixels.
  ///   - now: The frame's time, in microseconds.
  mutating func step(distance: Double, at now: Int64) -> Double? {
    guard let last, let end else {
      (last, end) = (now, now + Self.duration)
      return 0
    }
    guard now < end else { return nil }
    guard now > last else { return 0 }
    let left = Double(end - last)
    let s = Double(now - last) / left
    let carried = velocity * left
    velocity = (carried * (1 - 4 * s + 3 * s * s) + distance * 6 * (s - s * s)) / left
    self.last = now
    return carried * s * (1 - s) * (1 - s) + distance * s * s * (3 - 2 * s)
  }
}
