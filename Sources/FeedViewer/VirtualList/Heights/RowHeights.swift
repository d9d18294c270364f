import LayoutCore
import PangoText

/// The source of the items whose heights `RowHeights` resolves.
protocol RowHeightSource {
  /// The item of an element.
  func item(of element: ListElement) -> ItemIdentity
  /// The name of the item in the debug log.
  func name(of element: ListElement) -> String
  /// The content of the item.
  func content(of element: ListElement) -> any Sendable
  /// The height of the row's layout with its separator in device pixels, if workers have computed it under the present
  /// conditions.
  var computedHeight: Int? { get }
  /// Makes the content of a row elsewhere; nil if `content` has it at hand.
  func contentMaker(of row: RowIndexPath) -> (@Sendable () -> any Sendable)?
  /// The properties of the item that are known without reading its content.
  func estimate(of element: ListElement) -> RowEstimate
  /// How many rows, from a row on, have the same exact estimate as it, or may share one.
  func rowsAlike(from row: RowIndexPath) -> Int
}

extension RowHeightSource {
  var computedHeight: Int? { nil }
  func contentMaker(of row: RowIndexPath) -> (@Sendable () -> any Sendable)? { nil }
  func rowsAlike(from row: RowIndexPath) -> Int { 1 }
}

/// The heights of all rows, headers and footers of a list, and thereby their offsets.
///
/// Every height comes from `resolve`. Caches, arithmetic, calls of Pango, statistics and log are used here only.
final class RowHeights {
  /// How a height may be obtained.
  enum Policy {
    /// From a cache only, without counting or logging the query.
    case known
    /// From a cache, or else estimated. Headers and footers, which are few, are measured together with rows.
    case estimate
    /// Exactly: from a cache, by arithmetic, or by Pango. The height is cached.
    case exact
    /// The same, before the height is needed.
    case ahead
    /// From the drawn layout, because arithmetic has predicted another height. The height is cached.
    case asDrawn
  }

  /// The result of `resolve`.
  struct Resolution {
    /// The height in device pixels; the height before, if the policy finds none.
    let height: RowHeight
    /// The difference from the height before, in device pixels.
    let change: Int
  }

  /// The maximum number of sections whose headers and footers are all measured at a new width.
  private static let maximumHeadersAtOnce = 1_000

  /// The offsets and heights of all elements, measured or estimated.
  private(set) var geometry = RowGeometry()
  /// The measurement context; nil until the list has a width.
  private(set) var conditions: MeasurementContext?
  /// The sections that the list shows, and their numbers of rows.
  private(set) var sections: [SectionShape] = []
  private(set) var rowCounts: [Int] = []
  /// The separator below each row, from the next layout on.
  var separator = SeparatorStyle.singleLine
  /// The estimated height of rows whose template gives no estimate, in logical pixels.
  var defaultEstimate = 44.0
  /// Lays rows out and compiles them.
  let layouts: RowLayouts
  private var caches = HeightCaches()
  private var record = HeightRecord()

  init(text: TextSystem, templates: TemplateTable) {
    layouts = RowLayouts(text: text, templates: templates)
    layouts.onEvent = { [weak self] in self?.record.add($0, isRow: $1) }
  }

  /// How heights are cached. A new mode starts with an empty cache; known heights become estimates.
  var cacheMode: HeightCacheMode {
    get { caches.mode }
    set {
      guard newValue != caches.mode else { return }
      caches.mode = newValue
      layouts.keepsPreparedRows = newValue != .none
      if newValue != .none { geometry.markAllEstimated() }
    }
  }

  /// Whether edits update the heights cached by index path.
  var automaticallyInvalidates: Bool {
    get { caches.automaticallyInvalidates }
    set { caches.automaticallyInvalidates = newValue }
  }

  /// The maximum number of items whose heights are cached by key; positive. Changing it empties the cache.
  var keyLimit: Int {
    get { caches.keyLimit }
    set { caches.keyLimit = newValue }
  }

  /// The cached height of an element; nil if it is not cached, and before the list has a width.
  func cachedHeight(of element: ListElement, _ identity: ItemIdentity) -> Int? {
    conditions.flatMap { caches.height(of: element, identity.key, for: key(identity, under: $0)) }
  }

