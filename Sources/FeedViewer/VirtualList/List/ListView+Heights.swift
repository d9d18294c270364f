import LayoutCore

/// Which heights rows have: those that `RowHeights` finds, from what the data source says of rows.
extension ListView {
  /// Where rows are: every row's height, measured or estimated.
  public var geometry: RowGeometry { heights.geometry }

  /// nil until the list has been given a width.
  var conditions: MeasurementContext? { heights.conditions }

  var rowCounts: [Int] { heights.rowCounts }

  /// What the data source says of rows; nil without one.
  var rows: ListRows? { dataSource.map { ListRows(list: self, dataSource: $0) } }

  /// Looks every height up again or estimates it.
  func resolveAllHeights() {
    heights.resolveAll(from: rows)
    idle.heightsChanged()
  }

  /// The height of an element, which is measured if it was not.
  func measuredHeight(of element: ListElement) -> Int {
    if conditions != nil, case .measured(let height) = heights.geometry.height(of: element) { return height }
    return resolve(element, .exact)
  }

  /// Measures a row outside the viewport; the picture stays, since the origin follows what changes above it.
  func measureAhead(_ element: ListElement) {
    resolve(element, .ahead)
    if case .row(let row) = element { heights.trimPreparedRows(from: row) }
  }

  @discardableResult
  private func resolve(_ element: ListElement, _ policy: RowHeights.Policy) -> Int {
    guard conditions != nil, let rows else { return 0 }
    let resolution = heights.resolve(element, rows.item(of: element), policy, from: rows)
    scrollState.heightChanged(by: resolution.change, of: element)
    return resolution.height.value
  }

  /// The exact height of an element that is about to be on screen, and how much it differs from before.
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

  /// What workers need to prepare a row; nil if nothing needs to be prepared to measure it.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request? {
    guard case .row(let row) = element, let rows else { return nil }
    return heights.preparationRequest(for: row, rows.item(of: element), from: rows)
  }

  /// Measures a row that workers have prepared, if it is still the one that it was.
  ///
  /// - Parameter compiled: nil if arithmetic can't tell the row.
  /// - Returns: Whether it is.
  func measureAhead(_ request: RowPreparation.Request, compiled: CompiledLayout?) -> Bool {
    let row = request.row
    guard let rows, rowCounts.indices.contains(row.section), row.row < rowCounts[row.section],
      rows.item(of: .row(row)) == request.identity
    else { return false }
    if let compiled { heights.keep(compiled, of: request.identity, at: row) }
    measureAhead(.row(row))
    return true
  }

  /// Updates the scroll bar with the heights that were measured ahead.
  func commitMeasuredAhead() {
    scrollState.configure(in: geometry)
    requestHeightIfChanged()
  }
}

/// What a list's data source says of its rows.
struct ListRows: RowHeightSource {
  let list: ListView
  let dataSource: any ListDataSource

  func item(of element: ListElement) -> ItemIdentity { dataSource.listView(list, identityOf: element) }

  func content(of element: ListElement) -> any Sendable { dataSource.listView(list, contentOf: element) }

  func estimate(of element: ListElement) -> RowEstimate { dataSource.listView(list, estimateOf: element) }
}
