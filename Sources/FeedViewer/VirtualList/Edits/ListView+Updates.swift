import CGtk
import GtkInterop
import LayoutCore

/// The nine edits and their batch, all on one path: caches, geometry, scroll position, selection, widgets.
extension ListView {
  private static let editInLayout =
    "A list can't be edited while it is laid out: its data source must only answer."

  /// Everything is asked of the data source again; heights by index path are forgotten.
  ///
  /// - Parameter invalidatingHeights: Whether heights cached by index path are thrown away. Without it the
  ///   first rows must still be the same ones (new ones were appended, for example). In a batch heights are kept if
  ///   nothing but such reloads is in it.
  public func reloadData(invalidatingHeights: Bool = true) {
    if batch != nil {
      batch?.append(.reloadData)
      batchInvalidatesHeights = batchInvalidatesHeights || invalidatingHeights
      return
    }
    precondition(!isAllocating, Self.editInLayout)
    let before = rowCounts
    if invalidatingHeights { measurer.apply(change([.reloadData], before: before, after: before)) }
    rowCounts = countsFromDataSource()
    selection = RowSelection()
    pageTurns.forget()
    preEditSnapshot = nil
    endEditAnimation()
    endScrollAnimation()
    bandEnded()
    firstJump = nil
    pool.release { _ in false }
    preloader.reset()
    rebuildGeometry()
    centerOrigin()
    delegate?.listView(self, didSelect: nil)
    contentDidChange()
  }

  public func insertSections(_ sections: [Int]) { edit(.insertSections(sections)) }
  public func deleteSections(_ sections: [Int]) { edit(.deleteSections(sections)) }
  public func reloadSections(_ sections: [Int]) { edit(.reloadSections(sections)) }
  public func moveSection(from: Int, to: Int) { edit(.moveSection(from: from, to: to)) }
  public func insertRows(_ rows: [RowIndexPath]) { edit(.insertRows(rows)) }
  public func deleteRows(_ rows: [RowIndexPath]) { edit(.deleteRows(rows)) }
  public func reloadRows(_ rows: [RowIndexPath]) { edit(.reloadRows(rows)) }
  public func moveRow(from: RowIndexPath, to: RowIndexPath) { edit(.moveRow(from: from, to: to)) }

  /// Collects the edits that `updates` makes and applies them as one, with table-view semantics: deletes,
  /// reloads and the sources of moves speak of the list before, inserts and destinations of the list after.
  ///
  /// When `updates` returns, the data source must already answer for the list after.
  public func performBatchUpdates(_ updates: () -> Void) {
    precondition(batch == nil, "Batch updates of a list can't be nested.")
    batch = []
    batchInvalidatesHeights = false
    updates()
    let edits = batch ?? []
    batch = nil
    guard !edits.isEmpty else { return }
    if edits.contains(.reloadData) {
      // Other edits may have moved the first rows.
      let hasOthers = edits.contains { $0 != .reloadData }
      return reloadData(invalidatingHeights: batchInvalidatesHeights || hasOthers)
    }
    apply(change(edits, before: rowCounts, after: countsFromDataSource()))
  }

  /// Applies a change that was computed elsewhere (a difference of two states of the data source).
  public func apply(_ change: ChangeSet) {
    precondition(!isAllocating, Self.editInLayout)
    readingAnchor = nil
    let selectionBefore = selection
    captureBeforeEdit(before: change)
    applyToBand(change, from: geometry)
    applyToScrollAnimation(change)
    let position = currentPosition().moved(by: change, from: geometry)
    rowCounts = countsFromDataSource()
    if let (element, alignment) = firstJump {
      firstJump = change.newElement(for: element).map { ($0, alignment) }
    }
    measurer.apply(change)
    applyToGeometry(change)
    pool.move(change.newElement(for:))
    preloader.apply(change)
    selection.apply(change)
    pageTurns.forget()
    hold(position)
    if selection != selectionBefore { delegate?.listView(self, didSelect: selectedRow) }
    contentDidChange()
  }

  /// What the viewport holds on to: an end that it rests on, or else the row that keeps its place.
  private func currentPosition() -> ScrollPosition {
    let position = ScrollPosition.capture(
      atOffset: contentOffset, viewportHeight: pageHeight, in: geometry, rules: positionRules)
    if case .anchor = position { return .anchor(firstSeenPin()) }
    return position
  }

  /// The row that is the first to be seen, below a header that sticks: what that covers may come and go.
  private func firstSeenPin() -> ScrollAnchor {
    let pin = pinForThisLayout()
    // Rows are where they were seen only as long as nothing but the value has changed since the last layout.
    guard pendingPin == nil, let anchor, pin.element == anchor.element else { return pin }
    let seen = anchor.offset(in: geometry) + (stickyHeader?.bottom ?? 0)
    guard var element = geometry.element(atOffset: seen)?.element else { return pin }
    // At the top of a list that does not hold on to it, it is the row that stays, not the header above it.
    if seen == 0, case .header = element, let row = row(from: element, step: 1) { element = .row(row) }
    return ScrollAnchor(
      element: element, offsetInside: pin.offset(in: geometry) - geometry.offset(of: element))
  }

  /// Puts the viewport where it holds on to under the new geometry.
  private func hold(_ position: ScrollPosition) {
    guard geometry.elementCount > 0 else {
      // A jump or an edit since the last layout may have pinned a row.
      pendingPin = nil
      anchor = nil
      return
    }
    let pin: ScrollAnchor
    switch position {
    case .start: pin = ScrollAnchor(element: .header(0), offsetInside: 0)
    case .anchor(let held): pin = held
    case .end: pin = pinAtEnd()
    }
    anchor = pin
    keep(pin)
  }

  private func edit(_ edit: ListEdit) {
    if batch != nil {
      batch?.append(edit)
    } else {
      apply(change([edit], before: rowCounts, after: countsFromDataSource()))
    }
  }

  private func change(_ edits: [ListEdit], before: [Int], after: [Int]) -> ChangeSet {
    do {
      return try ChangeSet(edits, before: before, after: after)
    } catch {
      preconditionFailure("The list's edits do not lead from what it showed to its data source: \(error)")
    }
  }

  private func applyToGeometry(_ change: ChangeSet) {
    guard let conditions, let dataSource else { return rebuildGeometry() }
    let estimator = makeEstimator(conditions)
    geometry.apply(change) { element in
      self.initialHeight(of: element, from: dataSource, estimator: estimator, under: conditions)
    }
  }

  private func contentDidChange() {
    sectionIndexIsStale = true
    typeahead.rowsChanged()
    prepareRowWidgets()
    precache.contentChanged()
    requestHeightIfChanged()
    gtk_widget_queue_resize(widget.pointer)
  }

  private func countsFromDataSource() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.listView(self, numberOfRowsInSection: $0)
    }
  }
}
