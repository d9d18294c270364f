import CGtk
import GtkInterop
import LayoutCore

/// The selection and the cursor.
extension ListView {
  /// The row that commands for a single row apply to: the cursor's row if that is selected, else the first selected one.
  public var selectedRow: RowIndexPath? { focus.selectedRow }

  /// The selected rows and the cursor's row.
  public var selection: RowSelection { focus.selection }

  /// Selects one row only, or clears the selection.
  ///
  /// - Parameters:
  ///   - row: Nil clears the selection.
  ///   - scrolls: Whether the row is scrolled into view.
  public func select(_ row: RowIndexPath?, scrolls: Bool = true) {
    var new = selection
    new.select(row)
    if new != selection { adopt(new, scrolls: scrolls) }
  }

  /// Selects every row. Scrolls nowhere.
  public func selectAll() {
    guard let first = geometry.firstRow, let last = geometry.lastRow else { return }
    var new = RowSelection()
    new.select(first)
    new.extend(to: last, rowCounts: rowCounts)
    let cursor = selection.cursor ?? first
    new.select(new.rows, cursor: cursor)
    adopt(new, scrolls: false)
  }

  /// Moves the cursor to a row and scrolls it into view.
  ///
  /// - Parameter reveal: What is scrolled into view after the row.
  func go(to row: RowIndexPath, _ change: SelectionChange, revealing reveal: ListAction.Reveal? = nil) {
    adopt(selection.moved(to: row, change, rowCounts: rowCounts), revealing: reveal)
  }

  /// Replaces the selection. The delegate is notified last: it may edit the list.
  ///
  /// - Parameter scrolls: Whether the cursor's row, and then `reveal`, is scrolled into view.
  func adopt(_ new: RowSelection, scrolls: Bool = true, revealing reveal: ListAction.Reveal? = nil) {
    let needsNotification = focus.adopt(new)
    for element in pool.boundElements {
      guard case .row(let row) = element else { continue }
      pool.view(of: element)?.setSelected(new.rows.contains(row))
    }
    if scrolls, let cursor = new.cursor { scroll(to: .row(cursor)) }
    switch reveal {
    case .element(let element, let alignment): scroll(to: element, alignment: alignment)
    case .position(let position): scroll(to: position)
    case nil: break
    }
    moveFocusToCursor()
    if needsNotification { delegate?.listView(self, didSelect: selectedRow) }
  }
}
