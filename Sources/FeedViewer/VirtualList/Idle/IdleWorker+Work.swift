import CGtk
import GtkInterop
import LayoutCore

/// Does the work in slices between frames.
extension IdleWorker {
  /// Between two slices of rows that came back from workers, in microseconds.
  private static let pauseBetweenSlices: Int64 = 1_000
  /// The rows after which the caches of text preparation are worth freeing.
  private static let manyRows = 5_000
  /// The rows after which freed memory is returned to the system while others are measured: what lived for one row leaves gaps
  /// among what stays.
  private static let rowsBetweenTrims = 10_000

  /// The present activity of measuring ahead.
  var measurementActivity: PrecacheScheduler.Activity {
    guard !ended.contains(.measurement), client?.idleState.keepsHeights == true else { return .rest }
    return scheduler.precache.activity(at: MonotonicClock.now)
  }

  /// Attaches the source for the most urgent work, or none.
  func schedule() {
    let now = MonotonicClock.now
    updatePermissions()
    if scheduler.measurementActivity(at: now) == .rest { commitWhenMeasured() }
    switch scheduler.activity(at: now) {
    case .rest:
      source = nil
      wakeUp = nil
      if precacheBatches.hasReadyRows, !isMeasurementSetAside {
        wait(
          microseconds: now - lastScroll < PrecacheScheduler.quietPeriod
            ? PrecacheScheduler.quietPeriod : Self.pauseBetweenSlices, from: now)
      }
    case .wait(let microseconds):
      source = nil
      wait(microseconds: microseconds, from: now)
    case .work(let work):
      wakeUp = nil
      guard source?.work != work else { return }
      // Rows near the viewport come before other idle work of the program, all others after it.
      let priority = work == .preparation ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_LOW
      source = (IdleSource(priority: priority) { [weak self] in self?.slice() ?? .done }, work)
    }
  }

  private func updatePermissions() {
    // A list that was scrolled or edited is laid out first, and the layout is followed by an update.
    scheduler.allowsPreparation = isLaidOut && !isHidden && !ended.contains(.preparation)
    // Busy workers call back when done.
    scheduler.allowsMeasurement =
      !ended.contains(.measurement) && client?.idleState.keepsHeights == true && precacheBatches.hasRoom
  }

  private func wait(microseconds: Int64, from now: Int64) {
    let time = now + microseconds
    if let wakeUp, wakeUp.time <= time { return }
    let timeout = TimeoutSource(milliseconds: UInt32(microseconds / 1_000 + 1)) { [weak self] in
      self?.wakeUp = nil
      self?.measureReadyRows()
      self?.schedule()
      return .done
    }
    wakeUp = (timeout, time)
  }

  private func slice() -> IdleSource.Next {
    guard let client else { return .done }
    if client.idleState.isThumbDragged { scheduler.precache.scrolled(at: MonotonicClock.now) }
    measureReadyRows()
    updatePermissions()
    guard case .work = scheduler.activity(at: MonotonicClock.now) else { return continueLater() }
    scheduler.sliceBegan(at: MonotonicClock.now)
    var requests: [RowPreparation.Request] = []
    var hasMeasuredRowsNearby = false
    while requests.count < PrecacheBatches.length,
      let task = scheduler.next(
        in: client.geometry, at: MonotonicClock.now, isUnderWay: precacheBatches.isUnderWay)
    {
      switch task {
      case .prepare(let element, let kind):
        if prepare(element, for: kind) { hasMeasuredRowsNearby = true }
      case .measure(let element):
        if let request = client.preparationRequest(for: element) {
          precacheBatches.reserve(request.row)
          requests.append(request)
        } else {
          client.measureAhead(element)
          commits.measured()
        }
      }
    }
    scheduler.sliceEnded(at: MonotonicClock.now)
    if let text, let conditions = client.idleState.conditions {
      precacheBatches.send(requests, in: text.environment, under: conditions)
    }
    if hasMeasuredRowsNearby {
      client.commitMeasuredAhead()
      // Heights that became known move the ranges.
      setNeedsUpdate()
    }
    commit(isLast: false)
    return continueLater()
  }

