import CGtk
import GtkInterop
import LayoutCore

/// Which rows are selected, and where the keyboard is.
extension ListView {
  /// The row that commands for a single row are meant for: where the keyboard is if that is selected, else the first
  /// selected one.
  public var selectedRow: RowIndexPath? { focus.selectedRow }

  /// The selected rows, and the row where the keyboard is.
  public var selection: RowSelection { focus.selection }

  /// Selects a row and no other, or none, and scrolls it into view.
  public func select(_ row: RowIndexPath?) {
    var new = selection
    new.select(row)
    if new != selection { adopt(new) }
  }

  /// Selects every row.
  public func selectAll() {
    guard let first = firstRow, let last = lastRow else { return }
    var new = RowSelection()
    new.select(first)
    new.extend(to: last, rowCounts: rowCounts)
    let cursor = selection.cursor ?? first
    new.select(new.rows, cursor: cursor)
    adopt(new)
  }

  /// Goes to a row, which is scrolled into view.
  func go(to row: RowIndexPath, _ change: SelectionChange) {
    adopt(focus.selection(goingTo: row, change, rowCounts: rowCounts))
  }

  /// - Parameter scrolls: Whether the cursor's row comes into view.
  func adopt(_ new: RowSelection, scrolls: Bool = true) {
    let isNews = focus.adopt(new)
    for element in pool.boundElements {
      guard case .row(let row) = element else { continue }
      pool.view(of: element)?.setSelected(new.rows.contains(row))
    }
    if scrolls, let cursor = new.cursor { scroll(to: .row(cursor)) }
    moveFocusToCursor()
    if isNews { delegate?.listView(self, didSelect: selectedRow) }
  }

  var firstRow: RowIndexPath? {
    rowCounts.firstIndex { $0 > 0 }.map { RowIndexPath(section: $0, row: 0) }
  }

  var lastRow: RowIndexPath? {
    rowCounts.lastIndex { $0 > 0 }.map { RowIndexPath(section: $0, row: rowCounts[$0] - 1) }
  }

  /// The next row with a height in a direction, over headers and empty sections.
  func row(from start: ListElement, step: Int) -> RowIndexPath? { geometry.row(from: start, step: step) }
}
