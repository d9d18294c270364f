import CGtk
import LayoutCore

/// The nine edits and batches of them. All take the same path through caches, geometry, scroll position, selection and
/// widgets.
///
/// An edit takes effect at once. An edit made during a layout, or in a callback of another edit, takes effect after it,
/// in the order in which the edits were made. Until a layout is over, the data source must still answer for every row
/// that the list shows.
extension ListView {
  /// Reads everything from the data source again, and clears the selection.
  ///
  /// - Parameter invalidatingHeights: Whether heights cached by index path are removed. If not, existing rows must have
  ///   kept their index paths, for example because rows were only appended. In a batch with other edits, heights are
  ///   always removed.
  public func reloadData(invalidatingHeights: Bool = true) {
    edits.reload(invalidatingHeights: invalidatingHeights)
  }

  /// Inserts sections, at their places after the edit or batch.
  public func insertSections(_ sections: [Int]) { edits.make(.insertSections(sections)) }
  /// Deletes sections, at their places before the edit or batch.
  public func deleteSections(_ sections: [Int]) { edits.make(.deleteSections(sections)) }
  /// Replaces all rows of sections, at their places before the edit or batch.
  public func reloadSections(_ sections: [Int]) { edits.make(.reloadSections(sections)) }
  /// Moves a section with its rows, from its place before to its place after the edit or batch.
  public func moveSection(from: Int, to: Int) { edits.make(.moveSection(from: from, to: to)) }
  /// Inserts rows, at their places after the edit or batch.
  public func insertRows(_ rows: [RowIndexPath]) { edits.make(.insertRows(rows)) }
  /// Deletes rows, at their places before the edit or batch.
  public func deleteRows(_ rows: [RowIndexPath]) { edits.make(.deleteRows(rows)) }
  /// Measures and draws rows again, at their places before the edit or batch.
  public func reloadRows(_ rows: [RowIndexPath]) { edits.make(.reloadRows(rows)) }
  /// Moves a row, from its place before to its place after the edit or batch.
  public func moveRow(from: RowIndexPath, to: RowIndexPath) { edits.make(.moveRow(from: from, to: to)) }

