import LayoutCore

/// Counts and logs the queries for heights.
struct HeightRecord {
  /// The subject of a line of the log.
  struct Place {
    let element: ListElement
    /// The item's name in the log; empty without a log.
    let name: String
    /// Whether the height is cached by the item's key.
    let isByKey: Bool
    let grid: PixelGrid
  }

  /// The counters since they were reset.
  var statistics = ListStatistics()
  /// The debug log; nil for none.
  var log: HeightLog?

  /// Records the duration of a query for an exact height.
  mutating func queried(for time: Duration) {
    statistics.heightQueries += 1
    statistics.timeInHeightFunction += time
  }

  /// Records a height that was found in the cache, in device pixels.
  mutating func hit(_ height: Int, at place: Place) {
    statistics.hits += 1
    guard let log else { return }
    let points = place.grid.points(height)
    if !place.isByKey, case .row(let row) = place.element {
      log.hit(row, points)
    } else {
      log.hit(key: place.name, points)
    }
  }

  /// Records a height that was measured, in device pixels.
  mutating func measured(_ height: Int, at place: Place, isKept: Bool, isAhead: Bool) {
    statistics.measurements += 1
    if isKept { logCached(height, at: place) }
    guard isAhead else { return }
    statistics.precached += 1
    if case .row(let row) = place.element { log?.precached(row, place.grid.points(height)) }
  }

  /// Records a wrong height that was corrected, in device pixels.
  mutating func corrected(_ height: Int, at place: Place, isKept: Bool) {
    statistics.correctedHeights += 1
    if isKept { logCached(height, at: place) }
  }

  /// Records that a layout was made or measured.
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
      log.cached(key: place.name, points)
    }
  }
}
