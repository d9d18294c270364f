import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// Does the work that can wait until the main loop is idle, in one order of urgency and within one budget: it prepares
/// the rows of the next frame and those near the viewport for drawing, reads the pictures of rows further away, and
/// measures all others.
///
/// `RangeController` and `IdleScheduler` decide, and this object carries their decisions out. In the preload range, rows
/// are measured and their picture files are read. In the display range, rows are laid out and shaped as they will be
/// drawn, and their pictures are decoded. The list binds visible rows itself, with the painters prepared here. A row that
/// leaves a range loses what was prepared for it. Rows outside all ranges are prepared on worker threads and measured.
final class IdleWorker {
  weak var client: (any IdleWorkerClient)?
  /// The environment in which worker threads prepare texts.
  private(set) var text: TextSystem?
  /// Called when the system warns of low memory.
  var onMemoryPressure: () -> Void = {}
  let batchFetching = BatchFetchCoordinator()
  var ranges = RangeController()
  var scheduler = IdleScheduler()
  var ready = ReadyRows()
  var forecast = MotionForecast()
  let precacheBatches = PrecacheBatches()
  var commits = HeightCommits()
  /// Whether rows may have changed in place, so that prepared rows must be checked.
  var mayBeStale = false
  /// Whether the list has been laid out since it was last scrolled or edited. Until then heights must not change, because
  /// the next layout starts from the present positions.
  var isLaidOut = false
  /// Whether the list itself changes the adjustment's value.
  private var isJumping = false
  private var hasJumped = false
  /// The measurement context of the last layout.
  private var lastConditions: MeasurementContext?
  /// The content offset of the last layout.
  private var laidOutOffset = 0
  /// The time when the list was last scrolled, in microseconds.
  var lastScroll: Int64 = 0
  /// Kinds of work that have ended for good.
  var ended: Set<IdleWork> = []
  /// The only source that does work; its priority is that of the most urgent work.
  var source: (idle: IdleSource, work: IdleWork)?
  /// Calls `schedule` again, at a time in microseconds.
  var wakeUp: (timeout: TimeoutSource, time: Int64)?
  /// Calls `update` before any other idle work.
  private var updating: IdleSource?
  private var releasing: IdleSource?
  /// Releases rows that were predicted by a motion and not shown.
  private var resting: TimeoutSource?
  private var frames: FrameObserver?
  private(set) var visibility: VisibilityObserver?
  private var memory: MemoryMonitor?

  /// After drawing, before any other idle work.
  private static let updatePriority = G_PRIORITY_HIGH_IDLE + 30

  /// Starts working for a list.
  ///
  /// - Parameters:
  ///   - widget: The list's; it must outlive this object.
  ///   - text: The list's.
  func start(for client: any IdleWorkerClient, widget: WidgetPointer, text: TextSystem) {
    self.client = client
    self.text = text
    batchFetching.needsCheck = { [weak self] in self?.setNeedsUpdate() }
    precacheBatches.onReturn = { [weak self] in
      self?.measureReadyRows()
      self?.schedule()
    }
    frames = FrameObserver(of: widget) { [weak self] now, interval in
      self?.scheduler.frameDrawn(at: now, interval: interval)
    }
    visibility = VisibilityObserver(of: widget) { [weak self] in self?.visibilityChanged($0) }
  }

  /// Ends all work for good.
  func stop() {
    for work in IdleWork.allCases { end(work) }
    frames?.stop()
    visibility?.stop()
    memory = nil
  }

  /// Ends one kind of work for good.
  func end(_ work: IdleWork) {
    ended.insert(work)
    switch work {
    case .preparation:
      updating = nil
      releasing = nil
      resting = nil
      scheduler.queue.removeAll()
      ready = ReadyRows()
    case .measurement:
      precacheBatches.stop()
    }
    schedule()
  }

  /// Whether the list is not visible.
  var isHidden: Bool { visibility?.isVisible != true }

  /// Whether measuring ahead is paused.
  var isPaused = false {
    didSet { pausesChanged() }
  }

  /// Whether the list's content is being refreshed; heights must not change the scroll bar meanwhile.
  var isRefreshing: Bool {
    get { scheduler.precache.isRefreshing }
    set {
      scheduler.precache.isRefreshing = newValue
      schedule()
    }
  }

  var tunings: RangeTuningTable {
    get { ranges.tunings }
    set {
      ranges.tunings = newValue
      setNeedsUpdate()
    }
  }

  /// See `ListView.preparesFlingTargetsOnly`.
  var preparesFlingTargetsOnly: Bool {
    get { forecast.preparesFlingTargetsOnly }
    set {
      forecast.preparesFlingTargetsOnly = newValue
      if !newValue { endFling() }
    }
  }

  /// Whether every row near the viewport is prepared, with no update pending.
  var isPreparationFinished: Bool {
    (scheduler.queue.isEmpty || isHidden) && updating == nil && releasing == nil && resting == nil
  }

  /// The rows that were measured since the caches of text preparation were freed.
  var measuredCount = 0

  /// Whether nothing is left to be measured ahead, and no worker is busy.
  var isPrecacheFinished: Bool {
    measurementActivity == .rest && precacheBatches.areAllReturned && !precacheBatches.hasReadyRows
      && !awaitsLayout
  }

  /// Whether rows lost their heights, and the layout comes from which the search for them starts.
  private var awaitsLayout: Bool {
    guard !ended.contains(.measurement), let client, client.idleState.keepsHeights else { return false }
    return scheduler.precache.awaitsViewport && client.geometry.unmeasuredCount > 0
  }

