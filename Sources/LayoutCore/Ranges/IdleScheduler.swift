/// Kinds of work that is done when the main loop is idle.
public enum IdleWork: CaseIterable, Hashable, Sendable {
  /// Making rows near the viewport ready to be drawn, or loading what they show.
  case preparation
  /// Measuring all other rows.
  case measurement
}

/// Decides what is done when the main loop is idle: all work in one order of urgency and within one budget of time.
///
/// First come the rows that wait in `queue` (those of the next frame, then those about to be displayed, then those that
/// are loaded ahead), then the heights of all other rows in the order of `precache`. A state machine without clock and
/// loop: events come in with their time, `activity` says what the driver should be doing, and in a slice `next` names
/// one task after the other. Times are in microseconds on any monotonic clock.
public struct IdleScheduler: Sendable {
  /// What the driver should be doing.
  public enum Activity: Equatable, Sendable {
    /// Nothing is left, or nothing may be done: no source should be attached.
    case rest
    /// Wait this long, then ask again.
    case wait(microseconds: Int64)
    /// Work in slices, the next of which begins with work of this kind.
    case work(IdleWork)
  }

  /// The next thing to do.
  public enum Task: Equatable, Sendable {
    /// Prepare a row for a range.
    case prepare(ListElement, RangeKind)
    /// Measure a row.
    case measure(ListElement)
  }

  /// Rows that wait to be prepared.
  public var queue = UrgencyQueue<ListElement>()
  /// The order in which all other rows are measured, and the pauses of that work.
  public var precache = PrecacheScheduler()
  /// Whether rows may be prepared at present.
  public var allowsPreparation = true
  /// Whether rows may be measured ahead at present.
  public var allowsMeasurement = true

  private var budget = SliceBudget()
  private var slice: Slice?

  private struct Slice {
    let deadline: Int64
    var work: IdleWork
    /// Of the present kind of work.
    var units = 0
    var isEmpty = true
  }

  public init() {}

  /// A frame was drawn: the next slices end before the one after it.
  ///
  /// - Parameter interval: Microseconds from one frame to the next; positive.
  public mutating func frameDrawn(at now: Int64, interval: Int64) {
    budget.frameDrawn(at: now, interval: interval)
  }

  public func activity(at now: Int64) -> Activity {
    let work: IdleWork
    if isPreparationNext {
      work = .preparation
    } else {
      switch measurementActivity(at: now) {
      case .rest: return .rest
      case .wait(let microseconds): return .wait(microseconds: microseconds)
      case .work: work = .measurement
      }
    }
    return switch budget.grant(work, at: now) {
    case .work: .work(work)
    case .wait(let microseconds): .wait(microseconds: microseconds)
    }
  }

  /// What measuring ahead would do now if nothing else were to be done.
  public func measurementActivity(at now: Int64) -> PrecacheScheduler.Activity {
    allowsMeasurement ? precache.activity(at: now) : .rest
  }

  /// A slice begins; `activity` was `work`. At least one task is done in it.
  public mutating func sliceBegan(at now: Int64) {
    let work = isPreparationNext ? IdleWork.preparation : .measurement
    var deadline = now
    if case .work(let until) = budget.grant(work, at: now) { deadline = until }
    slice = Slice(deadline: deadline, work: work)
    budget.sliceBegan(at: now)
  }

  /// The next task of the slice; nil when its time is over, or when nothing is left that may be done now.
  ///
  /// Preparations come first whenever one waits.
  ///
  /// - Parameter isUnderWay: Whether somebody measures a row already, who will say when it is done.
  /// - Complexity: O(1), amortized, for a preparation; O(log n) for a measurement.
  public mutating func next(
    in geometry: RowGeometry, at now: Int64, isUnderWay: (ListElement) -> Bool = { _ in false }
  ) -> Task? {
    guard var slice else { return nil }
    let work = isPreparationNext ? IdleWork.preparation : .measurement
    if work != slice.work {
      budget.completed(slice.units, of: slice.work, at: now)
      (slice.work, slice.units) = (work, 0)
      self.slice = slice
    }
    guard slice.isEmpty || budget.fitsAnother(work, at: now, before: slice.deadline) else { return nil }
    let task: Task
    switch work {
    case .preparation:
      guard let (element, kind) = queue.next() else { return nil }
      task = .prepare(element, kind)
    case .measurement:
      guard measurementActivity(at: now) == .work,
        let element = precache.next(in: geometry, isUnderWay: isUnderWay)
      else { return nil }
      task = .measure(element)
    }
    slice.units += 1
    slice.isEmpty = false
    self.slice = slice
    return task
  }

  /// The slice is over.
  public mutating func sliceEnded(at now: Int64) {
    if let slice { budget.completed(slice.units, of: slice.work, at: now) }
    slice = nil
  }

  private var isPreparationNext: Bool { allowsPreparation && !queue.isEmpty }
}
