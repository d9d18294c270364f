/// Predicts how far a list will have moved in its next frames, if it moves by more than its height in each: then no range
/// around what it shows reaches the rows of the next frame.
struct FrameSteps {
  /// Reading what a frame shows takes less than a frame, but other work may be ahead of it.
  static let count = 4

  private var lastValue: Double?
  private var lastStep = 0.0

  /// Call when the list has moved.
  ///
  /// - Parameters:
  ///   - value: The place of its top, in any unit.
  ///   - page: Its height in that unit.
  /// - Returns: The distances of the next frames from this one, the nearest first; none if the motion is not fast, or no
  ///   steady one.
  mutating func moved(to value: Double, page: Double) -> [Double] {
    defer { lastValue = value }
    guard let lastValue, value != lastValue else { return [] }
    let step = value - lastValue
    let isSteady = abs(step - lastStep) < max(page, abs(step) / 4)
    lastStep = step
    guard isSteady, abs(step) > page else { return [] }
    return (1...Self.count).map { Double($0) * step }
  }
}
