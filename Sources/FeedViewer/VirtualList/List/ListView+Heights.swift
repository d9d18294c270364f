import CGtk
import GtkInterop
import LayoutCore

/// Which heights rows have: as they were, measured, or estimated.
extension ListView {
  /// Builds the geometry from the data source: known heights, else estimates.
  func rebuildGeometry() {
    guard let dataSource else {
      geometry = RowGeometry()
      return
    }
    guard let conditions else {
      // Not yet allocated: nothing can be known, and nothing is shown.
      geometry.rebuild(sections: sectionShapes) { _ in .estimated(0) }
      return
    }
    let estimator = makeEstimator(conditions)
    let prepared = measurer.preparedHeights(rowCounts: rowCounts, under: conditions)
    let nothingIsKnown = measurer.cachedHeightCount == 0
    var next = 0
    geometry.rebuild(sections: sectionShapes) { element in
      if case .row = element {
        defer { next += 1 }
        if prepared[next] >= 0 { return .measured(Int(prepared[next])) }
        if nothingIsKnown {
          return .estimated(
            estimator.height(of: element, dataSource.listView(self, estimateOf: element)))
        }
      }
      return self.initialHeight(of: element, from: dataSource, estimator: estimator, under: conditions)
    }
    idle.heightsChanged()
  }

  func makeEstimator(_ conditions: MeasurementContext) -> RowEstimator {
    RowEstimator(
      templates: templates, text: text, conditions: conditions, defaultHeight: estimatedRowHeight)
  }

  func initialHeight(
    of element: ListElement, from dataSource: any ListDataSource, estimator: RowEstimator,
    under conditions: MeasurementContext
  ) -> RowHeight {
    let identity = dataSource.listView(self, identityOf: element)
    if let known = measurer.knownHeight(of: element, identity: identity, under: conditions) {
      return .measured(known)
    }
    // Headers and footers are few and cheap; estimated, they would be all that keeps the scroll bar from being exact.
    if !element.isRow, measurer.compiledRows.count > 0, rowCounts.count <= Self.maximumHeadersAtOnce {
      return .measured(
        measurer.height(
          of: element, identity: identity, content: { dataSource.listView(self, contentOf: element) },
          under: conditions))
    }
    return .estimated(
      estimator.height(of: element, dataSource.listView(self, estimateOf: element)))
  }

  /// Measures a row outside the viewport; the picture stays, since the origin follows what changes above it.
  func measureAhead(_ element: ListElement) {
    guard let conditions, let dataSource else { return }
    let height = measurer.height(
      of: element, identity: dataSource.listView(self, identityOf: element),
      content: { dataSource.listView(self, contentOf: element) }, under: conditions, isAhead: true)
    let change = geometry.setHeight(.measured(height), of: element)
    scrollState.heightChanged(by: change, of: element)
  }

  /// What workers need to prepare a row; nil if nothing needs to be prepared to measure it.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request? {
    guard case .row(let row) = element, let conditions, let dataSource, text.canPrepareElsewhere else {
      return nil
    }
    let identity = dataSource.listView(self, identityOf: element)
    guard measurer.needsPreparation(row, identity: identity, under: conditions) else { return nil }
    return RowPreparation.Request(
      row: row, identity: identity, template: templates[identity.template],
      content: dataSource.listView(self, contentOf: element))
  }

  /// Measures a row that workers have prepared, if it is still the one that it was.
  ///
  /// - Parameter compiled: nil if arithmetic can't tell the row.
  /// - Returns: Whether it is.
  func measureAhead(_ request: RowPreparation.Request, compiled: CompiledLayout?) -> Bool {
    let row = request.row
    guard let dataSource, rowCounts.indices.contains(row.section), row.row < rowCounts[row.section],
      dataSource.listView(self, identityOf: .row(row)) == request.identity
    else { return false }
    if let compiled { measurer.keep(compiled, of: request.identity, at: row) }
    measureAhead(.row(row))
    return true
  }

  /// Tells the scroll bar of the heights that were measured ahead.
  func commitMeasuredAhead() {
    scrollState.configure(in: geometry)
    requestHeightIfChanged()
  }

  /// The exact height of an element that is about to be on screen, and how much it differs from before.
  func ensureMeasured(_ element: ListElement) -> (height: Int, change: Int) {
    guard let conditions, let dataSource else { return (0, 0) }
    let identity = dataSource.listView(self, identityOf: element)
    if case .measured(let height) = geometry.height(of: element), isBound(element, identity, conditions) {
      return (height, 0)
    }
    let height = measurer.height(
      of: element, identity: identity,
      content: { dataSource.listView(self, contentOf: element) }, under: conditions)
    if geometry.height(of: element) == .measured(height) { return (height, 0) }
    return (height, geometry.setHeight(.measured(height), of: element))
  }

  func isBound(
    _ element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> Bool {
    guard let binding = pool.view(of: element)?.binding else { return false }
    return binding.identity == identity && binding.conditions == conditions
  }

  func measuredHeight(of element: ListElement) -> Int {
    guard let conditions, let dataSource else { return 0 }
    if case .measured(let height) = geometry.height(of: element) { return height }
    let height = measurer.height(
      of: element, identity: dataSource.listView(self, identityOf: element),
      content: { dataSource.listView(self, contentOf: element) }, under: conditions)
    let change = geometry.setHeight(.measured(height), of: element)
    scrollState.heightChanged(by: change, of: element)
    return height
  }
}