  /// The counters since they were reset, with the present sizes.
  var statistics: ListStatistics {
    var statistics = record.statistics
    statistics.rowCount = rowCounts.reduce(0, +)
    statistics.measuredRowCount = geometry.elementCount - geometry.unmeasuredCount
    statistics.cachedHeightCount = caches.count
    return statistics
  }

  func resetStatistics() { record.statistics = ListStatistics() }

  /// The debug log; nil for none.
  var log: HeightLog? {
    get { record.log }
    set { record.log = newValue }
  }

  /// The number of rows whose heights arithmetic can compute at any width.
  var compiledRowCount: Int { layouts.compiledRowCount }

  /// The most memory of rows that are kept prepared, so that their heights at other widths are arithmetic; in bytes.
  var preparedRowByteLimit: Int {
    get { layouts.preparedRowByteLimit }
    set { layouts.preparedRowByteLimit = newValue }
  }

  /// Forgets what a row was measured from if prepared rows take too much memory; its height is still known.
  func trimPreparedRows(from row: RowIndexPath) { layouts.trimPreparedRows(from: row) }

  /// Finds the height of an element and stores it in the geometry.
  ///
  /// - Precondition: `conditions` is not nil.
  /// - Complexity: O(log n) if the height is cached or computed by arithmetic.
  func resolve(
    _ element: ListElement, _ identity: ItemIdentity, _ policy: Policy, from source: some RowHeightSource
  ) -> Resolution {
    guard let conditions else { preconditionFailure("Heights are resolved when the list has a width.") }
    let before = geometry.height(of: element)
    let height = find(element, identity, policy, from: source, under: conditions) ?? before
    if height == before { return Resolution(height: height, change: 0) }
    return Resolution(height: height, change: geometry.setHeight(height, of: element))
  }

  /// Resolves all heights again, by arithmetic if possible, else with `Policy.estimate`. Before the list has a width, all
  /// heights are 0.
  ///
  /// - Complexity: O(n), divided among all cores for rows that are compiled; very little for rows that share estimates.
  func resolveAll(from source: (some RowHeightSource)?) {
    guard let source else {
      geometry = RowGeometry()
      return
    }
    guard let conditions else {
      // Nothing can be measured before the list has a width, and nothing is shown.
      geometry.rebuild(sections: sections, rowsAlike: { _ in .max }) { _ in .estimated(0) }
      return
    }
    let estimator = makeEstimator(conditions)
    var compiled = layouts.compiledHeights(rowCounts: rowCounts, under: conditions)
    let nothingIsKnown = caches.count == 0
    var initial = InitialHeights(
      of: source, estimator, sharesEstimates: nothingIsKnown && compiled.isEmpty)
    var next = 0
    var alike = 1
    geometry.rebuild(
      sections: sections,
      rowsAlike: {
        alike = compiled.height(of: next) == nil ? initial.count(from: $0) : 1
        return alike
      }
    ) { element in
      if case .row = element {
        defer { next += alike }
        if let height = compiled.height(of: next) { return .measured(height) }
        if nothingIsKnown { return initial.height(of: element) }
      }
      return self.initialHeight(of: element, from: source, estimator, under: conditions)
    }
  }

  /// Sets the measurement context. Call `resolveAll` next.
  func setConditions(_ new: MeasurementContext) {
    if let old = conditions, old.environment.generation != new.environment.generation {
      caches.invalidateAll()
      layouts.forgetAll()
    } else if let old = conditions, old.boxes != new.boxes || old.separator != new.separator {
      caches.invalidateAll()
    }
    conditions = new
  }

  /// Replaces the sections. Call `resolveAll` next.
  ///
  /// - Parameter invalidates: Whether everything cached by index path is removed.
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

