/// Limits the time of idle work, so that it delays no frame.
///
/// While frames are drawn, a slice of work ends before the next frame is due, and a unit of work begins only if units
/// of its kind usually fit into the remaining time. If no frame has been drawn for two intervals, there is no such
/// deadline. These are the rules of RecyclerView's GapWorker and of Compose's prefetch scheduler. The cost of a unit is
/// averaged separately for each kind of work. Times are in microseconds of any monotonic clock.
package struct SliceBudget: Sendable {
  /// The work that is allowed at a time.
  package enum Grant: Equatable, Sendable {
    /// Work until this time, but do at least one unit.
    case work(until: Int64)
    /// Ask again after this time: the next frame is about to begin.
    case wait(microseconds: Int64)
  }

  /// The maximum length of a slice, even if no frame is due: input must not wait longer.
  package static let longestSlice: Int64 = 4_000
  /// The time before the next frame that is left for the main loop's own work.
  package static let reserve: Int64 = 1_000
  /// The number of consecutive frames without time for work after which a short slice is granted all the same: such
  /// frames are late already, and an animation may never end.
  package static let patience = 2
  /// The length of such a slice.
  package static let shortSlice: Int64 = 2_000

  private var lastFrame: Int64?
  private var frameInterval: Int64 = 16_667
  private var framesWithoutWork = 0
  /// The time at which the slice began, or at which its units were last accounted for.
  private var began: Int64?
  /// Running averages, over about the last eight slices of each kind.
  private var preparationCost: Int64 = 0
  private var measurementCost: Int64 = 0

  package init() {}

  /// The average cost of the last units of a kind of work in microseconds; 0 before the first one.
  package func averageUnitCost(of work: IdleWork) -> Int64 {
    work == .preparation ? preparationCost : measurementCost
  }

  /// Call when a frame is drawn.
  ///
  /// - Parameters:
  ///   - now: The time at which the frame began.
  ///   - interval: The time between two frames; positive.
  package mutating func frameDrawn(at now: Int64, interval: Int64) {
    precondition(interval > 0, "The interval between frames is positive, not \(interval) µs.")
    lastFrame = now
    frameInterval = interval
    framesWithoutWork += 1
  }

  /// Whether frames are being drawn: one of the last two intervals had one.
  package func isDrawing(at now: Int64) -> Bool {
    guard let lastFrame else { return false }
    return now - lastFrame < 2 * frameInterval
  }

  /// Whether a slice that begins with a unit of this work may begin now, and how long it may last.
  package func grant(_ work: IdleWork, at now: Int64) -> Grant {
    guard let lastFrame, isDrawing(at: now) else { return .work(until: now + Self.longestSlice) }
    // A late frame may begin at any time.
    let next = max(lastFrame + frameInterval, now)
    let deadline = min(next - Self.reserve, now + Self.longestSlice)
    if now + averageUnitCost(of: work) <= deadline, now < deadline { return .work(until: deadline) }
    if framesWithoutWork >= Self.patience { return .work(until: now + Self.shortSlice) }
    // There is time again after the next frame, or, if it is not drawn, after two intervals.
    return .wait(microseconds: (next > now ? next : lastFrame + 2 * frameInterval) - now)
  }

  package mutating func sliceBegan(at now: Int64) {
    began = now
    framesWithoutWork = 0
  }

  /// Accounts for units of one kind of work, done since the slice began or since the last call.
  package mutating func completed(_ units: Int, of work: IdleWork, at now: Int64) {
    guard let began, units > 0 else { return }
    let cost = max(now - began, 0) / Int64(units)
    let average = averageUnitCost(of: work)
    let new = average == 0 ? cost : (average * 7 + cost) / 8
    if work == .preparation { preparationCost = new } else { measurementCost = new }
    self.began = now
  }

  /// Whether another unit of work fits in before the end of the slice.
  package func fitsAnother(_ work: IdleWork, at now: Int64, before deadline: Int64) -> Bool {
    now + averageUnitCost(of: work) < deadline
  }
}
