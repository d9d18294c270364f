import CGtk
import GtkInterop
import LayoutCore

/// Prepares the rows near the viewport: carries out what the range controller decides.
///
/// Rows to be preloaded are measured, which prepares their text, and their image files are read. Rows to be
/// displayed are laid out and shaped as they will be drawn, and their images are decoded. Visible rows are bound
/// to widgets by the list itself, which finds here what was prepared. A row that leaves a range loses what the
/// range gave it.
final class RowPreloader {
  private(set) var ranges = RangeController()
  let batches = BatchFetchCoordinator()
  /// See `ListView.preparesFlingTargetsOnly`.
  var preparesFlingTargetsOnly = false {
    didSet { if !preparesFlingTargetsOnly { endFling() } }
  }

  private(set) weak var list: ListView?
  /// See `ListView.rangeObserver`.
  weak var rangeObserver: (any ListRangeObserver)? {
    didSet {
      guard rangeObserver !== oldValue else { return }
      for kind in RangeKind.allCases { tellObserver(of: .enter(kind, ranges.elements(in: kind))) }
    }
  }
  var queue = UrgencyQueue<ListElement>()
  private var leavingDisplay = DeferredExits()
  var budget = SliceBudget()
  var motion = ScrollMotion()
  private var fling = FlingTarget()
  private var frameStep = FrameStep()
  /// Rows that the next frame will show if it goes as far as the last one, where that is beyond the viewport.
  private var nextFrame: [ListElement] = []
  var ready = ReadyRows()
  /// Rows may have changed in place: what was prepared for them must be looked at again.
  private var mayBeStale = false
  var isHidden = true
  private var isStopped = false
  private var isJumping = false
  /// Whether the list has been laid out since it was last moved or edited. Until then heights must not change:
  /// the layout to come starts from where rows are now.
  var isLaidOut = false
  private var hasJumped = false
  /// What the last layout was made under.
  private var lastConditions: MeasurementContext?
  /// The adjustment's value in device pixels when it was last looked at.
  private var lastOffset = 0.0
  /// Where the last layout found the list.
  private var laidOutOffset = 0
  private var updating: IdleSource?
  var working: IdleSource?
  private var releasing: IdleSource?
  var waking: TimeoutSource?
  private var resting: TimeoutSource?
  private var frames: FrameObserver?
  private var windowState: WindowStateObserver?
  private var memory: MemoryMonitor?

  /// After drawing, before anything else that is idle.
  private static let updatePriority = G_PRIORITY_HIGH_IDLE + 30

  var tunings: RangeTuningTable {
    get { ranges.tunings }
    set {
      ranges.tunings = newValue
      setNeedsUpdate()
    }
  }

  /// Whether nothing is being prepared and nothing waits: no source is attached to the main loop then.
  var isFinished: Bool {
    (queue.isEmpty || isHidden) && updating == nil && working == nil && releasing == nil && waking == nil
      && resting == nil
  }

  /// The rows of the fling under way, if only those are prepared.
  var flingTarget: [ListElement]? { fling.elements }
  /// Rows that are ready to be drawn, and those whose files are read ahead.
  var displayedElements: Set<ListElement> { Set(ready.displayed.keys) }
  var preloadedElements: Set<ListElement> { Set(ready.preloaded.keys) }

  func attach(to list: ListView) {
    self.list = list
    batches.needsCheck = { [weak self] in self?.setNeedsUpdate() }
    frames = FrameObserver(of: list.widget.pointer) { [weak self] now, interval in
      self?.budget.frameDrawn(at: now, interval: interval)
      self?.list?.precache.frameDrawn(at: now, interval: interval)
    }
    Signal.connect(list.widget.pointer, "map") { [weak self] in
      self?.isMinimized = false
      self?.isMapped = true
    }
    Signal.connect(list.widget.pointer, "unmap") { [weak self] in self?.isMapped = false }
    windowState = WindowStateObserver(of: list.widget.pointer) { [weak self] in self?.isMinimized = $0 }
  }

  private var isMapped = false {
    didSet { setHidden(!isMapped || isMinimized) }
  }

  /// Whether the window is minimized: its widgets stay mapped then.
  var isMinimized = false {
    didSet { setHidden(!isMapped || isMinimized) }
  }