  /// Collects edits and applies them together, with the semantics of UITableView: deletes, reloads and the sources of
  /// moves are places before the batch, inserts and the destinations of moves are places after it. A batch inside
  /// another one becomes part of it.
  ///
  /// - Parameters:
  ///   - updates: Makes the edits. When it returns from the outermost batch, the data source must give the content
  ///     after the batch.
  ///   - completion: Called once, from the main loop, when the edits are laid out, or at once if the list is not on
  ///     screen. Completions are called in the order in which batches end, that of an inner batch before that of the
  ///     outer one. It is not called if the list is deallocated before.
  /// - Precondition: The edits lead from the row counts of the list to those of the data source.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    edits.performBatch(updates, completion: completion)
  }

  /// Applies a change set, such as the difference of two states of the data source.
  ///
  /// - Parameters:
  ///   - change: The change set.
  ///   - selectsNext: Whether the row after the selected one is selected when that is deleted, as after an edit. If not, none
  ///     is, and the cursor goes there.
  /// - Precondition: It leads from the row counts of the list to those of the data source.
  public func apply(_ change: ChangeSet, selectsNext: Bool = true) {
    edits.make(change, selectsNext: selectsNext)
  }

  /// Measures and draws rows again that stood for content that was not known, and is now. They keep their places, nothing
  /// is animated, and a viewport at the end of the list stays there.
  ///
  /// - Parameter rows: Their places now.
  public func contentArrived(in rows: [RowIndexPath]) { edits.contentArrived(in: rows) }

  /// Draws the rows and headers on screen again whose revision has changed although their height has not, such as marks
  /// that keep their width. Other rows are drawn anew when they come on screen. If an element has another height after
  /// all, it gets it when it is drawn.
  ///
  /// - Complexity: O(k) for k rows on screen, whatever the number of rows that have changed.
  public func redrawChangedRows() {
    idle.forgetPainters()
    queueLayout()
  }

  func connectEdits() {
    edits.isBlocked = { [weak self] in
      guard let self else { return true }
      return layoutCycle.isAllocating || scrollState.port.isConfiguring
    }
    edits.currentSections = { [weak self] in self?.sectionsFromDataSource() ?? [] }
    edits.apply = { [weak self] in self?.apply($0, isLast: $1) }
    edits.requestLayout = { [weak self] in
      guard let self, gtk_widget_get_mapped(widget.pointer) != 0 else { return false }
      queueLayout()
      return true
    }
  }

  private func apply(_ entry: EditQueue.Entry, isLast: Bool) {
    switch entry.edit {
    case .reload(let invalidatesHeights):
      reload(entry.sections, invalidatingHeights: invalidatesHeights)
    case .edits(let made):
      let change = change(made, before: rowCounts, after: entry.sections.map(\.rowCount))
      if !made.isEmpty { follow(change, to: entry.sections, isLast: isLast) }
    case .change(let change, let selectsNext):
      precondition(
        change.before == rowCounts && change.after == entry.sections.map(\.rowCount),
        """
        The change does not lead from what the list showed to its data source: it is one from \(change.before) to \
        \(change.after) rows, but the list had \(rowCounts), and has \(entry.sections.map(\.rowCount)).
        """)
      follow(change, to: entry.sections, isLast: isLast, selectsNext: selectsNext)
    case .arrival(let rows):
      let change = change([.reloadRows(rows)], before: rowCounts, after: entry.sections.map(\.rowCount))
      followArrival(change, of: rows, isLast: isLast)
    }
  }

  /// Replaces all sections.
  private func reload(_ sections: [SectionShape], invalidatingHeights: Bool) {
    edits.postponing {
      heights.setSections(sections, invalidates: invalidatingHeights)
      focus.reset(keepsSelection: keepsSelection)
      rowSwipes.reloaded()
      keyboard.rowsChanged()
      editMotion.forgetCapture()
      editMotion.end(in: widget.pointer)
      scrollState.motion.end()
      scrollState.stickyHeader = nil
      scrollState.firstJump = nil
      pool.release { _ in false }
      idle.reset()
      resolveAllHeights()
      centerOrigin()
    }
    if !keepsSelection { delegate?.listView(self, didSelect: nil) }
    contentDidChange()
  }

  /// - Parameters:
  ///   - sections: After the change.
  ///   - isLast: Whether the data source is in the state after this change. If not, other edits are queued behind it.
  ///   - selectsNext: Whether the row after the selected one is selected when that is deleted.
  private func follow(
    _ change: ChangeSet, to sections: [SectionShape], isLast: Bool, selectsNext: Bool = true
  ) {
    var isSelectionNew = false
    edits.postponing {
      let change = withLostHeadersAndFooters(change, sections)
      scrollState.readingAnchor = nil
      // The layout that would have taken it over comes after this edit.
      scrollState.pendingReading = scrollState.pendingReading?.moved(by: change)
      captureBeforeEdit(before: change)
      focus.rubberBand.apply(change, from: geometry)
      rowSwipes.apply(change)
      scrollState.motion.apply(change)
      scrollState.stickyHeader = scrollState.stickyHeader?.moved(by: change)
      let position = scrollState.position(in: geometry).moved(by: change, from: geometry)
      scrollState.firstJump = scrollState.firstJump?.moved(by: change)
      heights.apply(change, to: sections, canAsk: isLast, from: rows)
      pool.move(change.newElement(for:))
      idle.apply(change)
      isSelectionNew = focus.apply(change, selectsNext: selectsNext)
      keyboard.rowsChanged()
      hold(position, measures: isLast)
    }
    if isSelectionNew { delegate?.listView(self, didSelect: selectedRow) }
    contentDidChange()
  }

  /// Follows a change that only measures rows again: what is known of places stays valid.
  private func followArrival(_ change: ChangeSet, of arrived: [RowIndexPath], isLast: Bool) {
    edits.postponing {
      let position = scrollState.isAtEnd(in: geometry) ? .end : scrollState.position(in: geometry)
      heights.apply(change, to: heights.sections, canAsk: isLast, from: rows)
      idle.apply(change)
      if isLast, let reading = readingKept(in: arrived), let line = anchor(at: reading) {
        hold(.anchor(line), measures: true)
        scrollState.pendingReading = reading
      } else {
        hold(position, measures: isLast)
      }
    }
    contentDidChange()
  }

  /// Adds the remaining sections that lose their header or footer to the change.
  private func withLostHeadersAndFooters(_ change: ChangeSet, _ sections: [SectionShape]) -> ChangeSet {
    var change = change
    for (section, new) in sections.enumerated() {
      guard let old = change.oldSection(for: section).map({ heights.sections[$0] }) else { continue }
      if old.hasHeader && !new.hasHeader { change.sectionsLosingHeader.insert(section) }
      if old.hasFooter && !new.hasFooter { change.sectionsLosingFooter.insert(section) }
    }
    return change
  }

  /// Restores the scroll position in the new geometry.
  ///
  /// - Parameter measures: Whether rows may be measured.
  private func hold(_ position: ScrollPosition, measures: Bool) {
    guard let first = geometry.firstElement else {
      // A jump or an edit since the last layout may have pinned a row.
      scrollState.unpin()
      scrollState.setAnchor(nil)
      return
    }
    let pin: ScrollAnchor
    switch position {
    case .start: pin = ScrollAnchor(element: first, offsetInside: 0)
    case .anchor(let anchor): pin = anchor
    case .end: pin = JumpPlanner(self).positionAtEnd(measures: measures)
    }
    scrollState.setAnchor(pin)
    scrollState.keep(pin, in: geometry)
  }

  func change(_ edits: [ListEdit], before: [Int], after: [Int]) -> ChangeSet {
    do {
      return try ChangeSet(edits, before: before, after: after)
    } catch {
      preconditionFailure("The list's edits do not lead from what it showed to its data source: \(error)")
    }
  }

  private func contentDidChange() {
    sectionIndex.rowsChanged()
    focus.typeahead.rowsChanged()
    prepareRowWidgets()
    idle.heightsChanged()
    requestHeightIfChanged()
    gtk_widget_queue_resize(widget.pointer)
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
