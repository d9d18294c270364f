/// How long work that can wait may take, so that no frame is late because of it.
///
/// While frames are drawn, a slice ends before the next one is due, and a unit of work is only begun if it
/// usually fits in what is left. When nothing has been drawn for two frames there is no such deadline. These
/// are the rules of RecyclerView's GapWorker and of Compose's prefetch scheduler. What a unit costs is averaged for
/// each kind of work apart. Times are in microseconds on any monotonic clock.
public struct SliceBudget: Sendable {
  /// What may be done at a moment.
  public enum Grant: Equatable, Sendable {
    /// Work until then, but at least one unit.
    case work(until: Int64)
    /// Ask again after so many microseconds: the next frame is about to begin.
    case wait(microseconds: Int64)
  }

  /// The longest slice, even where no frame is to come: input must not wait for longer.
  public static let longestSlice: Int64 = 4_000
  /// What is left free before the next frame, for the loop's own work.
  public static let reserve: Int64 = 1_000
  /// Frames in a row without any time for work, after which a short slice is granted all the same: frames that
  /// leave no time are late already, and something may be drawn all the time.
  public static let patience = 2
  /// How long that slice is.
  public static let shortSlice: Int64 = 2_000

  private var lastFrame: Int64?
  private var frameInterval: Int64 = 16_667
  private var framesWithoutWork = 0
  /// When the slice began, or when its units were last accounted for.
  private var began: Int64?
  /// Running averages, over about the last eight slices of each kind.
  private var preparationCost: Int64 = 0
  private var measurementCost: Int64 = 0

  public init() {}

  /// What a unit of work has cost lately, in microseconds; 0 until one was done.
  public func averageUnitCost(of work: IdleWork) -> Int64 {
    work == .preparation ? preparationCost : measurementCost
  }

  /// A frame was drawn.
  ///
  /// - Parameters:
  ///   - now: When the frame began.
  ///   - interval: Between two frames; positive.
  public mutating func frameDrawn(at now: Int64, interval: Int64) {
    precondition(interval > 0, "Frames follow each other after a positive time, not \(interval) µs.")
    lastFrame = now
    frameInterval = interval
    framesWithoutWork += 1
  }

  /// Whether frames are being drawn: one of the last two intervals had one.
  public func isDrawing(at now: Int64) -> Bool {
    guard let lastFrame else { return false }
    return now - lastFrame < 2 * frameInterval
  }

  /// Whether a slice that begins with a unit of this work may begin now, and how long it may last.
  public func grant(_ work: IdleWork, at now: Int64) -> Grant {
    guard let lastFrame, isDrawing(at: now) else { return .work(until: now + Self.longestSlice) }
    // A frame that is late may come at any moment.
    let next = max(lastFrame + frameInterval, now)
    let deadline = min(next - Self.reserve, now + Self.longestSlice)
    if now + averageUnitCost(of: work) <= deadline, now < deadline { return .work(until: deadline) }
    if framesWithoutWork >= Self.patience { return .work(until: now + Self.shortSlice) }
    // Behind the next frame there is time again; if it does not come, after two intervals.
    return .wait(microseconds: (next > now ? next : lastFrame + 2 * frameInterval) - now)
  }

  public mutating func sliceBegan(at now: Int64) {
    began = now
    framesWithoutWork = 0
  }

  /// So many units of one kind of work were done since the slice began, or since the last ones were accounted for.
  public mutating func completed(_ units: Int, of work: IdleWork, at now: Int64) {
    guard let began, units > 0 else { return }
    let cost = max(now - began, 0) / Int64(units)
    let average = averageUnitCost(of: work)
    let new = average == 0 ? cost : (average * 7 + cost) / 8
    if work == .preparation { preparationCost = new } else { measurementCost = new }
    self.began = now
  }

  /// Whether another unit of work fits in before the end of the slice.
  public func fitsAnother(_ work: IdleWork, at now: Int64, before deadline: Int64) -> Bool {
    now + averageUnitCost(of: work) < deadline
  }
}