  /// Follows an edit: heights move with their rows, and inserted rows are estimated.
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
    // No height is cached at the index path of a row that is inserted or reloaded.
    let nothingIsKnown = !caches.keepsRowsByKey && automaticallyInvalidates
    var initial = InitialHeights(of: source, estimator, sharesEstimates: nothingIsKnown)
    geometry.apply(
      change, sections: keepsShapes ? nil : sections,
      rowsAlike: { canAsk ? initial.count(from: $0) : .max }
    ) { element in
      // The source can't answer for rows that a queued edit will move or delete.
      guard canAsk else { return .estimated(conditions.grid.devicePixels(self.defaultEstimate)) }
      if element.isRow, nothingIsKnown { return initial.height(of: element) }
      return self.initialHeight(of: element, from: source, estimator, under: conditions)
    }
  }

  /// Takes over what the source knows of a row whose height is an estimate, which may be one that very many rows share.
  ///
  /// - Returns: The difference from the height before, in device pixels; nil if the source knows nothing.
  func takeKnownHeight(of element: ListElement, from source: some RowHeightSource) -> Int? {
    guard conditions != nil, element.isRow, case .estimated = geometry.height(of: element),
      let known = source.estimate(of: element).knownHeight
    else { return nil }
    return geometry.setHeight(.measured(known), of: element)
  }

  /// Removes the cached height and the prepared texts of a row; its height becomes an estimate of the same value.
  func invalidate(_ row: RowIndexPath, _ identity: ItemIdentity) {
    caches.invalidate(row, identity.key)
    layouts.forget(identity, at: row)
    geometry.setHeight(.estimated(geometry.height(of: .row(row)).value), of: .row(row))
  }

  /// Frees the prepared rows; they are prepared again on demand.
  func forgetPreparedRows() { layouts.forgetPreparedRows() }

  /// Whether an item is measured by its drawn layout instead of by arithmetic.
  func isMeasuredAsDrawn(_ identity: ItemIdentity) -> Bool { layouts.isContradicted(identity) }

  /// The layout of an element for drawing; its height is the element's height.
  ///
  /// - Precondition: `conditions` is not nil.
  func layout(of element: ListElement, _ content: any Sendable, _ identity: ItemIdentity) -> TemplateLayout {
    guard let conditions else { preconditionFailure("Rows are laid out when the list has a width.") }
    return layouts.layout(of: element, content, identity, under: conditions)
  }

  /// The data that workers need to prepare a row's texts; nil if its height can be found without.
  func preparationRequest(
    for row: RowIndexPath, _ identity: ItemIdentity, from source: some RowHeightSource
  ) -> RowPreparation.Request? {
    guard let conditions, layouts.text.canPrepareElsewhere,
      layouts.needsPreparation(row, identity, under: conditions),
      find(.row(row), identity, .known, from: source, under: conditions) == nil,
      source.estimate(of: .row(row)).knownHeight == nil
    else { return nil }
    let content =
      source.contentMaker(of: row).map(RowPreparation.Content.made) ?? .ready(source.content(of: .row(row)))
    return RowPreparation.Request(
      row: row, identity: identity, template: layouts.templates[identity.template], content: content)
  }

  /// Stores a row that workers have compiled.
  func keep(_ layout: CompiledLayout, of identity: ItemIdentity, at row: RowIndexPath) {
    layouts.keep(layout, of: identity, at: row)
  }
}

/// The sources of heights.
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
      // Estimated headers and footers would keep the scroll bar inexact after all rows are measured.
      if !element.isRow, layouts.compiledRowCount > 0, rowCounts.count <= Self.maximumHeadersAtOnce {
        return find(element, identity, .exact, from: source, under: conditions)
      }
      let estimator = estimator ?? makeEstimator(conditions)
      return estimator.initialHeight(of: element, source.estimate(of: element))
    case .exact, .ahead:
      let start = ContinuousClock.now
      defer { record.queried(for: ContinuousClock.now - start) }
      let key = key(identity, under: conditions)
      let place = place(of: element, from: source, under: conditions)
      if let known = caches.use(element, identity.key, for: key) {
        record.hit(known, at: place)
        return .measured(known)
      }
      let height = layouts.measure(
        element, identity, under: conditions, computed: source.computedHeight
      ) { source.content(of: element) }
      caches.store(height, of: element, identity.key, for: key)
      record.measured(height, at: place, isKept: caches.mode != .none, isAhead: policy == .ahead)
      return .measured(height)
    case .asDrawn:
      layouts.contradict(identity, of: element)
      let height = layouts.measure(element, identity, under: conditions) { source.content(of: element) }
      caches.store(height, of: element, identity.key, for: key(identity, under: conditions))
      let place = place(of: element, from: source, under: conditions)
      record.corrected(height, at: place, isKept: caches.mode != .none)
      return .measured(height)
    }
  }

  private func place(
    of element: ListElement, from source: some RowHeightSource, under conditions: MeasurementContext
  ) -> HeightRecord.Place {
    HeightRecord.Place(
      element: element, name: log == nil ? "" : source.name(of: element),
      isByKey: caches.keepsByKey(element), grid: conditions.grid)
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
