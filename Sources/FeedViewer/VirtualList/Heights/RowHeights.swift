import LayoutCore
import PangoText

/// What heights ask about the rows of a list, when they must.
protocol RowHeightSource {
  /// Which item an element shows.
  func item(of element: ListElement) -> ItemIdentity
  /// What the item shows.
  func content(of element: ListElement) -> any Sendable
  /// What is known of it without reading it.
  func estimate(of element: ListElement) -> RowEstimate
}

/// The heights of all rows, headers and footers of a list, and with them where they are.
///
/// Every height comes from `resolve`. The caches, the arithmetic, the calls of Pango, the statistics and the log
/// are known here only.
final class RowHeights {
  /// How a height may be found.
  enum Policy {
    /// In a cache, where it is neither counted nor logged: nothing is measured.
    case known
    /// In a cache, or else it is estimated; headers and footers, which are few, are measured as soon as rows are.
    case estimate
    /// Exactly: in a cache, by arithmetic, or by Pango; it is kept.
    case exact
    /// The same, before it is needed.
    case ahead
    /// By the layouts that are drawn, since arithmetic has predicted another height; it is kept.
    case asDrawn
  }

  /// What came of a query.
  struct Resolution {
    /// In device pixels; the height as it was where the policy finds none.
    let height: RowHeight
    /// By how much the element is higher than before, in device pixels.
    let change: Int
  }

  /// Sections whose headers and footers are all measured together with a new width.
  private static let maximumHeadersAtOnce = 1_000

  /// Where rows are: every row's height, measured or estimated.
  private(set) var geometry = RowGeometry()
  /// What rows are measured under; nil until the list has a width.
  private(set) var conditions: MeasurementContext?
  /// The sections as the list shows them, and the rows of each.
  private(set) var sections: [SectionShape] = []
  private(set) var rowCounts: [Int] = []
  /// What is drawn below each row, when the list is next laid out.
  var separator = SeparatorStyle.singleLine
  /// The estimate for rows whose template knows none, in logical pixels.
  var defaultEstimate = 44.0
  /// Lays rows out and compiles them.
  let layouts: RowLayouts
  private var caches = HeightCaches()
  private var record = HeightRecord()

  init(text: TextSystem, templates: TemplateTable) {
    layouts = RowLayouts(text: text, templates: templates)
    layouts.onEvent = { [weak self] in self?.record.add($0, isRow: $1) }
  }

  /// How heights are cached. A new mode begins with an empty cache, and what is known becomes a guess of the same value.
  var cacheMode: HeightCacheMode {
    get { caches.mode }
    set {
      guard newValue != caches.mode else { return }
      caches.mode = newValue
      layouts.keepsPreparedRows = newValue != .none
      if newValue != .none { geometry.markAllEstimated() }
    }
  }

  /// Whether edits change the heights that are kept by index path.
  var automaticallyInvalidates: Bool {
    get { caches.automaticallyInvalidates }
    set { caches.automaticallyInvalidates = newValue }
  }

  /// The most items whose heights are kept by key; positive. A new limit begins with none.
  var keyLimit: Int {
    get { caches.keyLimit }
    set { caches.keyLimit = newValue }
  }

  /// The height that the cache holds of an element; nil if it holds none, and before the list has a width.
  func cachedHeight(of element: ListElement, _ identity: ItemIdentity) -> Int? {
    conditions.flatMap { caches.height(of: element, identity.key, for: key(identity, under: $0)) }
  }

  /// What was done since the statistics were reset, and what is known now.
  var statistics: ListStatistics {
    var statistics = record.statistics
    statistics.rowCount = rowCounts.reduce(0, +)
    statistics.measuredRowCount = geometry.elementCount - geometry.unmeasuredCount
    statistics.cachedHeightCount = caches.count
    return statistics
  }

  func resetStatistics() { record.statistics = ListStatistics() }

  /// Where the debug log goes; nil for none.
  var log: HeightLog? {
    get { record.log }
    set { record.log = newValue }
  }

  /// Rows that arithmetic can tell the heights of, at any width.
  var compiledRowCount: Int { layouts.compiledRowCount }

  /// The most rows that are kept prepared, so that their heights at other widths are arithmetic.
  var preparedRowLimit: Int {
    get { layouts.preparedRowLimit }
    set { layouts.preparedRowLimit = newValue }
  }

  /// Forgets what a row was measured from if too many rows are prepared; its height is still known.
  func trimPreparedRows(from row: RowIndexPath) { layouts.trimPreparedRows(from: row) }

