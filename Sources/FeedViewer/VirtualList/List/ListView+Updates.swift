import CGtk
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
    edits.reload(invalidatingHeights: invalidatingHeights)
  }

  public func insertSections(_ sections: [Int]) { edits.make(.insertSections(sections)) }
  public func deleteSections(_ sections: [Int]) { edits.make(.deleteSections(sections)) }
  public func reloadSections(_ sections: [Int]) { edits.make(.reloadSections(sections)) }
  public func moveSection(from: Int, to: Int) { edits.make(.moveSection(from: from, to: to)) }
  public func insertRows(_ rows: [RowIndexPath]) { edits.make(.insertRows(rows)) }
  public func deleteRows(_ rows: [RowIndexPath]) { edits.make(.deleteRows(rows)) }
  public func reloadRows(_ rows: [RowIndexPath]) { edits.make(.reloadRows(rows)) }
  public func moveRow(from: RowIndexPath, to: RowIndexPath) { edits.make(.moveRow(from: from, to: to)) }

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
    edits.performBatch(updates, completion: completion)
  }

  /// Applies a change that was computed elsewhere (a difference of two states of the data source).
  public func apply(_ change: ChangeSet) { edits.make(change) }

  func connectEdits() {
    edits.isBlocked = { [weak self] in
      guard let self else { return true }
      return layoutCycle.isAllocating || scrollState.port.isConfiguring
    }
    edits.currentSections = { [weak self] in self?.sectionsFromDataSource() ?? [] }
    edits.apply = { [weak self] in self?.apply($0, isLast: $1) }
    edits.requestLayout = { [weak self] in
      guard let self, gtk_widget_get_mapped(widget.pointer) != 0 else { return false }
      gtk_widget_queue_allocate(widget.pointer)
      return true
    }
  }

  private func apply(_ entry: EditQueue.Entry, isLast: Bool) {
    switch entry.edit {
    case .reload(let invalidatesHeights):
      reload(entry.sections, invalidatingHeights: invalidatesHeights)
    case .edits(let made):
      guard !made.isEmpty else { break }
      follow(
        change(made, before: rowCounts, after: entry.sections.map(\.rowCount)), to: entry.sections,
        isLast: isLast)
    case .change(let change):
      follow(change, to: entry.sections, isLast: isLast)
    }
  }

  /// Shows other sections, about whose rows nothing is known.
  private func reload(_ sections: [SectionShape], invalidatingHeights: Bool) {
    edits.postponing {
      heights.setSections(sections, invalidates: invalidatingHeights)
      focus.reset()
      scrollState.pageTurns.forget()
      editMotion.forgetCapture()
      editMotion.end(in: widget.pointer)
      scrollState.motion.end()
      scrollState.firstJump = nil
      pool.release { _ in false }
      idle.reset()
      resolveAllHeights()
      centerOrigin()
    }
    delegate?.listView(self, didSelect: nil)
    contentDidChange()
  }

  /// - Parameters:
  ///   - sections: After the change.
  ///   - isLast: Whether the data source's state is the one after the change: other edits that wait lead on from it
  ///     otherwise.
  private func follow(_ change: ChangeSet, to sections: [SectionShape], isLast: Bool) {
    var isSelectionNew = false
    edits.postponing {
      let change = withLostHeadersAndFooters(change, sections)
      scrollState.readingAnchor = nil
      captureBeforeEdit(before: change)
      focus.applyToBand(change, from: geometry)
      scrollState.motion.apply(change)
      let position = scrollState.position(in: geometry).moved(by: change, from: geometry)
      if let (element, alignment) = scrollState.firstJump {
        scrollState.firstJump = change.newElement(for: element).map { ($0, alignment) }
      }
      heights.apply(change, to: sections, canAsk: isLast, from: rows)
      pool.move(change.newElement(for:))
      idle.apply(change)
      isSelectionNew = focus.apply(change)
      scrollState.pageTurns.forget()
      hold(position, measures: isLast)
    }
    if isSelectionNew { delegate?.listView(self, didSelect: selectedRow) }
    contentDidChange()
  }

  /// Says which of the sections that stay have no header or footer any more.
  private func withLostHeadersAndFooters(_ change: ChangeSet, _ sections: [SectionShape]) -> ChangeSet {
    var change = change
    for (section, new) in sections.enumerated() {
      guard let old = change.oldSection(for: section).map({ heights.sections[$0] }) else { continue }
      if old.hasHeader && !new.hasHeader { change.sectionsLosingHeader.insert(section) }
      if old.hasFooter && !new.hasFooter { change.sectionsLosingFooter.insert(section) }
    }
    return change
  }

  /// Puts the viewport where it holds on to under the new geometry.
  ///
  /// - Parameter measures: Whether rows may be measured for it.
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
    case .anchor(let held): pin = held
    case .end: pin = pinAtEnd(measures: measures)
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
