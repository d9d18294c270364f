import LayoutCore

/// Predicts the rows that a moving list will show: those of the next frame, and those at which a fling will come to rest.
///
/// Times are in microseconds on the monotonic clock. Values are values of the adjustment in device pixels, which changes
/// of heights do not affect.
struct MotionForecast {
  /// The interpretation of a change of the adjustment's value.
  struct Step {
    /// Whether the list was at rest until now.
    var beginsMotion: Bool
    /// Towards the list's end; nil if the value did not change.
    var isForward: Bool?
    /// Whether the list will move on by more than a page by itself.
    var isFling: Bool
    /// Whether the target of a fling was computed.
    var hasNewTarget: Bool
  }

  /// Whether a fast fling prepares only the rows at which it will come to rest.
  var preparesFlingTargetsOnly = false
  /// The rows of the next frame, if it moves by as much as the last one and by more than the viewport's height.
  private(set) var nextFrame: [ListElement] = []
  private var motion = ScrollMotion()
  private var fling = FlingTarget()
  private var frameStep = FrameStep()
  private var lastValue = 0.0

  /// The target rows of the fling under way; nil unless only they are prepared.
  var flingTarget: [ListElement]? { fling.elements }

  func velocity(at now: Int64) -> Double { motion.velocity(at: now) }
  func distanceLeft(at now: Int64) -> Double { motion.distanceLeft(at: now) }

  /// Call when the list was laid out.
  mutating func laidOut(at value: Double, time now: Int64) {
    lastValue = value
    frameStep.laidOut(at: value, time: now)
  }

  /// Call when the user has scrolled the list.
  ///
  /// - Parameters:
  ///   - viewport: Offsets in device pixels.
  ///   - first: The first visible row.
  mutating func scrolled(
    to value: Double, at now: Int64, viewport: Range<Int>, first: ListElement?, in geometry: RowGeometry
  ) -> Step {
    let begins = motion.moved(to: value, at: now)
    let isForward: Bool? = value == lastValue ? nil : value > lastValue
    lastValue = value
    let left = motion.distanceLeft(at: now)
    let isFling = abs(left) > Double(viewport.count)
    var hasNewTarget = false
    if isFling, preparesFlingTargetsOnly, let first {
      let top = viewport.lowerBound + Int(left)
      fling.flung(from: first, to: top..<top + viewport.count, in: geometry)
      hasNewTarget = true
    }
    return Step(
      beginsMotion: begins, isForward: isForward, isFling: isFling, hasNewTarget: hasNewTarget)
  }

  /// Call when the list jumps: the distance between the frames before and after it is not a motion.
  mutating func jumped() { frameStep = FrameStep() }

  /// Call when the value changes without the content moving, which is not a motion either.
  mutating func valueMoved() {
    motion = ScrollMotion()
    frameStep = FrameStep()
  }

  /// Forgets the fling under way.
  mutating func endFling() { fling.dragBegan() }

  /// Updates the rows of the next frame.
  ///
  /// - Parameters:
  ///   - viewport: Offsets in device pixels.
  ///   - isHidden: Whether the list is hidden, so that there will be no frame.
  /// - Returns: The rows that were expected before and are not expected any more.
  mutating func findNextFrame(
    from viewport: Range<Int>, isHidden: Bool, at now: Int64, in geometry: RowGeometry
  ) -> [ListElement] {
    let before = nextFrame
    let distance = isHidden || fling.elements != nil ? 0 : Int(frameStep.distance(at: now))
    let top = viewport.lowerBound + distance
    nextFrame = abs(distance) < viewport.count ? [] : geometry.elements(in: top..<top + viewport.count)
    guard !before.isEmpty else { return [] }
    let kept = Set(nextFrame)
    return before.filter { !kept.contains($0) }
  }

  /// Follows an edit of the list.
  mutating func apply(_ change: ChangeSet) {
    nextFrame = nextFrame.compactMap(change.newElement(for:))
    fling.dragBegan()
  }

  /// Call when all rows are replaced.
  mutating func reset() {
    nextFrame = []
    fling.dragBegan()
  }
}
