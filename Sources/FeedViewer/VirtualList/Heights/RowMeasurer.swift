import LayoutCore
import PangoText

/// The list's height function: asks the cache of the present mode, and measures what it does not hold.
final class RowMeasurer {
  /// The most heights kept by key.
  private static let keyedCapacity = 1_000_000
  /// Bytes of texts that many items may have in common, and that are therefore prepared once for all of them.
  private static let repeatedTextLength = 64

  var mode = HeightCacheMode.indexPath {
    didSet {
      guard mode != oldValue else { return }
      indexPathCache.invalidateAll()
      keyedCache.invalidateAll()
      if mode == .none { compiledRows.removeAll() }
    }
  }
  /// Whether edits change the heights that are kept by index path. Switched on again, it begins with none.
  var automaticallyInvalidates: Bool {
    get { indexPathCache.automaticallyInvalidates }
    set {
      guard newValue != automaticallyInvalidates else { return }
      if newValue {
        indexPathCache = IndexPathHeightCache()
      } else {
        indexPathCache.stopInvalidatingAutomatically()
      }
    }
  }
  var log: HeightLog?
  private(set) var statistics = ListStatistics()

  /// The log tells of measurements, not of the layouts made to draw what was measured.
  private var isMeasuring = false
  /// Whether it is a row, and not a header or footer.
  private var isMeasuringRow = true
  private let text: TextSystem
  private let templates: TemplateTable
  private(set) var compiledRows = CompiledRows()
  /// Items whose heights arithmetic predicted wrong.
  private var contradicted: Set<ItemIdentity> = []
  private var indexPathCache = IndexPathHeightCache()
  private var keyedCache = KeyedHeightCache<ItemKey>(capacity: RowMeasurer.keyedCapacity)

  init(text: TextSystem, templates: TemplateTable) {
    self.text = text
    self.templates = templates
    templates.onEvent = { [weak self] in self?.report($0) }
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
    of element: ListElement, identity: ItemIdentity, content: () -> any Sendable,
    under conditions: MeasurementContext,
    isAhead: Bool = false
  ) -> Int {
    let start = ContinuousClock.now
    defer {
      statistics.heightQueries += 1
      statistics.timeInHeightFunction += ContinuousClock.now - start
    }
    if let known = useHeight(of: element, identity: identity, under: conditions) {
      statistics.hits += 1
      logHit(element, identity: identity, height: points(known, under: conditions))
      return known
    }
    let height = measure(element, identity: identity, content: content, under: conditions)
    statistics.measurements += 1
    store(height, of: element, identity: identity, under: conditions)
    if isAhead {
      statistics.precached += 1
      if case .row(let row) = element { log?.precached(row, points(height, under: conditions)) }
    }
    return height
  }

  /// The height that a cache holds; nothing is measured, counted or logged.
  func knownHeight(of element: ListElement, identity: ItemIdentity, under conditions: MeasurementContext)
    -> Int?
  {
    let key = heightKey(identity, under: conditions)
    switch (mode, element) {
    case (.none, _): return nil
    case (.indexPath, .row(let row)): return indexPathCache.height(at: row, for: key)
    // Headers have no index path: they are kept by key in both modes.
    case (.indexPath, _), (.key, _): return keyedCache.height(forKey: identity.key, for: key)
    }
  }

