/// A kind of work that is done while the main loop is idle.
package enum IdleWork: CaseIterable, Hashable, Sendable {
  /// Preparing rows near the viewport to be drawn, or loading their data.
  case preparation
  /// Measuring all other rows.
  case measurement
}

/// Decides which work is done while the main loop is idle: all work in one order of urgency and within one budget of
/// time.
///
/// The rows in `queue` come first (those of the next frame, then the display range, then the preload range), then the
/// heights of all other rows in the order of `precache`. A state machine without clock and loop: events are reported
/// with their time, `activity(at:)` tells the driver what to do, and in a slice `next` returns one task after the
/// other. Times are in microseconds of any monotonic clock.
package struct IdleScheduler: Sendable {
  /// The activity of the driver at a time.
  package enum Activity: Equatable, Sendable {
    /// Nothing is left, or nothing may be done: attach no idle source.
    case rest
    /// Wait this time, then ask again.
    case wait(microseconds: Int64)
    /// Work in slices; the next slice begins with work of this kind.
    case work(IdleWork)
  }

  /// A unit of work.
  package enum Task: Equatable, Sendable {
    /// Prepare a row for a range.
    case prepare(ListElement, RangeKind)
    /// Measure a row.
    case measure(ListElement)
  }

  /// The rows that wait to be prepared.
  package var queue = UrgencyQueue<ListElement>()
  /// The order in which all other rows are measured, and the pauses of that work.
  package var precache = PrecacheScheduler()
  /// Whether rows may be prepared now.
  package var allowsPreparation = true
  /// Whether rows may be measured ahead now.
  package var allowsMeasurement = true

  private var budget = SliceBudget()
  private var slice: Slice?

  private struct Slice {
    let deadline: Int64
    var work: IdleWork
    /// The number of units of the present kind of work.
    var units = 0
    var isEmpty = true
  }

  /// Creates a scheduler without work.
  package init() {}

  /// Call when a frame is drawn: the next slices end before the following frame.
  ///
  /// - Parameters:
  ///   - now: The time at which the frame began.
  ///   - interval: The time between two frames; positive.
  package mutating func frameDrawn(at now: Int64, interval: Int64) {
    budget.frameDrawn(at: now, interval: interval)
  }

  /// The activity at a time.
  package func activity(at now: Int64) -> Activity {
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

  /// The activity of measuring ahead if there were no other work.
  package func measurementActivity(at now: Int64) -> PrecacheScheduler.Activity {
    allowsMeasurement ? precache.activity(at: now) : .rest
  }

  /// Call when a slice begins, after `activity(at:)` returned `work`. A slice has at least one task.
  package mutating func sliceBegan(at now: Int64) {
    let work = isPreparationNext ? IdleWork.preparation : .measurement
    var deadline = now
    if case .work(let until) = budget.grant(work, at: now) { deadline = until }
    slice = Slice(deadline: deadline, work: work)
    budget.sliceBegan(at: now)
  }

  /// The next task of the slice; nil when its time is over, or when no work is allowed or left.
  ///
  /// Rows in `queue` always come first.
  ///
  /// - Parameters:
  ///   - geometry: The rows of the list.
  ///   - now: The time.
  ///   - isUnderWay: Whether a row is already being measured elsewhere.
  /// - Complexity: O(1), amortized, for a preparation; O(log n) for a measurement.
  package mutating func next(
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

  /// Call when a slice is over.
  package mutating func sliceEnded(at now: Int64) {
    if let slice { budget.completed(slice.units, of: slice.work, at: now) }
    slice = nil
  }

  private var isPreparationNext: Bool { allowsPreparation && !queue.isEmpty }
}