  /// The height of an element, which is its height in the geometry from then on.
  ///
  /// - Precondition: There are conditions to measure under.
  /// - Complexity: O(log n) where the height is known or told by arithmetic.
  func resolve(
    _ element: ListElement, _ identity: ItemIdentity, _ policy: Policy, from source: some RowHeightSource
  ) -> Resolution {
    guard let conditions else { preconditionFailure("Heights are resolved when the list has a width.") }
    let before = geometry.height(of: element)
    let height = find(element, identity, policy, from: source, under: conditions) ?? before
    if height == before { return Resolution(height: height, change: 0) }
    return Resolution(height: height, change: geometry.setHeight(height, of: element))
  }

  /// Resolves every height again, by arithmetic where that can tell, else as `Policy.estimate` says; before the list has
  /// a width nothing has a height.
  ///
  /// - Complexity: O(n), divided among all cores for rows that are compiled.
  func resolveAll(from source: (some RowHeightSource)?) {
    guard let source else {
      geometry = RowGeometry()
      return
    }
    guard let conditions else {
      // Not yet allocated: nothing can be known, and nothing is shown.
      geometry.rebuild(sections: sections) { _ in .estimated(0) }
      return
    }
    let estimator = makeEstimator(conditions)
    let compiled = layouts.compiledHeights(rowCounts: rowCounts, under: conditions)
    let nothingIsKnown = caches.count == 0
    var next = 0
    geometry.rebuild(sections: sections) { element in
      if case .row = element {
        defer { next += 1 }
        if compiled[next] >= 0 { return .measured(Int(compiled[next])) }
        if nothingIsKnown { return .estimated(estimator.height(of: element, source.estimate(of: element))) }
      }
      return self.initialHeight(of: element, from: source, estimator, under: conditions)
    }
  }

  /// Measures under other conditions from now on; `resolveAll` is to follow.
  func setConditions(_ new: MeasurementContext) {
    if let old = conditions, old.environment.generation != new.environment.generation {
      caches.invalidateAll()
      layouts.forgetAll()
    } else if let old = conditions, old.boxes != new.boxes || old.separator != new.separator {
      caches.invalidateAll()
    }
    conditions = new
  }

  /// The list shows other sections from now on; `resolveAll` is to follow.
  ///
  /// - Parameter invalidates: Whether nothing that is kept by index path is true any more.
  func setSections(_ new: [SectionShape], invalidates: Bool) {
    if invalidates {
      let reload: ChangeSet
      do {
        reload = try ChangeSet([.reloadData], before: rowCounts, after: rowCounts)
      } catch {
        preconditionFailure("A list can always be reloaded: \(error)")
      }
      caches.apply(reload)
      layouts.apply(reload)
    }
    sections = new
    rowCounts = new.map(\.rowCount)
  }

  /// Follows an edit: heights travel with their rows, new ones are estimated.
  ///
  /// - Parameters:
  ///   - new: The sections after the edit.
  ///   - canAsk: Whether the source answers for the rows after the edit.
  func apply(
    _ change: ChangeSet, to new: [SectionShape], canAsk: Bool, from source: (some RowHeightSource)?
  ) {
    sections = new
    rowCounts = new.map(\.rowCount)
    caches.apply(change)
    layouts.apply(change)
    guard let conditions, let source else { return resolveAll(from: source) }
    let estimator = makeEstimator(conditions)
    let keepsShapes =
      !change.changesSections && change.reloadedSections.isEmpty
      && sections.enumerated().allSatisfy { section, shape in
        shape.hasHeader == geometry.hasHeader(inSection: section)
          && shape.hasFooter == geometry.hasFooter(inSection: section)
      }
    geometry.apply(change, sections: keepsShapes ? nil : sections) { element in
      // Rows that another edit is still to move or to delete can't be asked for.
      guard canAsk else { return .estimated(conditions.grid.devicePixels(self.defaultEstimate)) }
      return self.initialHeight(of: element, from: source, estimator, under: conditions)
    }
  }

  /// Forgets the height of a row, and what it is computed from; the height becomes a guess of the same value.
  func invalidate(_ row: RowIndexPath, _ identity: ItemIdentity) {
    caches.invalidate(row, identity.key)
    layouts.forget(identity, at: row)
    geometry.setHeight(.estimated(geometry.height(of: .row(row)).value), of: .row(row))
  }

