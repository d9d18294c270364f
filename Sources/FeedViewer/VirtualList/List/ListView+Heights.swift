import LayoutCore

/// Heights of rows, which `RowHeights` resolves from the data source.
extension ListView {
  /// The offsets and heights of all rows, measured or estimated.
  public var geometry: RowGeometry { heights.geometry }

  /// nil until the list has a width.
  var conditions: MeasurementContext? { heights.conditions }

  var rowCounts: [Int] { heights.rowCounts }

  /// The data source as a source of heights; nil without a data source.
  var rows: ListRows? { dataSource.map { ListRows(list: self, dataSource: $0) } }

  /// Resolves all heights again.
  func resolveAllHeights() {
    heights.resolveAll(from: rows)
    idle.heightsChanged()
  }

  /// The exact height of an element in device pixels; measures it if needed.
  func measuredHeight(of element: ListElement) -> Int {
    if conditions != nil, case .measured(let height) = heights.geometry.height(of: element) { return height }
    return rows.map { resolve(element, .exact, from: $0) } ?? 0
  }

  /// Measures a row outside the viewport; the picture stays, since the origin follows what changes above it.
  func measureAhead(_ element: ListElement) {
    guard let rows else { return }
    if let change = heights.takeKnownHeight(of: element, from: rows) {
      return scrollState.heightChanged(by: change, of: element)
    }
    measureAhead(element, from: rows)
  }

  private func measureAhead(_ element: ListElement, from source: some RowHeightSource) {
    resolve(element, .ahead, from: source)
    if case .row(let row) = element { heights.trimPreparedRows(from: row) }
  }

  @discardableResult
  private func resolve(
    _ element: ListElement, _ policy: RowHeights.Policy, from source: some RowHeightSource
  ) -> Int {
    guard conditions != nil else { return 0 }
    let resolution = heights.resolve(element, source.item(of: element), policy, from: source)
    scrollState.heightChanged(by: resolution.change, of: element)
    return resolution.height.value
  }

  /// The exact height of an element that is about to be shown, and its difference from the height before, in device
  /// pixels.
  func ensureMeasured(_ element: ListElement) -> (height: Int, change: Int) {
    guard let conditions, let rows else { return (0, 0) }
    let identity = rows.item(of: element)
    if case .measured(let height) = heights.geometry.height(of: element),
      isBound(element, identity, conditions)
    {
      return (height, 0)
    }
    let resolution = heights.resolve(element, identity, .exact, from: rows)
    return (resolution.height.value, resolution.change)
  }

  func isBound(
    _ element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> Bool {
    guard let binding = pool.view(of: element)?.binding else { return false }
    return binding.identity == identity && binding.conditions == conditions
  }

  /// The data that workers need to prepare a row; nil if it can be measured without preparation.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request? {
    guard case .row(let row) = element, let rows else { return nil }
    return heights.preparationRequest(for: row, rows.item(of: element), from: rows)
  }

  /// Measures a row that workers have prepared, if it still shows the same item in the same font.
  ///
  /// - Returns: Whether it does.
  func measureAhead(_ ready: PrecacheBatches.ReadyRow) -> Bool {
    let (row, identity) = (ready.request.row, ready.request.identity)
    guard let rows, let conditions, conditions.environment == ready.conditions.environment,
      rowCounts.indices.contains(row.section), row.row < rowCounts[row.section],
      rows.item(of: .row(row)) == identity
    else { return false }
    if let compiled = ready.answer.compiled { heights.keep(compiled, of: identity, at: row) }
    measureAhead(
      .row(row),
      from: PreparedRow(
        ready: ready, computedHeight: conditions == ready.conditions ? ready.answer.height : nil, rows: rows))
    return true
  }

  /// Updates the scroll bar with the heights that were measured ahead.
  func commitMeasuredAhead() {
    scrollState.configure(in: geometry)
    requestHeightIfChanged()
  }

  func allWasMeasured() { onAllMeasured() }
}

/// Heights that are known from an earlier run of the program.
extension ListView {
  /// Everything that heights depend on besides contents and templates, as a text that is the same in every run in which
  /// rows of equal content have equal heights; nil before the list has a width.
  ///
  /// A data source can keep heights under this text, and tell them later in its estimates (`RowEstimate.knownHeight`).
  /// - Complexity: O(1), after the first call under the present conditions.
  package var heightConditions: String? {
    guard let conditions else { return nil }
    if let known = describedConditions, known.conditions == conditions { return known.text }
    let text = conditions.description + "\n" + self.text.environment.conditions
    describedConditions = (conditions, text)
    return text
  }
}

/// A list's data source as a source of heights.
struct ListRows: RowHeightSource {
  let list: ListView
  let dataSource: any ListDataSource

  func item(of element: ListElement) -> ItemIdentity { dataSource.listView(list, identityOf: element) }

  func name(of element: ListElement) -> String { dataSource.listView(list, nameOf: element) }

  func content(of element: ListElement) -> any Sendable { dataSource.listView(list, contentOf: element) }

  func contentMaker(of row: RowIndexPath) -> (@Sendable () -> any Sendable)? {
    dataSource.listView(list, contentMakerOf: row)
  }

  func estimate(of element: ListElement) -> RowEstimate { dataSource.listView(list, estimateOf: element) }

  func rowsAlike(from row: RowIndexPath) -> Int { dataSource.listView(list, numberOfRowsAlikeFrom: row) }
}

/// A row that workers have prepared, with its content: it is not made again, which may take reading a file.
private struct PreparedRow: RowHeightSource {
  let ready: PrecacheBatches.ReadyRow
  let computedHeight: Int?
  let rows: ListRows

  func item(of element: ListElement) -> ItemIdentity { ready.request.identity }

  func name(of element: ListElement) -> String { rows.name(of: element) }

  func content(of element: ListElement) -> any Sendable {
    ready.answer.content ?? ready.request.content.value
  }

  func estimate(of element: ListElement) -> RowEstimate { rows.estimate(of: element) }
}