  /// Schedules the next slice, and returns whether the calling source does it.
  private func continueLater() -> IdleSource.Next {
    let present = source?.idle
    schedule()
    widenWhenPrepared()
    return present != nil && source?.idle === present ? .again : .done
  }

  /// - Returns: Whether the row was measured.
  private func prepare(_ element: ListElement, for kind: RangeKind) -> Bool {
    guard let client, let identity = client.identity(of: element) else { return false }
    let state = client.idleState
    guard let conditions = state.conditions else { return false }
    var isMeasured = false
    if state.keepsHeights, !state.isThumbDragged, case .estimated = client.geometry.height(of: element) {
      client.measureAhead(element)
      isMeasured = true
    }
    if kind == .preload {
      guard ready.preloaded[element]?.identity != identity else { return isMeasured }
      ready.preloaded[element] = ReadyRows.PreloadedRow(
        identity: identity, file: client.preloadPicture(of: element, identity))
    } else if painter(of: element, identity, conditions) == nil {
      ready.displayed[element] = ReadyRows.DisplayedRow(
        identity: identity, conditions: conditions,
        painter: client.preparedPainter(of: element, identity, conditions))
    }
    return isMeasured
  }

  /// Measures ahead in order of the distance from the viewport.
  func precacheFromViewport() {
    guard let client else { return }
    let state = client.idleState
    guard let first = state.firstVisibleElement, let last = state.lastVisibleElement(in: client.geometry)
    else { return }
    scheduler.precache.viewportChanged(first: first, last: last, movesForward: ranges.movesForward)
  }

  /// Whether measuring is suspended: paused, hidden, refreshing or ended.
  private var isMeasurementSetAside: Bool {
    ended.contains(.measurement) || isHidden || isPaused || scheduler.precache.isRefreshing
  }

  /// Measures the rows that workers have prepared, unless the list is being scrolled or measuring is suspended.
  func measureReadyRows() {
    guard precacheBatches.hasReadyRows, let client, !isMeasurementSetAside, !client.idleState.isThumbDragged,
      MonotonicClock.now - PrecacheScheduler.quietPeriod >= lastScroll
    else { return }
    var areAllMeasured = true
    let end = MonotonicClock.now + SliceBudget.longestSlice
    // Rows that arithmetic can't tell are laid out here, which takes much longer.
    while let row = precacheBatches.takeReadyRow() {
      let isMeasured = client.measureAhead(row)
      areAllMeasured = areAllMeasured && isMeasured
      measuredCount += 1
      if measuredCount.isMultiple(of: Self.rowsBetweenTrims) { HeapMemory.trimLater(after: [0]) }
      if row.answer.height == nil, MonotonicClock.now >= end { break }
    }
    // Rows that have changed since they were sent are still unmeasured: the search starts again.
    if !areAllMeasured {
      scheduler.precache.contentChanged()
      precacheFromViewport()
    }
    commits.measured()
    commit(isLast: false)
  }

  private func commitWhenMeasured() {
    guard commits.isUnreported, precacheBatches.areAllReturned, !precacheBatches.hasReadyRows,
      !ended.contains(.measurement), let client, !client.idleState.isThumbDragged
    else { return }
    commit(isLast: true)
    commits.reported()
    client.allWasMeasured()
    // Shaped words are of little use when no other rows are left to measure.
    guard measuredCount >= Self.manyRows else { return }
    dropCaches()
  }

  /// Frees what preparing texts has left, such as shaped words.
  func dropCaches() {
    measuredCount = 0
    text?.dropCaches()
    precacheBatches.dropCaches()
    HeapMemory.trimLater()
  }

  private func commit(isLast: Bool) {
    if commits.takeDue(isLast: isLast, at: MonotonicClock.now) { client?.commitMeasuredAhead() }
  }
}
