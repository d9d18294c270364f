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
      if mode == .none { preparedRows.removeAll() }
    }
  }
  var log: HeightLog?
  private(set) var statistics = ListStatistics()

  /// The log tells of measurements, not of the layouts made to draw what was measured.
  private var isMeasuring = false
  private let text: TextSystem
  private let registry = TemplateRegistry<TemplateItem>()
  private(set) var preparedRows = PreparedRows()
  /// Items whose heights arithmetic predicted wrong.
  private var contradicted: Set<ItemIdentity> = []
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
    /// What a section index takes from the width of every row, in logical pixels.
    var sectionIndexWidth = 0
    /// What a style sheet puts around rows, and around headers.
    var rowBox = RowBox()
    var headerBox = RowBox()
    var environment: LayoutEnvironment

    /// The width that is left for a row's content, its accessory included; its height depends on no other. Not positive
    /// where a style sheet leaves no room: templates have a least width then, and what is beyond the row is clipped.
    var rowWidth: Int { width - sectionIndexWidth - rowBox.horizontal }

    /// What tells heights of one list width from those of another; positive. A style sheet's part of it is the same for
    /// all heights that are kept.
    var keyWidth: Int { width - sectionIndexWidth }
    var grid: PixelGrid { PixelGrid(scale: environment.scale) }

    func box(of template: TemplateIdentifier) -> RowBox { template == .entry ? rowBox : headerBox }

    /// What the style sheet adds to the height of a row or header, in device pixels.
    func boxHeight(of template: TemplateIdentifier) -> Int {
      let height = box(of: template).vertical
      return height == 0 ? 0 : grid.devicePixels(Double(height))
    }
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
  func knownHeight(of element: ListElement, identity: ItemIdentity, under conditions: Conditions) -> Int? {
    let key = heightKey(identity, under: conditions)
    switch (mode, element) {
    case (.none, _): return nil
    case (.indexPath, .row(let row)): return indexPathCache.height(at: row, for: key)
    // Headers have no index path: they are kept by key in both modes.
    case (.indexPath, _), (.key, _): return keyedCache.height(forKey: identity.key, for: key)
    }
  }

  /// The heights of all rows in order, by arithmetic alone; -1 for those it can't tell.
  func preparedHeights(rowCounts: [Int], under conditions: Conditions) -> [Int32] {
    let heights = preparedRows.heights(
      rowCounts: rowCounts, width: conditions.rowWidth, grid: conditions.grid)
    let boxHeight = Int32(conditions.boxHeight(of: .entry))
    return boxHeight == 0 ? heights : heights.map { $0 < 0 ? $0 : $0 + boxHeight }
  }

  /// Whether texts must be prepared before the row can be measured.
  func needsPreparation(_ row: RowIndexPath, identity: ItemIdentity, under conditions: Conditions) -> Bool {
    mode != .none && identity.template == .entry && preparedRows[row]?.revision != identity.revision
      && knownHeight(of: .row(row), identity: identity, under: conditions) == nil
      && !contradicted.contains(identity)
  }

  /// Keeps what was prepared elsewhere for a row.
  func keep(_ prepared: PreparedRow, at row: RowIndexPath) {
    if mode != .none { preparedRows.store(prepared, at: row) }
  }

  /// Measures a row or header again whose drawn layouts have other heights than arithmetic predicted. From then on the
  /// item is measured by the layouts that draw it.
  ///
  /// - Returns: Its height in device pixels.
  func correctHeight(
    of element: ListElement, identity: ItemIdentity, content: RowContent, under conditions: Conditions
  ) -> Int {
    contradicted.insert(identity)
    statistics.correctedHeights += 1
    if case .row(let row) = element { preparedRows.remove(at: row) }
    let height = measure(content, identity: identity, prepared: nil, under: conditions)
    store(height, of: element, identity: identity, under: conditions)
    return height
  }

  /// Whether an item is measured by the layouts that draw it.
  func isCorrected(_ identity: ItemIdentity) -> Bool { contradicted.contains(identity) }

  /// Gives the memory of prepared rows back; they are prepared again when they are needed.
  func forgetPreparedRows() { preparedRows.removeAll() }

  private func measure(
    _ element: ListElement, identity: ItemIdentity, content: () -> RowContent, under conditions: Conditions
  ) -> Int {
    guard mode != .none, identity.template == .entry, case .row(let row) = element else {
      return measure(content(), identity: identity, prepared: nil, under: conditions)
    }
    if let known = preparedRows[row], known.revision == identity.revision {
      if let height = known.height(width: conditions.rowWidth, grid: conditions.grid) {
        // Without the separator, as a template's own measurement has it.
        log?.calculatedBySpec(conditions.grid.points(height - 1))
        return height + conditions.boxHeight(of: .entry)
      }
      return measure(content(), identity: identity, prepared: known, under: conditions)
    }
    let content = content()
    guard !contradicted.contains(identity) else {
      return measure(content, identity: identity, prepared: nil, under: conditions)
    }
    let prepared = PreparedRow(content, revision: identity.revision) { string, style in
      // A long text is cut off behind a few lines, and preparing all of it may take a second of the main thread.
      guard !TextSystem.isLong(string) else { return nil }
      // Authors and dates repeat themselves.
      return text.element(string, style: style, keepsPrepared: style == .metadata).prepared
    }
    if let prepared { preparedRows.store(prepared, at: row) }
    return measure(content, identity: identity, prepared: prepared, under: conditions)
  }

  private func measure(
    _ content: RowContent, identity: ItemIdentity, prepared: PreparedRow?, under conditions: Conditions
  ) -> Int {
    isMeasuring = true
    defer { isMeasuring = false }
    let height = layout(of: content, identity: identity, prepared: prepared, under: conditions).height
    #if DEBUG
      if !contradicted.contains(identity),
        let predicted = prepared?.height(width: conditions.rowWidth, grid: conditions.grid)
      {
        precondition(predicted == height, "A prepared row is as high as its layout.")
      }
    #endif
    return height + conditions.boxHeight(of: identity.template)
  }

  /// The same, and a row that is kept by its key is dropped later than those that are not asked for.
  private func useHeight(of element: ListElement, identity: ItemIdentity, under conditions: Conditions)
    -> Int?
  {
    guard mode == .key else { return knownHeight(of: element, identity: identity, under: conditions) }
    return keyedCache.use(identity.key, for: heightKey(identity, under: conditions))
  }

  /// The layout that is drawn, and whose height is the row's height.
  func layout(
    of content: RowContent, identity: ItemIdentity, prepared: PreparedRow? = nil, under conditions: Conditions
  ) -> TemplateLayout {
    let isRow = identity.template == .entry
    let metrics = RowMetrics(
      width: Double(conditions.width - conditions.box(of: identity.template).horizontal),
      sectionIndexWidth: Double(conditions.sectionIndexWidth),
      separator: isRow ? .singleLine : .none)
    let text = text
    let asksPango = contradicted.contains(identity)
    let context = LayoutContext(environment: conditions.environment) { element, width in
      MainActor.assumeIsolated {
        asksPango
          ? text.extentsAsDrawn(of: element, width: width)
          : text.extents(of: element, width: width)
      }
    }
    do {
      let item = TemplateItem(content: content, prepared: prepared)
      return try registry.layout(identity.template, for: item, metrics: metrics, in: context)
    } catch {
      preconditionFailure("A row can't be laid out: \(error)")
    }
  }

  /// The layout of the item at a place of the list, from what was prepared for it.
  func layout(
    of element: ListElement, content: RowContent, identity: ItemIdentity, under conditions: Conditions
  ) -> TemplateLayout {
    var prepared: PreparedRow?
    if case .row(let row) = element, let known = preparedRows[row], known.revision == identity.revision {
      prepared = known
    }
    return layout(of: content, identity: identity, prepared: prepared, under: conditions)
  }

  func apply(_ change: ChangeSet) {
    indexPathCache.apply(change)
    preparedRows.apply(change)
  }

  func invalidateAll() {
    invalidateHeights()
    contradicted = []
    preparedRows.removeAll()
  }

  /// Forgets heights, but not what they are computed from.
  func invalidateHeights() {
    indexPathCache.invalidateAll()
    keyedCache.invalidateAll()
  }

  func resetStatistics() { statistics = ListStatistics() }

  private func heightKey(_ identity: ItemIdentity, under conditions: Conditions) -> HeightKey {
    HeightKey(
      template: identity.template, width: conditions.keyWidth, environment: conditions.environment,
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
