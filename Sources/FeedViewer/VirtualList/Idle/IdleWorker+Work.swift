import CGtk
import GtkInterop
import LayoutCore

/// The work itself, in slices between frames.
extension IdleWorker {
  /// Between two slices of rows that came back from workers, in microseconds.
  private static let pauseBetweenSlices: Int64 = 1_000

  /// What measuring ahead would do now.
  var measurementActivity: PrecacheScheduler.Activity {
    guard !ended.contains(.measurement), client?.keepsHeights == true else { return .rest }
    return scheduler.precache.activity(at: MonotonicClock.now)
  }

  /// Attaches the source that the present work needs, or none.
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
      // Rows near the viewport come before whatever else is idle, all others after it.
      let priority = work == .preparation ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_LOW
      source = (IdleSource(priority: priority) { [weak self] in self?.slice() ?? .done }, work)
    }
  }

  private func updatePermissions() {
    // A list that has moved or was edited is laid out first, which is followed by an update.
    scheduler.allowsPreparation = isLaidOut && !isHidden && !ended.contains(.preparation)
    // Workers that have enough to do call back.
    scheduler.allowsMeasurement =
      !ended.contains(.measurement) && client?.keepsHeights == true && precacheBatches.hasRoom
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
    if client.isThumbHeld { scheduler.precache.scrolled(at: MonotonicClock.now) }
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
    precacheBatches.send(requests, in: client.textEnvironment, generation: client.textGeneration)
    if hasMeasuredRowsNearby {
      client.commitMeasuredAhead()
      // Heights that became known move the ranges.
      setNeedsUpdate()
    }
    commit(isLast: false)
    return continueLater()
  }

  /// Whether the source that calls this goes on, or another one.
  private func continueLater() -> IdleSource.Next {
    let present = source?.idle
    schedule()
    widenWhenPrepared()
    return present != nil && source?.idle === present ? .again : .done
  }

  /// - Returns: Whether the row was measured.
  private func prepare(_ element: ListElement, for kind: RangeKind) -> Bool {
    guard let client, let conditions = client.conditions, let identity = client.identity(of: element)
    else { return false }
    var isMeasured = false
    if client.keepsHeights, case .estimated = client.geometry.height(of: element), !client.isThumbHeld {
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

  /// All other rows are measured in the order of their distance from the viewport.
  func precacheFromViewport() {
    guard let client, let first = client.firstVisibleElement, let last = client.lastVisibleElement
    else { return }
    scheduler.precache.viewportChanged(first: first, last: last, movesForward: ranges.movesForward)
  }

  /// Whether measuring is suspended: paused, hidden, refreshing or ended.
  private var isMeasurementSetAside: Bool {
    ended.contains(.measurement) || isHidden || isPaused || scheduler.precache.isRefreshing
  }

  /// Measures what workers have prepared, unless the list is moved or set aside: then it stays until later.
  func measureReadyRows() {
    guard precacheBatches.hasReadyRows, let client, !isMeasurementSetAside, !client.isThumbHeld,
      MonotonicClock.now - PrecacheScheduler.quietPeriod >= lastScroll
    else { return }
    var areAllMeasured = true
    let end = MonotonicClock.now + SliceBudget.longestSlice
    // Rows that arithmetic can't tell are laid out here, which takes much longer.
    while let row = precacheBatches.takeReadyRow() {
      let isMeasured =
        row.generation == client.textGeneration
        && client.measureAhead(row.request, compiled: row.compiled)
      areAllMeasured = areAllMeasured && isMeasured
      if row.compiled == nil, MonotonicClock.now >= end { break }
    }
    // Rows that changed on their way were passed over meanwhile: they are looked for again.
    if !areAllMeasured {
      scheduler.precache.contentChanged()
      precacheFromViewport()
    }
    commits.measured()
    commit(isLast: false)
  }

  private func commitWhenMeasured() {
    guard commits.isPending, precacheBatches.areAllReturned, !ended.contains(.measurement), let client,
      !client.isThumbHeld
    else { return }
    commit(isLast: true)
  }

  private func commit(isLast: Bool) {
    if commits.takeDue(isLast: isLast, at: MonotonicClock.now) { client?.commitMeasuredAhead() }
  }
}
