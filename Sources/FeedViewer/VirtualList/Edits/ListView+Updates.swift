import CGtk
import GtkInterop
import LayoutCore

/// The nine edits and their batch, all on one path: caches, geometry, scroll position, selection, widgets.
///
/// An edit takes effect at once. One that is made while the list is laid out, or by something that is told of another
/// edit, takes effect after that, in the order in which they were made; until a layout is over the data source must
/// still answer for every row that the list shows.
extension ListView {
  /// Everything is asked of the data source again; heights by index path are forgotten.
  ///
  /// - Parameter invalidatingHeights: Whether heights cached by index path are thrown away. Without it the
  ///   first rows must still be the same ones (new ones were appended, for example). In a batch heights are kept if
  ///   nothing but such reloads is in it.
  public func reloadData(invalidatingHeights: Bool = true) {
    guard batch != nil else { return enqueue(.reload(invalidatingHeights: invalidatingHeights)) }
    batch?.edits.append(.reloadData)
    if invalidatingHeights { batch?.invalidatesHeights = true }
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
  /// reloads and the sources of moves speak of the list before, inserts and destinations of the list after. A batch
  /// inside another one is part of that.
  ///
  /// When `updates` of the outermost batch returns, the data source must already answer for the list after.
  ///
  /// - Parameter completion: Called once, from the main loop, when the edits are laid out; at once of a list that is not
  ///   on screen. Completions are called in the order in which batches end, an inner one's before that of the batch around
  ///   it; not any more when the list is gone.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    let isOutermost = batch == nil
    if isOutermost { batch = EditBatch() }
    updates()
    if let completion { batch?.completions.append(completion) }
    guard isOutermost, let made = batch else { return }
    batch = nil
    if made.edits.contains(.reloadData) {
      // Other edits may have moved the first rows.
      let hasOthers = made.edits.contains { $0 != .reloadData }
      enqueue(
        .reload(invalidatingHeights: made.invalidatesHeights || hasOthers), completions: made.completions)
    } else if !made.edits.isEmpty || !made.completions.isEmpty {
      enqueue(.edits(made.edits), completions: made.completions)
    }
  }

  /// Applies a change that was computed elsewhere (a difference of two states of the data source).
  public func apply(_ change: ChangeSet) { enqueue(.change(change)) }

  private func edit(_ edit: ListEdit) {
    if batch != nil { batch?.edits.append(edit) } else { enqueue(.edits([edit])) }
  }

  /// Shows other sections, about whose rows nothing is known.
  func reload(_ sections: [SectionShape], invalidatingHeights: Bool) {
    postponesEdits = true
    if invalidatingHeights { measurer.apply(change([.reloadData], before: rowCounts, after: rowCounts)) }
    setSections(sections)
    selection = RowSelection()
    pageTurns.forget()
    preEditSnapshot = nil
    endEditAnimation()
    endScrollAnimation()
    bandEnded()
    firstJump = nil
    pool.release { _ in false }
    idle.reset()
    rebuildGeometry()
    centerOrigin()
    postponesEdits = false
    delegate?.listView(self, didSelect: nil)
    contentDidChange()
  }

  /// - Parameters:
  ///   - sections: After the change.
  ///   - isLast: Whether the data source's state is the one after the change: other edits that wait lead on from it
  ///     otherwise.
  func follow(_ change: ChangeSet, to sections: [SectionShape], isLast: Bool) {
    postponesEdits = true
    let change = withLostHeadersAndFooters(change, sections)
    readingAnchor = nil
    let selectionBefore = selection
    captureBeforeEdit(before: change)
    applyToBand(change, from: geometry)
    applyToScrollAnimation(change)
    let position = currentPosition().moved(by: change, from: geometry)
    setSections(sections)
    if let (element, alignment) = firstJump {
      firstJump = change.newElement(for: element).map { ($0, alignment) }
    }
    measurer.apply(change)
    applyToGeometry(change, isLast: isLast)
    pool.move(change.newElement(for:))
    idle.apply(change)
    selection.apply(change)
    pageTurns.forget()
    hold(position, measures: isLast)
    postponesEdits = false
    if selection != selectionBefore { delegate?.listView(self, didSelect: selectedRow) }
    contentDidChange()
  }

  /// Says which of the sections that stay have no header or footer any more.
  private func withLostHeadersAndFooters(_ change: ChangeSet, _ sections: [SectionShape]) -> ChangeSet {
    var change = change
    for (section, new) in sections.enumerated() {
      guard let old = change.oldSection(for: section).map({ sectionShapes[$0] }) else { continue }
      if old.hasHeader && !new.hasHeader { change.sectionsLosingHeader.insert(section) }
      if old.hasFooter && !new.hasFooter { change.sectionsLosingFooter.insert(section) }
    }
    return change
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
  ///
  /// - Parameter measures: Whether rows may be measured for it.
  private func hold(_ position: ScrollPosition, measures: Bool) {
    guard let first = geometry.firstElement else {
      // A jump or an edit since the last layout may have pinned a row.
      pendingPin = nil
      anchor = nil
      return
    }
    let pin: ScrollAnchor
    switch position {
    case .start: pin = ScrollAnchor(element: first, offsetInside: 0)
    case .anchor(let held): pin = held
    case .end: pin = pinAtEnd(measures: measures)
    }
    anchor = pin
    keep(pin)
  }

  func change(_ edits: [ListEdit], before: [Int], after: [Int]) -> ChangeSet {
    do {
      return try ChangeSet(edits, before: before, after: after)
    } catch {
      preconditionFailure("The list's edits do not lead from what it showed to its data source: \(error)")
    }
  }

  private func applyToGeometry(_ change: ChangeSet, isLast: Bool) {
    guard let conditions, let dataSource else { return rebuildGeometry() }
    let estimator = makeEstimator(conditions)
    let keepsShapes =
      !change.changesSections && change.reloadedSections.isEmpty
      && sectionShapes.enumerated().allSatisfy { section, shape in
        shape.hasHeader == geometry.hasHeader(inSection: section)
          && shape.hasFooter == geometry.hasFooter(inSection: section)
      }
    geometry.apply(change, sections: keepsShapes ? nil : sectionShapes) { element in
      // Rows that another edit is still to move or to delete can't be asked for.
      guard isLast else { return .estimated(conditions.grid.devicePixels(estimatedRowHeight)) }
      return self.initialHeight(of: element, from: dataSource, estimator: estimator, under: conditions)
    }
  }

  private func contentDidChange() {
    sectionIndexIsStale = true
    typeahead.rowsChanged()
    prepareRowWidgets()
    idle.heightsChanged()
    requestHeightIfChanged()
    gtk_widget_queue_resize(widget.pointer)
  }

  private func setSections(_ sections: [SectionShape]) {
    sectionShapes = sections
    rowCounts = sections.map(\.rowCount)
  }

  func sectionsFromDataSource() -> [SectionShape] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map { section in
      SectionShape(
        rowCount: dataSource.listView(self, numberOfRowsInSection: section),
        hasHeader: dataSource.listView(self, hasHeaderInSection: section),
        hasFooter: dataSource.listView(self, hasFooterInSection: section))
    }
  }
}
