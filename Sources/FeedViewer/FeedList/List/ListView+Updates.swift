import CGtk
import GtkInterop
import LayoutCore

/// The nine edits and their batch, all on one path: caches, geometry, scroll position, selection, widgets.
extension ListView {
  /// Everything is asked of the data source again; heights by index path are forgotten.
  ///
  /// - Parameter invalidatingHeights: Whether heights cached by index path are thrown away. Without it the
  ///   first rows must still be the same ones (new ones were appended, for example).
  public func reloadData(invalidatingHeights: Bool = true) {
    if batch != nil {
      batch?.append(.reloadData)
      return
    }
    let before = rowCounts
    if invalidatingHeights { measurer.apply(change([.reloadData], before: before, after: before)) }
    rowCounts = countsFromDataSource()
    selectedRow = nil
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
    updates()
    let edits = batch ?? []
    batch = nil
    guard !edits.isEmpty else { return }
    if edits.contains(.reloadData) { return reloadData() }
    apply(change(edits, before: rowCounts, after: countsFromDataSource()))
  }

  /// Applies a change that was computed elsewhere (a difference of two states of the data source).
  public func apply(_ change: ChangeSet) {
    heldReading = nil
    let isAtTop = contentOffset <= 0
    let selectionBefore = selectedRow
    let moved = geometry.elementCount > 0 ? pinForThisLayout().moved(by: change, from: geometry) : nil
    rowCounts = countsFromDataSource()
    if let (element, alignment) = firstJump {
      firstJump = change.newElement(for: element).map { ($0, alignment) }
    }
    measurer.apply(change)
    applyToGeometry(change)
    pool.move(change.newElement(for:))
    preloader.apply(change)
    selectedRow = selectedRow.flatMap(change.survivor(nearestTo:))
    if geometry.elementCount == 0 {
      anchor = nil
    } else if !isAtTop, let moved {
      anchor = moved
      keep(moved)
    } else {
      // At the very top the list stays at the top and shows what is new.
      let top = ScrollAnchor(element: .header(0), offsetInside: 0)
      anchor = top
      keep(top)
    }
    if selectedRow != selectionBefore { delegate?.listView(self, didSelect: selectedRow) }
    contentDidChange()
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
    let estimator = HeightEstimator(text: text, conditions: conditions)
    geometry.apply(change) { element in
      self.initialHeight(of: element, from: dataSource, estimator: estimator, under: conditions)
    }
  }

  private func contentDidChange() {
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
