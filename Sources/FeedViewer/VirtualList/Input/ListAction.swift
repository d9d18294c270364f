import LayoutCore

/// An action of the user on a list, as a key or the pointer asks for it. `ListView.perform` carries it out.
enum ListAction: Equatable {
  /// What is scrolled into view after the row that is gone to.
  enum Reveal: Equatable {
    /// An element beside the row, such as the list's first header.
    case element(ListElement, ScrollAlignment)
    /// A scroll position, such as that of the page before.
    case position(ScrollAnchor)
  }

  /// The event was the list's and has no effect now.
  case stay
  /// Moves the cursor to a row, scrolls it into view, and changes the selection.
  case focus(RowIndexPath, selecting: SelectionChange, revealing: Reveal?)
  /// Scrolls by device pixels; negative towards the start.
  case scroll(by: Int)
  /// Activates a header, as a click does.
  case activateHeader(section: Int)
  case selectAll
  case clearSelection
  /// Activates a row, as Return and a click do. `selecting` says whether it becomes the only selected row before that.
  case activate(RowIndexPath, selecting: Bool)
  /// Activates the accessory of the row at the cursor, if it has one.
  case activateAccessoryAtCursor
  /// Activates the accessory of a row.
  case activateAccessory(RowIndexPath)
  /// Performs the destructive action of the selected rows, if they have one.
  case delete
  /// Opens the menu of the selected row, beside it.
  case openMenuOfSelection
  /// Opens the menu of a row, or of the list itself, at a point in logical pixels. `selecting` says whether the row
  /// becomes the only selected one before that.
  case openMenu(RowIndexPath?, selecting: Bool, x: Double, y: Double)
  /// Opens the menu of a header at a point in logical pixels.
  case openHeaderMenu(section: Int, x: Double, y: Double)
  /// Does with a row what the middle button does.
  case middleClick(RowIndexPath)
}
