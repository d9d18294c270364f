import LayoutCore

/// Which rows the motion of a list leads to: those where a fling will come to rest, and those of the next frame.
///
/// Times are in microseconds on the monotonic clock. Values are those of the adjustment in device pixels: a change of
/// heights does not alter them.
struct MotionForecast {
  /// What a change of the adjustment's value is.
  struct Step {
    /// Whether the list was at rest until now.
    var beginsMotion: Bool
    /// Towards the list's end; nil if the value did not change.
    var isForward: Bool?
    /// Whether it will go on for more than a page by itself.
    var isFling: Bool
    /// Whether there is a fling's target since now.
    var hasNewTarget: Bool
  }

  /// Whether a fast fling prepares only the rows where it will come to rest.
  var preparesFlingTargetsOnly = false
  /// Rows that the next frame will show if it goes as far as the last one, where that is beyond the viewport.
  private(set) var nextFrame: [ListElement] = []
  private var motion = ScrollMotion()
  private var fling = FlingTarget()
  private var frameStep = FrameStep()
  private var lastValue = 0.0

  /// The rows of the fling under way, if only those are prepared.
  var flingTarget: [ListElement]? { fling.elements }

  func velocity(at now: Int64) -> Double { motion.velocity(at: now) }
  func distanceLeft(at now: Int64) -> Double { motion.distanceLeft(at: now) }

  /// The list was laid out.
  mutating func laidOut(at value: Double, time now: Int64) {
    lastValue = value
    frameStep.laidOut(at: value, time: now)
  }

  /// The list is moved by its user.
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

  /// The list jumps: frames before and after belong to no motion.
  mutating func jumped() { frameStep = FrameStep() }

  /// The same place has another value from now on: that is no motion, although it looks like one.
  mutating func valueMoved() {
    motion = ScrollMotion()
    frameStep = FrameStep()
  }

  /// No fling is under way any more.
  mutating func endFling() { fling.dragBegan() }

  /// Finds the rows of the next frame.
  ///
  /// - Parameters:
  ///   - viewport: Offsets in device pixels.
  ///   - isHidden: Whether no frame is to come.
  /// - Returns: Rows that were expected before and are not any more.
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

  /// All rows are other ones.
  mutating func reset() {
    nextFrame = []
    fling.dragBegan()
  }
}
