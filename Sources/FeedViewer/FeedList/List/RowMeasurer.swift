import LayoutCore

/// The list's height function: asks the cache of the present mode, and measures what it does not hold.
final class RowMeasurer {
  /// The most heights kept by key.
  private static let keyedCapacity = 1_000_000

  var mode = HeightCacheMode.indexPath {
    didSet {
      guard mode != oldValue else { return }
      indexPathCache.invalidateAll()
      keyedCache.invalidateAll()
    }
  }
  var log: HeightLog?
  private(set) var statistics = ListStatistics()

  /// The log tells of measurements, not of the layouts made to draw what was measured.
  private var isMeasuring = false
  private let text: TextSystem
  private let registry = TemplateRegistry<RowContent>()
  private var indexPathCache = IndexPathHeightCache()
  private var keyedCache = KeyedHeightCache<ItemKey>(capacity: RowMeasurer.keyedCapacity)

  init(text: TextSystem) {
    self.text = text
    let keepsPreparedText = { [weak self] in self?.mode != HeightCacheMode.none }
    registry.register(.entry) {
      EntryTemplate(text: text, keepsPreparedText: keepsPreparedText)
    }
    registry.register(.sectionHeader) {
      SectionHeaderTemplate(text: text, keepsPreparedText: keepsPreparedText)
    }
    registry.onEvent = { [weak self] event in
      MainActor.assumeIsolated { self?.report(event) }
    }
  }

  /// The conditions under which heights hold.
  struct Conditions: Equatable {
    /// The list's width in logical pixels; positive.
    var width: Int
    var environment: LayoutEnvironment
  }

  var cachedHeightCount: Int {
    switch mode {
    case .none: 0
    case .indexPath: indexPathCache.count
    case .key: keyedCache.count
    }
  }

  /// The height of a row or header in device pixels.
  ///
  /// - Parameter isAhead: Whether it is asked for by the precache.
  func height(
    of element: ListElement, identity: ItemIdentity, content: () -> RowContent, under conditions: Conditions,
    isAhead: Bool = false
  ) -> Int {
    let start = ContinuousClock.now
    defer {
      statistics.heightQueries += 1
      statistics.timeInHeightFunction += ContinuousClock.now - start
    }
    if let known = knownHeight(of: element, identity: identity, under: conditions) {
      statistics.hits += 1
      logHit(element, identity: identity, height: points(known, under: conditions))
      return known
    }
    isMeasuring = true
    let height = layout(of: content(), identity: identity, under: conditions).height
    isMeasuring = false
    statistics.measurements += 1
    store(height, of: element, identity: identity, under: conditions)
    if isAhead {
      statistics.precached += 1
      if case .row(let row) = element { log?.precached(row, points(height, under: conditions)) }
    }
    return height
  }

  /// The height that a cache holds; nothing is measured, counted or logged.
  func knownHeight(of element: ListElement, identity: ItemIdentity, under conditions: Conditions) -> Int? {
    let key = heightKey(identity, under: conditions)
    switch (mode, element) {
    case (.none, _): return nil
    case (.indexPath, .row(let row)): return indexPathCache.height(at: row, for: key)
    // Headers have no index path: they are kept by key in both modes.
    case (.indexPath, _), (.key, _): return keyedCache.height(forKey: identity.key, for: key)
    }
  }

  /// The layout that is drawn, and whose height is the row's height.
  func layout(of content: RowContent, identity: ItemIdentity, under conditions: Conditions) -> TemplateLayout
  {
    let isRow = identity.template == .entry
    let metrics = RowMetrics(
      width: Double(conditions.width), separator: isRow ? .singleLine : .none)
    let text = text
    let context = LayoutContext(environment: conditions.environment) { element, width in
      MainActor.assumeIsolated { text.extents(of: element, width: width) }
    }
    do {
      return try registry.layout(identity.template, for: content, metrics: metrics, in: context)
    } catch {
      preconditionFailure("A row can't be laid out: \(error)")
    }
  }

  func apply(_ change: ChangeSet) { indexPathCache.apply(change) }

  func invalidateAll() {
    indexPathCache.invalidateAll()
    keyedCache.invalidateAll()
  }

  func resetStatistics() { statistics = ListStatistics() }

  private func heightKey(_ identity: ItemIdentity, under conditions: Conditions) -> HeightKey {
    HeightKey(
      template: identity.template, width: conditions.width, environment: conditions.environment,
      revision: identity.revision)
  }

  private func store(
    _ height: Int, of element: ListElement, identity: ItemIdentity, under conditions: Conditions
  ) {
    let key = heightKey(identity, under: conditions)
    let points = points(height, under: conditions)
    switch (mode, element) {
    case (.none, _): break
    case (.indexPath, .row(let row)):
      indexPathCache.store(height, at: row, for: key)
      log?.cached(row, points)
    case (.indexPath, _), (.key, _):
      keyedCache.store(height, forKey: identity.key, for: key)
      log?.cached(key: identity.key.text, points)
    }
  }

  private func logHit(_ element: ListElement, identity: ItemIdentity, height: Double) {
    guard let log else { return }
    if mode == .indexPath, case .row(let row) = element {
      log.hit(row, height)
    } else {
      log.hit(key: identity.key.text, height)
    }
  }

  private func points(_ height: Int, under conditions: Conditions) -> Double {
    PixelGrid(scale: conditions.environment.scale).points(height)
  }

  private func report(_ event: TemplateEvent) {
    guard let log else { return }
    switch event {
    case .created(let template):
      log.created(template, isHeader: template == .sectionHeader)
    case .calculatedBySpec(let height): if isMeasuring { log.calculatedBySpec(height) }
    case .calculatedByManualSizing(let height): if isMeasuring { log.calculatedByManualSizing(height) }
    case .warning(let text): log.warning(text)
    }
  }
}
