import CGtk
import LayoutCore

/// How a key or a click on a row changes the selection.
enum SelectionChange {
  /// Selects the row and no other.
  case select
  /// Selects all rows from the start of the range to the row.
  case extend
  /// Moves only the cursor.
  case keep
  /// Adds the row, or removes it.
  case toggle

  /// - Parameter modifiers: The `GdkModifierType` of a key that moves the cursor.
  init(modifiers: UInt32) {
    if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
      self = .extend
    } else {
      self = modifiers & GDK_CONTROL_MASK.rawValue != 0 ? .keep : .select
    }
  }
}

extension RowSelection {
  /// The row that commands for a single row apply to: the cursor's row if that is selected, else the first selected one.
  var primaryRow: RowIndexPath? {
    if let cursor, rows.contains(cursor) { return cursor }
    return rows.first
  }

  /// The selection after a key or a click has moved to a row.
  func moved(to row: RowIndexPath, _ change: SelectionChange, rowCounts: [Int]) -> RowSelection {
    var new = self
    switch change {
    case .select: new.select(row)
    case .extend: new.extend(to: row, rowCounts: rowCounts)
    case .keep: new.moveCursor(to: row)
    case .toggle: new.toggle(row)
    }
    return new
  }
}