  /// The rows that are prepared for drawing, and those whose picture files are read ahead.
  var displayedElements: Set<ListElement> { Set(ready.displayed.keys) }
  var preloadedElements: Set<ListElement> { Set(ready.preloaded.keys) }

  /// The painter of a row; nil if the row is not prepared.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    ready.painter(of: element, identity, conditions)
  }

  /// Discards the painter of a row whose height has changed.
  func forgetPainter(of element: ListElement) { ready.displayed[element] = nil }

  /// All rows look different.
  func forgetPainters() { for element in ready.displayed.keys { ready.displayed[element] = nil } }

  /// Call when rows were inserted or deleted, or lost their heights: the search for unmeasured rows starts again.
  func heightsChanged() {
    scheduler.precache.contentChanged()
    schedule()
  }

  /// Call at the end of each layout, when the rows on screen are measured.
  func laidOut() {
    precacheFromViewport()
    isLaidOut = true
    guard let state = client?.idleState, let value = state.scrollValue else { return schedule() }
    if state.conditions != lastConditions { mayBeStale = true }
    lastConditions = state.conditions
    forecast.laidOut(at: value, time: MonotonicClock.now)
    let offset = state.contentOffset
    if hasJumped, offset != laidOutOffset {
      ranges.scrolled(forward: offset > laidOutOffset)
      batchFetching.note(.scrolled)
    }
    hasJumped = false
    laidOutOffset = offset
    setNeedsUpdate()
    schedule()
  }

  /// Call when the adjustment's value has changed: nothing is measured ahead for a while.
  func scrolled() {
    let now = MonotonicClock.now
    lastScroll = now
    scheduler.precache.scrolled(at: now)
    isLaidOut = false
    schedule()
    guard !isJumping, let client else { return }
    let state = client.idleState
    guard let value = state.scrollValue else { return }
    let step = forecast.scrolled(
      to: value, at: now, viewport: state.viewport, first: state.firstVisibleElement, in: client.geometry)
    if step.beginsMotion { userScrolled() }
    if let isForward = step.isForward { ranges.scrolled(forward: isForward) }
    if step.hasNewTarget { endFlingAtRest(updates: false) }
    batchFetching.note(step.isFling ? .flung : .scrolled)
  }

  /// Call when the user begins to scroll the list, or scrolls it by keys.
  func userScrolled() {
    ranges.scrollBegan()
    setNeedsUpdate()
  }

  /// Treats changes of the adjustment's value inside `body` as the list's own, not the user's.
  func performProgrammaticScroll(_ body: () -> Void) {
    let was = isJumping
    isJumping = true
    hasJumped = true
    isLaidOut = false
    forecast.jumped()
    body()
    isJumping = was
  }

  /// Call when the value is about to change without the content moving.
  func originMoves() { forecast.valueMoved() }

  /// Call when all rows are replaced.
  func reset() {
    isLaidOut = false
    for action in ranges.removeAll() { carryOut(action) }
    scheduler.queue.removeAll()
    ready = ReadyRows()
    forecast.reset()
    batchFetching.note(.contentChanged(rows: 1))
    setNeedsUpdate()
  }

  /// Follows an edit of the list.
  func apply(_ change: ChangeSet) {
    isLaidOut = false
    for action in ranges.apply(change) { carryOut(action) }
    ready.apply(change)
    scheduler.queue.rename(change.newElement(for:))
    forecast.apply(change)
    mayBeStale = true
    let added = change.after.reduce(0, +) - change.before.reduce(0, +)
    batchFetching.note(.contentChanged(rows: max(added, 0)))
    setNeedsUpdate()
  }

  func handleMemoryPressure() {
    ranges.handleMemoryPressure(isVisible: !isHidden)
    update()
  }

  private func visibilityChanged(_ isVisible: Bool) {
    pausesChanged()
    if isVisible {
      ranges.enteredForeground(isVisible: true)
      batchFetching.note(.becameVisible)
      setNeedsUpdate()
    } else {
      ranges.enteredBackground(isVisible: true)
      update()
    }
  }

  private func pausesChanged() {
    scheduler.precache.isPaused = isHidden || isPaused
    schedule()
  }

  func setNeedsUpdate() {
    guard updating == nil, !ended.contains(.preparation) else { return }
    updating = IdleSource(priority: Self.updatePriority) { [weak self] in
      self?.update()
      return .done
    }
  }

  /// Call when an update begins: none is pending any more.
  func updateBegan() { updating = nil }

  /// Starts watching for the system's warnings of low memory.
  func watchMemory() {
    guard memory == nil else { return }
    memory = MemoryMonitor { [weak self] in self?.onMemoryPressure() }
  }

  /// Releases the rows that have left the display range: in the next iteration of the loop, because they may return
  /// before; at once if the list is hidden or memory is low.
  func releaseLeavingRows() {
    guard ready.hasLeavingRows else { return }
    if ranges.mode == .visibleOnly || ranges.mode == .lowMemory {
      releasing = nil
      ready.releaseLeavingRows()
    } else if releasing == nil {
      releasing = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
        self?.releasing = nil
        self?.ready.releaseLeavingRows()
        return .done
      }
    }
  }

  /// Ends the fling once the list has stopped moving.
  ///
  /// - Parameter updates: Whether an update follows in any case.
  func endFlingAtRest(updates: Bool) {
    resting = TimeoutSource(milliseconds: UInt32(ScrollMotion.pause / 1_000)) { [weak self] in
      self?.resting = nil
      self?.endFling()
      if updates { self?.setNeedsUpdate() }
      return .done
    }
  }
}