  /// What draws a row, if it is ready.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    ready.painter(of: element, identity, conditions)
  }

  /// What was prepared to draw a row is of no use: it has another height.
  func forgetPainter(of element: ListElement) { ready.displayed[element] = nil }

  /// Called at the end of each layout.
  func viewportChanged() {
    isLaidOut = true
    guard let list, let adjustment = list.verticalAdjustment else { return }
    if list.conditions != lastConditions { mayBeStale = true }
    lastConditions = list.conditions
    lastOffset = gtk_adjustment_get_value(adjustment) * list.origin.scale
    frameStep.laidOut(at: lastOffset, time: MonotonicClock.now)
    let offset = list.contentOffset
    if hasJumped, offset != laidOutOffset {
      ranges.scrolled(forward: offset > laidOutOffset)
      batches.note(.scrolled)
    }
    hasJumped = false
    laidOutOffset = offset
    setNeedsUpdate()
  }

  /// The adjustment's value has changed.
  func scrolled() {
    isLaidOut = false
    guard !isJumping, let list, let adjustment = list.verticalAdjustment else { return }
    let now = MonotonicClock.now
    let offset = gtk_adjustment_get_value(adjustment) * list.origin.scale
    if motion.moved(to: offset, at: now) { userScrolled() }
    if offset != lastOffset { ranges.scrolled(forward: offset > lastOffset) }
    lastOffset = offset
    let left = motion.distanceLeft(at: now)
    let isFling = abs(left) > Double(list.pageHeight)
    if isFling, preparesFlingTargetsOnly, let first = list.firstVisibleElement {
      let top = list.contentOffset + Int(left)
      fling.flung(from: first, to: top..<top + list.pageHeight, in: list.geometry)
      resting = TimeoutSource(milliseconds: UInt32(ScrollMotion.pause / 1_000)) { [weak self] in
        self?.resting = nil
        self?.endFling()
        return .done
      }
    }
    batches.note(isFling ? .flung : .scrolled)
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
    frameStep = FrameStep()
    body()
    isJumping = was
  }

  /// The same place gets another value: no motion, although it looks like one.
  func originMoves() {
    motion = ScrollMotion()
    frameStep = FrameStep()
  }

  /// All rows are other ones.
  func reset() {
    isLaidOut = false
    for action in ranges.removeAll() { carryOut(action) }
    queue.removeAll()
    ready = ReadyRows()
    leavingDisplay = DeferredExits()
    nextFrame = []
    fling.dragBegan()
    batches.note(.contentChanged(rows: 1))
    setNeedsUpdate()
  }

  /// Follows an edit of the list.
  func apply(_ change: ChangeSet) {
    isLaidOut = false
    for action in ranges.apply(change) { carryOut(action) }
    for element in leavingDisplay.apply(change) { ready.displayed[element] = nil }
    ready.apply(change)
    queue.rename(change.newElement(for:))
    nextFrame = nextFrame.compactMap(change.newElement(for:))
    fling.dragBegan()
    mayBeStale = true
    let added = change.after.reduce(0, +) - change.before.reduce(0, +)
    batches.note(.contentChanged(rows: max(added, 0)))
    setNeedsUpdate()
  }

  func handleMemoryPressure() {
    ranges.handleMemoryPressure(isVisible: !isHidden)
    update()
  }

  /// Ends all work for good.
  func stop() {
    isStopped = true
    frames?.stop()
    windowState?.stop()
    memory = nil
    updating = nil
    working = nil
    releasing = nil
    waking = nil
    resting = nil
    queue.removeAll()
    ready = ReadyRows()
  }

  private func setHidden(_ hidden: Bool) {
    guard hidden != isHidden else { return }
    isHidden = hidden
    list?.precache.isHidden = hidden
    if hidden {
      ranges.enteredBackground(isVisible: true)
      update()
    } else {
      ranges.enteredForeground(isVisible: true)
      batches.note(.becameVisible)
      setNeedsUpdate()
    }
  }

  func setNeedsUpdate() {
    guard updating == nil, !isStopped else { return }
    updating = IdleSource(priority: Self.updatePriority) { [weak self] in
      self?.update()
      return .done
    }
  }

  /// Brings what is prepared in line with where the list is.
  func update() {
    updating = nil
    guard !isStopped, let list, list.conditions != nil else { return }
    if memory == nil { memory = MemoryMonitor { [weak self] in self?.list?.handleMemoryPressure() } }
    let top = list.contentOffset
    let actions = ranges.update(
      viewport: top..<top + list.pageHeight, isVisible: !isHidden, in: list.geometry)
    for action in actions { carryOut(action) }
    if mayBeStale { queueStaleRows() }
    if let target = fling.elements {
      keepOnly(target)
      for element in target where ready.displayed[element] == nil { queue.add(element, for: .display) }
    }
    prepareNextFrame(of: list)
    release()
    if isLaidOut || isHidden { batches.check { self.situation(of: list, endOfSection: $0) } }
    work()
  }

  /// In a fast motion a frame may go farther than any range reaches: what it will show comes before all else.
  private func prepareNextFrame(of list: ListView) {
    let before = nextFrame
    let distance = isHidden || fling.elements != nil ? 0 : Int(frameStep.distance(at: MonotonicClock.now))
    let top = list.contentOffset + distance
    nextFrame =
      abs(distance) < list.pageHeight ? [] : list.geometry.elements(in: top..<top + list.pageHeight)
    if !before.isEmpty {
      let kept = Set(nextFrame)
      for element in before where !kept.contains(element) && !ranges.contains(element, in: .display) {
        queue.remove(element)
        ready.displayed[element] = nil
      }
    }
    guard !nextFrame.isEmpty else { return }
    for element in nextFrame where ready.displayed[element] == nil { queue.add(element, for: .visible) }
    // What did not come is let go.
    resting = TimeoutSource(milliseconds: UInt32(ScrollMotion.pause / 1_000)) { [weak self] in
      self?.resting = nil
      self?.endFling()
      self?.setNeedsUpdate()
      return .done
    }
  }

  private func carryOut(_ action: RangeController.Action) {
    tellObserver(of: action)
    switch action {
    // The list binds its visible rows itself, in the layout before.
    case .enter(.visible, _), .exit(.visible, _): break
    case .enter(.display, let rows):
      leavingDisplay.entered(rows)
      enqueue(rows.filter { ready.displayed[$0] == nil }, for: .display)
    case .enter(.preload, let rows):
      enqueue(rows, for: .preload)
    case .exit(.display, let rows):
      leavingDisplay.exited(rows)
      for row in rows {
        queue.remove(row)
        if ranges.contains(row, in: .preload) { enqueue([row], for: .preload) }
      }
    case .exit(.preload, let rows):
      for row in rows {
        queue.remove(row)
        ready.preloaded[row] = nil
      }
    }
  }

  /// The rows nearest to the viewport first, the leading side before the trailing one.
  private func enqueue(_ rows: [ListElement], for kind: RangeKind) {
    guard fling.elements == nil else { return }
    let visible = ranges.elements(in: .visible)
    guard let first = visible.first else {
      for row in rows { queue.add(row, for: kind) }
      return
    }
    let after = rows.filter { $0 >= first }
    let before = rows.filter { $0 < first }.reversed()
    for row in ranges.movesForward ? after + before : before + after { queue.add(row, for: kind) }
  }

  private func queueStaleRows() {
    mayBeStale = false
    guard let list, let dataSource = list.dataSource, let conditions = list.conditions else { return }
    for element in ranges.elements(in: .display)
    where painter(of: element, dataSource.listView(list, identityOf: element), conditions) == nil {
      queue.add(element, for: .display)
    }
    for element in ranges.elements(in: .preload) where !ranges.contains(element, in: .display) {
      let identity = dataSource.listView(list, identityOf: element)
      if ready.preloaded[element]?.identity != identity { queue.add(element, for: .preload) }
    }
  }

  /// Frees what was kept for rows that left the display range: in the next turn of the loop, for they may come
  /// back before; at once if the list is hidden or memory is short.
  private func release() {
    guard !leavingDisplay.isEmpty else { return }
    if ranges.mode == .visibleOnly || ranges.mode == .lowMemory {
      releaseNow()
    } else if releasing == nil {
      releasing = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
        self?.releaseNow()
        return .done
      }
    }
  }

  private func releaseNow() {
    releasing = nil
    for element in leavingDisplay.takeAll() { ready.displayed[element] = nil }
  }

  private func endFling() {
    guard fling.elements != nil else { return }
    fling.dragBegan()
    keepOnly([])
    mayBeStale = true
    setNeedsUpdate()
  }

  /// Forgets the targets of earlier flings.
  private func keepOnly(_ target: [ListElement]) {
    let target = Set(target)
    ready.displayed = ready.displayed.filter {
      target.contains($0.key) || ranges.contains($0.key, in: .display)
    }
    queue.rename { target.contains($0) || ranges.contains($0, in: .preload) ? $0 : nil }
  }
}
