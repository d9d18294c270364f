import LayoutCore

/// What is counted and logged of the queries for heights.
struct HeightRecord {
  /// Which height a line of the log speaks of.
  struct Place {
    let element: ListElement
    let identity: ItemIdentity
    /// Whether it is kept by the item's key.
    let isByKey: Bool
    let grid: PixelGrid
  }

  /// Counted since they were reset.
  var statistics = ListStatistics()
  /// Where the debug log goes; nil for none.
  var log: HeightLog?

  /// A query for an exact height has taken so long.
  mutating func queried(for time: Duration) {
    statistics.heightQueries += 1
    statistics.timeInHeightFunction += time
  }

  /// A height was found in the cache, in device pixels.
  mutating func hit(_ height: Int, at place: Place) {
    statistics.hits += 1
    guard let log else { return }
    let points = place.grid.points(height)
    if !place.isByKey, case .row(let row) = place.element {
      log.hit(row, points)
    } else {
      log.hit(key: place.identity.key.text, points)
    }
  }

  /// A height was measured, in device pixels.
  mutating func measured(_ height: Int, at place: Place, isKept: Bool, isAhead: Bool) {
    statistics.measurements += 1
    if isKept { logCached(height, at: place) }
    guard isAhead else { return }
    statistics.precached += 1
    if case .row(let row) = place.element { log?.precached(row, place.grid.points(height)) }
  }

  /// A height that was wrong has been measured again, in device pixels.
  mutating func corrected(_ height: Int, at place: Place, isKept: Bool) {
    statistics.correctedHeights += 1
    if isKept { logCached(height, at: place) }
  }

  /// A layout was made or measured.
  func add(_ event: TemplateEvent, isRow: Bool) {
    guard let log else { return }
    switch event {
    case .created(let template): log.created(template, isHeader: !isRow)
    case .calculatedBySpec(let height): log.calculatedBySpec(height)
    case .calculatedByManualSizing(let height): log.calculatedByManualSizing(height)
    case .warning(let text): log.warning(text)
    }
  }

  private func logCached(_ height: Int, at place: Place) {
    guard let log else { return }
    let points = place.grid.points(height)
    if !place.isByKey, case .row(let row) = place.element {
      log.cached(row, points)
    } else {
      log.cached(key: place.identity.key.text, points)
    }
  }
}