  /// The heights of all rows in order, by arithmetic alone; -1 for those it can't tell.
  func preparedHeights(rowCounts: [Int], under conditions: MeasurementContext) -> [Int32] {
    let heights = compiledRows.heights(
      rowCounts: rowCounts, metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
    let boxHeight = Int32(conditions.boxHeight(of: .row))
    return boxHeight == 0 ? heights : heights.map { $0 <= 0 ? $0 : $0 + boxHeight }
  }

  /// Whether texts must be prepared before the row can be measured.
  func needsPreparation(_ row: RowIndexPath, identity: ItemIdentity, under conditions: MeasurementContext)
    -> Bool
  {
    mode != .none && compiledRows[row]?.revision != identity.revision
      && knownHeight(of: .row(row), identity: identity, under: conditions) == nil
      && !contradicted.contains(identity)
  }

  /// Keeps what was prepared elsewhere for a row.
  func keep(_ layout: CompiledLayout, of identity: ItemIdentity, at row: RowIndexPath) {
    if mode != .none {
      compiledRows.store(CompiledRows.Row(layout: layout, revision: identity.revision), at: row)
    }
  }

  /// Measures a row or header again whose drawn layouts have other heights than arithmetic predicted. From then on the
  /// item is measured by the layouts that draw it.
  ///
  /// - Returns: Its height in device pixels.
  func correctHeight(
    of element: ListElement, identity: ItemIdentity, content: any Sendable,
    under conditions: MeasurementContext
  ) -> Int {
    contradicted.insert(identity)
    statistics.correctedHeights += 1
    if case .row(let row) = element { compiledRows.remove(at: row) }
    let height = measure(element, content, identity: identity, compiled: nil, under: conditions)
    store(height, of: element, identity: identity, under: conditions)
    return height
  }

  /// Whether an item is measured by the layouts that draw it.
  func isCorrected(_ identity: ItemIdentity) -> Bool { contradicted.contains(identity) }

  /// Gives the memory of prepared rows back; they are prepared again when they are needed.
  func forgetPreparedRows() { compiledRows.removeAll() }

  private func measure(
    _ element: ListElement, identity: ItemIdentity, content: () -> any Sendable,
    under conditions: MeasurementContext
  ) -> Int {
    isMeasuringRow = element.isRow
    templates.makeIfNeeded(identity.template)
    guard mode != .none, case .row(let row) = element, !contradicted.contains(identity) else {
      return measure(element, content(), identity: identity, compiled: nil, under: conditions)
    }
    var compiled: CompiledLayout?
    if let known = compiledRows[row], known.revision == identity.revision {
      compiled = known.layout
    } else {
      // Authors and dates repeat themselves.
      compiled = compiledRows.compile(content(), templates[identity.template]) {
        prepared($0, keeps: $0.string.utf8.count <= Self.repeatedTextLength).prepared
      }
      if let compiled {
        keep(compiled, of: identity, at: row)
        #if DEBUG
          compareWithLayout(compiled, of: element, content: content(), identity: identity, under: conditions)
        #endif
      }
    }
    if let compiled,
      let height = compiledRows.height(
        of: compiled, metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
    {
      // Without the separator, as a template's own measurement has it.
      log?.calculatedBySpec(conditions.grid.points(height - separatorHeight(height, conditions)))
      return conditions.height(ofLayout: height, .row)
    }
    return measure(element, content(), identity: identity, compiled: compiled, under: conditions)
  }

  #if DEBUG
    private func compareWithLayout(
      _ compiled: CompiledLayout, of element: ListElement, content: any Sendable, identity: ItemIdentity,
      under conditions: MeasurementContext
    ) {
      guard
        let height = compiledRows.height(
          of: compiled, metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
      else { return }
      let layout = layout(
        of: element, content: content, identity: identity, compiled: compiled, under: conditions)
      precondition(layout.height == height, "A compiled row is as high as its layout.")
    }
  #endif

  private func separatorHeight(_ height: Int, _ conditions: MeasurementContext) -> Int {
    height > 0 && conditions.separator == .singleLine ? 1 : 0
  }

  private func measure(
    _ element: ListElement, _ content: any Sendable, identity: ItemIdentity, compiled: CompiledLayout?,
    under conditions: MeasurementContext
  ) -> Int {
    isMeasuring = true
    defer { isMeasuring = false }
    let layout = layout(
      of: element, content: content, identity: identity, compiled: compiled, under: conditions)
    return conditions.height(ofLayout: layout.height, element.kind)
  }

  /// The same, and a row that is kept by its key is dropped later than those that are not asked for.
  private func useHeight(
    of element: ListElement, identity: ItemIdentity, under conditions: MeasurementContext
  )
    -> Int?
  {
    guard mode == .key else { return knownHeight(of: element, identity: identity, under: conditions) }
    return keyedCache.use(identity.key, for: heightKey(identity, under: conditions))
  }

  /// The layout that is drawn, and whose height is the row's height.
  ///
  /// - Parameter compiled: The item's texts, if they were prepared before.
  private func layout(
    of element: ListElement, content: any Sendable, identity: ItemIdentity, compiled: CompiledLayout?,
    under conditions: MeasurementContext
  ) -> TemplateLayout {
    let text = text
    let asksPango = contradicted.contains(identity)
    let context = LayoutContext(environment: conditions.environment) { element, width in
      MainActor.assumeIsolated {
        asksPango
          ? text.extentsAsDrawn(of: element, width: width)
          : text.extents(of: element, width: width)
      }
    }
    let keeps = mode != .none
    let item = TemplateItem(content: content, compiled: compiled) { [self] in prepared($0, keeps: keeps) }
    return templates.layout(
      identity.template, for: item, metrics: conditions.metrics(of: element.kind), in: context)
  }

  /// The layout of the item at a place of the list, from what was prepared for it.
  func layout(
    of element: ListElement, content: any Sendable, identity: ItemIdentity,
    under conditions: MeasurementContext
  ) -> TemplateLayout {
    var compiled: CompiledLayout?
    if case .row(let row) = element, let known = compiledRows[row], known.revision == identity.revision {
      compiled = known.layout
    }
    return layout(
      of: element, content: content, identity: identity, compiled: compiled, under: conditions)
  }

  private func prepared(_ element: TextElement, keeps: Bool) -> TextElement {
    text.element(
      element.string, style: TextStyle(element.style), maximumLineCount: element.maximumLineCount,
      attributes: element.attributes, keepsPrepared: keeps)
  }

  func apply(_ change: ChangeSet) {
    indexPathCache.apply(change)
    compiledRows.apply(change)
  }

  func invalidateAll() {
    invalidateHeights()
    contradicted = []
    compiledRows.removeAll()
  }

  /// Forgets the height of a row, and what it is computed from.
  func invalidateHeight(of row: RowIndexPath, identity: ItemIdentity) {
    indexPathCache.invalidate(at: row)
    keyedCache.invalidate(identity.key)
    contradicted.remove(identity)
    compiledRows.remove(at: row)
  }

  /// Forgets heights, but not what they are computed from.
  func invalidateHeights() {
    indexPathCache.invalidateAll()
    keyedCache.invalidateAll()
  }

  func resetStatistics() { statistics = ListStatistics() }

  private func heightKey(_ identity: ItemIdentity, under conditions: MeasurementContext) -> HeightKey {
    HeightKey(
      template: identity.template, width: conditions.keyWidth, environment: conditions.environment,
      revision: identity.revision)
  }

  private func store(
    _ height: Int, of element: ListElement, identity: ItemIdentity, under conditions: MeasurementContext
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

  private func points(_ height: Int, under conditions: MeasurementContext) -> Double {
    PixelGrid(scale: conditions.environment.scale).points(height)
  }

  private func report(_ event: TemplateEvent) {
    guard let log else { return }
    switch event {
    case .created(let template):
      log.created(template, isHeader: !isMeasuringRow)
    case .calculatedBySpec(let height): if isMeasuring { log.calculatedBySpec(height) }
    case .calculatedByManualSizing(let height): if isMeasuring { log.calculatedByManualSizing(height) }
    case .warning(let text): log.warning(text)
    }
  }
}