  /// Gives the memory of prepared rows back; they are prepared again when they are needed.
  func forgetPreparedRows() { layouts.forgetPreparedRows() }

  /// Whether an item is measured by the layouts that draw it.
  func isMeasuredAsDrawn(_ identity: ItemIdentity) -> Bool { layouts.isContradicted(identity) }

  /// The layout of an item, which is drawn, and whose height is the element's.
  ///
  /// - Precondition: There are conditions to measure under.
  func layout(of element: ListElement, _ content: any Sendable, _ identity: ItemIdentity) -> TemplateLayout {
    guard let conditions else { preconditionFailure("Rows are laid out when the list has a width.") }
    return layouts.layout(of: element, content, identity, under: conditions)
  }

  /// What workers need to prepare a row's texts; nil if its height is known or told without.
  func preparationRequest(
    for row: RowIndexPath, _ identity: ItemIdentity, from source: some RowHeightSource
  ) -> RowPreparation.Request? {
    guard let conditions, layouts.text.canPrepareElsewhere, layouts.needsPreparation(row, identity),
      find(.row(row), identity, .known, from: source, under: conditions) == nil
    else { return nil }
    return RowPreparation.Request(
      row: row, identity: identity, template: layouts.templates[identity.template],
      content: source.content(of: .row(row)))
  }

  /// Keeps what workers have prepared for a row.
  func keep(_ layout: CompiledLayout, of identity: ItemIdentity, at row: RowIndexPath) {
    layouts.keep(layout, of: identity, at: row)
  }
}

/// The ways to a height.
extension RowHeights {
  private func find(
    _ element: ListElement, _ identity: ItemIdentity, _ policy: Policy, from source: some RowHeightSource,
    estimator: RowEstimator? = nil, under conditions: MeasurementContext
  ) -> RowHeight? {
    switch policy {
    case .known:
      return caches.height(of: element, identity.key, for: key(identity, under: conditions))
        .map { .measured($0) }
    case .estimate:
      let known = find(element, identity, .known, from: source, under: conditions)
      if let known { return known }
      // Estimated, headers and footers would be all that keeps the scroll bar from being exact.
      if !element.isRow, layouts.compiledRowCount > 0, rowCounts.count <= Self.maximumHeadersAtOnce {
        return find(element, identity, .exact, from: source, under: conditions)
      }
      let estimator = estimator ?? makeEstimator(conditions)
      return .estimated(estimator.height(of: element, source.estimate(of: element)))
    case .exact, .ahead:
      let start = ContinuousClock.now
      defer { record.queried(for: ContinuousClock.now - start) }
      let key = key(identity, under: conditions)
      let place = HeightRecord.Place(
        element: element, identity: identity, isByKey: caches.keepsByKey(element), grid: conditions.grid)
      if let known = caches.use(element, identity.key, for: key) {
        record.hit(known, at: place)
        return .measured(known)
      }
      let height = layouts.measure(element, identity, under: conditions) { source.content(of: element) }
      caches.store(height, of: element, identity.key, for: key)
      record.measured(height, at: place, isKept: caches.mode != .none, isAhead: policy == .ahead)
      return .measured(height)
    case .asDrawn:
      layouts.contradict(identity, of: element)
      let height = layouts.measure(element, identity, under: conditions) { source.content(of: element) }
      caches.store(height, of: element, identity.key, for: key(identity, under: conditions))
      let place = HeightRecord.Place(
        element: element, identity: identity, isByKey: caches.keepsByKey(element), grid: conditions.grid)
      record.corrected(height, at: place, isKept: caches.mode != .none)
      return .measured(height)
    }
  }

  private func initialHeight(
    of element: ListElement, from source: some RowHeightSource, _ estimator: RowEstimator,
    under conditions: MeasurementContext
  ) -> RowHeight {
    let found = find(
      element, source.item(of: element), .estimate, from: source, estimator: estimator, under: conditions)
    guard let found else { preconditionFailure("There is an estimate for every element.") }
    return found
  }

  private func key(_ identity: ItemIdentity, under conditions: MeasurementContext) -> HeightKey {
    HeightKey(
      template: identity.template, width: conditions.keyWidth, environment: conditions.environment,
      revision: identity.revision)
  }

  private func makeEstimator(_ conditions: MeasurementContext) -> RowEstimator {
    RowEstimator(
      templates: layouts.templates, text: layouts.text, conditions: conditions,
      defaultHeight: defaultEstimate)
  }
}
