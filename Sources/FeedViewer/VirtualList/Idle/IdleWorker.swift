import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// Does what can wait until the main loop is idle, in one order of urgency and within one budget: makes the rows that
/// the next frame shows and those near the viewport ready to be drawn, reads what rows further away show, and measures
/// all others.
///
/// It carries out what `RangeController` and `IdleScheduler` decide. Rows to be preloaded are measured, which prepares
/// their text, and their image files are read. Rows to be displayed are laid out and shaped as they will be drawn, and
/// their images are decoded. Visible rows are bound to widgets by the list itself, which finds here what was prepared.
/// A row that leaves a range loses what the range gave it. Texts of rows that are far away are prepared on worker
/// threads.
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
  /// Rows may have changed in place: what was prepared for them must be looked at again.
  var mayBeStale = false
  /// Whether the list has been laid out since it was last moved or edited. Until then heights must not change:
  /// the layout to come starts from where rows are now.
  var isLaidOut = false
  /// Changes of the adjustment's value are the list's own.
  private var isJumping = false
  private var hasJumped = false
  /// What the last layout was made under.
  private var lastConditions: MeasurementContext?
  /// Where the last layout found the list.
  private var laidOutOffset = 0
  /// When the list was last scrolled, in microseconds.
  var lastScroll: Int64 = 0
  /// Kinds of work that have ended for good.
  var ended: Set<IdleWork> = []
  /// Does the work: the only source that does. Its priority is that of the most urgent work.
  var source: (idle: IdleSource, work: IdleWork)?
  /// Asks again what is to be done, at a time in microseconds.
  var wakeUp: (timeout: TimeoutSource, time: Int64)?
  /// Brings what is prepared in line with where the list is, before anything else that is idle.
  private var updating: IdleSource?
  private var releasing: IdleSource?
  /// Releases rows that a motion was expected to show and did not.
  private var resting: TimeoutSource?
  private var frames: FrameObserver?
  private(set) var visibility: VisibilityObserver?
  private var memory: MemoryMonitor?

  /// After drawing, before anything else that is idle.
  private static let updatePriority = G_PRIORITY_HIGH_IDLE + 30

  /// Begins to work for a list.
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

  /// Whether the list can't be seen.
  var isHidden: Bool { visibility?.isVisible != true }

  /// Whether rows are not measured ahead.
  var isPaused = false {
    didSet { pausesChanged() }
  }

  /// Whether the list's content is being read again: heights must not change the scroll bar meanwhile.
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

  /// Whether every row near the viewport is prepared, and nothing of that waits.
  var isPreparationFinished: Bool {
    (scheduler.queue.isEmpty || isHidden) && updating == nil && releasing == nil && resting == nil
  }

  /// Whether every height is known, or nothing is to be measured: no thread works on it.
  var isPrecacheFinished: Bool {
    measurementActivity == .rest && precacheBatches.areAllReturned && !precacheBatches.hasReadyRows
  }

  /// Rows that are ready to be drawn, and those whose files are read ahead.
  var displayedElements: Set<ListElement> { Set(ready.displayed.keys) }
  var preloadedElements: Set<ListElement> { Set(ready.preloaded.keys) }

  /// What draws a row, if it is ready.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    ready.painter(of: element, identity, conditions)
  }

  /// What was prepared to draw a row is of no use: it has another height.
  func forgetPainter(of element: ListElement) { ready.displayed[element] = nil }

  /// Rows were inserted or removed, or lost their heights: all that are not measured are looked for again.
  func heightsChanged() {
    scheduler.precache.contentChanged()
    schedule()
  }

  /// Called at the end of each layout, when the rows on screen are measured.
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

  /// The adjustment's value has changed: nothing is measured ahead for a while.
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

  /// The user began to move the list, or moves it by keys.
  func userScrolled() {
    ranges.scrollBegan()
    setNeedsUpdate()
  }

  /// Changes of the value inside `body` are the list's own.
  func performProgrammaticScroll(_ body: () -> Void) {
    let was = isJumping
    isJumping = true
    hasJumped = true
    isLaidOut = false
    forecast.jumped()
    body()
    isJumping = was
  }

  /// The same place gets another value: no motion, although it looks like one.
  func originMoves() { forecast.valueMoved() }

  /// All rows are other ones.
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

  /// An update begins: none waits any more.
  func updateBegan() { updating = nil }

  /// Hears the system's warnings from now on.
  func watchMemory() {
    guard memory == nil else { return }
    memory = MemoryMonitor { [weak self] in self?.onMemoryPressure() }
  }

  /// Releases what is kept for rows that left the display range: in the next iteration of the loop, since they may return
  /// before; at once if the list is hidden or memory is short.
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

  /// Ends a fling when the list does not move any more.
  ///
  /// - Parameter updates: Whether what is prepared is then brought in line with where the list is in any case.
  func endFlingAtRest(updates: Bool) {
    resting = TimeoutSource(milliseconds: UInt32(ScrollMotion.pause / 1_000)) { [weak self] in
      self?.resting = nil
      self?.endFling()
      if updates { self?.setNeedsUpdate() }
      return .done
    }
  }
}
