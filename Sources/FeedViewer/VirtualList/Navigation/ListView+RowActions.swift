import GtkInterop
import LayoutCore

extension ListViewDelegate {
  public func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction? { nil }
  public func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath]) {}
  public func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {
    if let row { list.openActionMenu(for: row, x: x, y: y) }
  }
}

extension ListView {
  /// The action of the selected row, and the selected rows that have the same action.
  private var actionOfSelection: (action: RowAction, rows: [RowIndexPath])? {
    guard let delegate, let row = selectedRow, let action = delegate.listView(self, swipeActionFor: row)
    else { return nil }
    let rows = selection.rows.filter { delegate.listView(self, swipeActionFor: $0) == action }
    return (action, rows)
  }

  /// Performs the action of the selected rows if it is destructive, as the Delete key does.
  ///
  /// - Returns: Whether there is such an action.
  func performDestructiveActionOfSelection() -> Bool {
    guard let (action, rows) = actionOfSelection, action.isDestructive else { return false }
    delegate?.listView(self, perform: action, on: rows)
    return true
  }

  /// Opens a menu with the action of a row, or of all selected rows if it is one of them. Does nothing without an action.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - x: The menu's position in the list, in logical pixels.
  ///   - y: The menu's position in the list, in logical pixels.
  func openActionMenu(for row: RowIndexPath, x: Double, y: Double) {
    if !selection.rows.contains(row) { select(row) }
    guard let (action, _) = actionOfSelection else { return }
    menuOpened()
    rowSwipes.menu.open(
      action, x: x, y: y, in: widget.pointer, onClose: { [weak self] in self?.takeFocus() }
    ) { [weak self] in
      guard let self, let (current, rows) = actionOfSelection, current == action else { return }
      delegate?.listView(self, perform: action, on: rows)
    }
  }
}

extension ListView: RowSwipeClient {
  var widgetPointer: WidgetPointer { widget.pointer }
  var isShowingEdit: Bool { editMotion.animation != nil }

  /// Connects swipes to the list and to the animation of edits.
  func connectRowSwipes() {
    rowSwipes.attach(to: self)
    editMotion.drawRow = { [weak self] row, snapshot in
      self?.rowSwipes.snapshot(row.view.widget.pointer, of: row.element, on: snapshot)
    }
    editMotion.drawInsteadOf = { [weak self] painter, snapshot in
      self?.rowSwipes.snapshotInsteadOf(painter, on: snapshot) ?? false
    }
  }

  func swipeAction(of row: RowIndexPath) -> RowAction? { delegate?.listView(self, swipeActionFor: row) }

  func perform(_ action: RowAction, on row: RowIndexPath) {
    delegate?.listView(self, perform: action, on: [row])
  }

  func view(of row: RowIndexPath) -> RowView? { pool.view(of: .row(row)) }

  func wasScrolled(withinMilliseconds time: Int) -> Bool {
    MonotonicClock.now - idle.lastScroll <= 1_000 * Int64(time)
  }

  func stopScrolling() { scrollState.port.stopMotion() }
}
