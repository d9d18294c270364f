import LayoutCore

/// A scroll to a row that takes its time, towards wherever the row is at the moment.
///
/// In every frame the way that is left is looked at afresh and gone along the cubic Hermite curve that begins with the
/// present velocity and ends at rest at the target. As long as the target stays, these curves are all the same one.
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

  /// Goes somewhere else from now on, beginning with the present velocity.
  mutating func turn(to element: ListElement, alignment: ScrollAlignment) {
    self.element = element
    self.alignment = alignment
    end = last.map { $0 + Self.duration }
  }

  /// How far to go for a frame; nil at the end, when all that is left is to be gone.
  ///
  /// - Parameters:
  ///   - distance: From the present place to the target, in logical pixels.
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
