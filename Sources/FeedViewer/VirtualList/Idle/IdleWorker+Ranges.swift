import LayoutCore

/// Selects the rows to prepare: those in the ranges around the viewport, at a fling's target, and in the next frame.
extension IdleWorker {
  /// Updates the ranges and the queue of rows to prepare for the present scroll position.
  func update() {
    updateBegan()
    guard !ended.contains(.preparation), let client else { return }
    let state = client.idleState
    guard state.conditions != nil else { return }
    watchMemory()
    let viewport = state.viewport
    for action in ranges.update(viewport: viewport, isVisible: !isHidden, in: client.geometry) {
      carryOut(action)
    }
    if mayBeStale { queueStaleRows() }
    if let target = forecast.flingTarget {
      keepOnly(target)
      for element in target where ready.displayed[element] == nil {
        scheduler.queue.add(element, for: .display)
      }
    }
    prepareNextFrame(from: viewport, in: client.geometry)
    releaseLeavingRows()
    if isLaidOut || isHidden {
      batchFetching.check { self.situation(of: client, endOfSection: $0) }
    }
    schedule()
    widenWhenPrepared()
  }

  /// Widens the ranges once the rows of the last update are prepared.
  func widenWhenPrepared() {
    if scheduler.queue.isEmpty, ranges.willWiden, !isHidden { setNeedsUpdate() }
  }

  /// Queues the rows of the next frame before all others: a fast motion may go further than any range reaches.
  private func prepareNextFrame(from viewport: Range<Int>, in geometry: RowGeometry) {
    let unexpected = forecast.findNextFrame(
      from: viewport, isHidden: isHidden, at: MonotonicClock.now, in: geometry)
    for element in unexpected where !ranges.contains(element, in: .display) {
      scheduler.queue.remove(element)
      ready.displayed[element] = nil
    }
    guard !forecast.nextFrame.isEmpty else { return }
    for element in forecast.nextFrame where ready.displayed[element] == nil {
      scheduler.queue.add(element, for: .visible)
    }
    // Rows that were predicted wrongly are released.
    endFlingAtRest(updates: true)
  }

  func carryOut(_ action: RangeController.Action) {
    client?.rangesChanged(action)
    switch action {
    // The list has bound its visible rows itself, in the layout before.
    case .enter(.visible, _), .exit(.visible, _): break
    case .enter(.display, let rows):
      ready.enteredDisplay(rows)
      enqueue(rows.filter { ready.displayed[$0] == nil }, for: .display)
    case .enter(.preload, let rows):
      enqueue(rows, for: .preload)
    case .exit(.display, let rows):
      ready.exitedDisplay(rows)
      for row in rows {
        scheduler.queue.remove(row)
        if ranges.contains(row, in: .preload) { enqueue([row], for: .preload) }
      }
    case .exit(.preload, let rows):
      for row in rows {
        scheduler.queue.remove(row)
        ready.preloaded[row] = nil
      }
    }
  }

  /// Queues rows in order of their distance from the viewport, the leading side before the trailing one.
  private func enqueue(_ rows: [ListElement], for kind: RangeKind) {
    guard forecast.flingTarget == nil else { return }
    let visible = ranges.elements(in: .visible)
    guard let first = visible.first else {
      for row in rows { scheduler.queue.add(row, for: kind) }
      return
    }
    let after = rows.filter { $0 >= first }
    let before = rows.filter { $0 < first }.reversed()
    for row in ranges.movesForward ? after + before : before + after { scheduler.queue.add(row, for: kind) }
  }

  private func queueStaleRows() {
    mayBeStale = false
    guard let client, let conditions = client.idleState.conditions else { return }
    for element in ranges.elements(in: .display) {
      guard let identity = client.identity(of: element) else { return }
      if painter(of: element, identity, conditions) == nil { scheduler.queue.add(element, for: .display) }
    }
    for element in ranges.elements(in: .preload) where !ranges.contains(element, in: .display) {
      if ready.preloaded[element]?.identity != client.identity(of: element) {
        scheduler.queue.add(element, for: .preload)
      }
    }
  }

  func endFling() {
    guard forecast.flingTarget != nil else { return }
    forecast.endFling()
    keepOnly([])
    mayBeStale = true
    setNeedsUpdate()
  }

  /// Releases prepared rows outside the ranges, except for those of a fling's target.
  private func keepOnly(_ target: [ListElement]) {
    let target = Set(target)
    ready.displayed = ready.displayed.filter {
      target.contains($0.key) || ranges.contains($0.key, in: .display)
    }
    scheduler.queue.rename { target.contains($0) || ranges.contains($0, in: .preload) ? $0 : nil }
  }

  /// The distances from the viewport to the end of a section; nil if that end is above the viewport.
  private func situation(of client: any IdleWorkerClient, endOfSection section: Int) -> BatchSituation? {
    let now = MonotonicClock.now
    let geometry = client.geometry
    let state = client.idleState
    let offset = state.contentOffset
    guard section < geometry.sectionCount else { return nil }
    let end = geometry.offsets(ofSection: section).upperBound
    guard end >= offset else { return nil }
    return BatchSituation(
      viewportLength: state.pageHeight, contentLength: end,
      rowCount: geometry.rowCount(inSection: section), offset: offset,
      targetOffset: offset + Int(forecast.distanceLeft(at: now)), movesForward: ranges.movesForward,
      isVisible: !isHidden, velocity: forecast.velocity(at: now))
  }
}
