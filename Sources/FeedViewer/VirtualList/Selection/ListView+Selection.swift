import CGtk
import GtkInterop
import LayoutCore

/// Which rows are selected, and where the keyboard is.
extension ListView {
  /// The row that commands for a single row are meant for: where the keyboard is if that is selected, else the first
  /// selected one.
  public var selectedRow: RowIndexPath? {
    if let cursor = selection.cursor, selection.rows.contains(cursor) { return cursor }
    return selection.rows.min()
  }

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

  /// What a key or a click does to the selection when it goes to a row.
  enum SelectionChange {
    /// The row is selected and no other.
    case select
    /// Everything from where the range began to the row is.
    case extend
    /// Only the cursor moves.
    case keep
    /// The row is added or taken out.
    case toggle

    /// - Parameter modifiers: Of a key that moves.
    init(modifiers: UInt32) {
      if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
        self = .extend
      } else {
        self = modifiers & GDK_CONTROL_MASK.rawValue != 0 ? .keep : .select
      }
    }
  }

  /// Goes to a row, which is scrolled into view.
  func go(to row: RowIndexPath, _ change: SelectionChange) {
    var new = selection
    switch change {
    case .select: new.select(row)
    case .extend: new.extend(to: row, rowCounts: rowCounts)
    case .keep: new.moveCursor(to: row)
    case .toggle: new.toggle(row)
    }
    adopt(new)
  }

  /// - Parameter scrolls: Whether the cursor's row comes into view.
  func adopt(_ new: RowSelection, scrolls: Bool = true) {
    let before = selection
    selection = new
    for element in pool.boundElements {
      guard case .row(let row) = element else { continue }
      pool.view(of: element)?.setSelected(new.rows.contains(row))
    }
    if scrolls, let cursor = new.cursor { scroll(to: .row(cursor)) }
    moveFocusToCursor()
    if new.rows != before.rows || selectedRow(of: before) != selectedRow {
      delegate?.listView(self, didSelect: selectedRow)
    }
  }

  private func selectedRow(of selection: RowSelection) -> RowIndexPath? {
    if let cursor = selection.cursor, selection.rows.contains(cursor) { return cursor }
    return selection.rows.min()
  }

  var firstRow: RowIndexPath? {
    rowCounts.firstIndex { $0 > 0 }.map { RowIndexPath(section: $0, row: 0) }
  }

  var lastRow: RowIndexPath? {
    rowCounts.lastIndex { $0 > 0 }.map { RowIndexPath(section: $0, row: rowCounts[$0] - 1) }
  }

  /// The next row in a direction, over headers and empty sections.
  func row(from start: ListElement, step: Int) -> RowIndexPath? {
    var element = step > 0 ? geometry.element(after: start) : geometry.element(before: start)
    while let current = element {
      if case .row(let row) = current, geometry.height(of: current).value > 0 { return row }
      element = step > 0 ? geometry.element(after: current) : geometry.element(before: current)
    }
    return nil
  }
}
