import CGtk
import GtkInterop
import LayoutCore

/// Which rows are selected and where the cursor is, with typeahead and the rubber band, which change both.
final class FocusAndSelection {
  /// What a click or a key does.
  var interaction = ListInteraction.rows
  /// The selected rows and the cursor's row.
  private(set) var selection = RowSelection()
  let typeahead = Typeahead()
  let inputMethod = InputMethod()
  let rubberBand = RubberBandSelection()
  /// Moves the focus to the cursor's row in the next iteration of the loop.
  private var focusTransfer: IdleSource?

  /// The row that commands for a single row apply to: the cursor's row if that is selected, else the first selected one.
  var selectedRow: RowIndexPath? { selection.primaryRow }

  /// Replaces the selection.
  ///
  /// - Returns: Whether the delegate must be notified.
  func adopt(_ new: RowSelection) -> Bool {
    let before = selection
    selection = new
    return new.rows != before.rows || before.primaryRow != new.primaryRow
  }

  /// All rows were replaced, or only made anew.
  func reset(keepsSelection: Bool) {
    if !keepsSelection { selection = RowSelection() }
    rubberBand.end()
  }

  /// Follows an edit.
  ///
  /// - Parameter selectsNext: Whether the row after the selected one is selected when that is deleted.
  /// - Returns: Whether the selection has changed.
  func apply(_ change: ChangeSet, selectsNext: Bool) -> Bool {
    let before = selection
    selection.apply(change, selectsNext: selectsNext)
    // That of the cursor alone is none.
    return selection.rows != before.rows || selection.primaryRow != before.primaryRow
  }

  /// Calls `transfer` once in the next iteration of the loop.
  func transferFocusLater(_ transfer: @escaping () -> Void) {
    guard focusTransfer == nil else { return }
    focusTransfer = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.focusTransfer = nil
      transfer()
      return .done
    }
  }

  /// Whether the focus is about to move.
  var isTransferringFocus: Bool { focusTransfer != nil }

  /// Ends typeahead, the band's scrolling and the pending transfer of the focus for good.
  func stop() {
    typeahead.end()
    inputMethod.setClient(nil)
    focusTransfer = nil
    rubberBand.stopScrolling()
  }
}
