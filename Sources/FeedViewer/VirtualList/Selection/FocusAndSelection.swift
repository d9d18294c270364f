import CGtk
import GtkInterop
import LayoutCore

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

/// Which rows are selected, where the keyboard is, and what is typed or drawn to go to others.
final class FocusAndSelection {
  /// What a click or a key does.
  var interaction = ListInteraction.rows
  /// The selected rows, and the row where the keyboard is.
  private(set) var selection = RowSelection()
  let typeahead = Typeahead()
  /// Drawn by the pointer at the moment.
  private(set) var band: RubberBand?
  /// Scrolls the list along with the band.
  private(set) var bandTicks: TickCallback?
  /// Moves the focus to the cursor's row when the loop comes around.
  private var focusTransfer: IdleSource?

  /// The row that commands for a single row are meant for: where the keyboard is if that is selected, else the first
  /// selected one.
  var selectedRow: RowIndexPath? { Self.selectedRow(of: selection) }

  private static func selectedRow(of selection: RowSelection) -> RowIndexPath? {
    if let cursor = selection.cursor, selection.rows.contains(cursor) { return cursor }
    return selection.rows.min()
  }

  /// The selection after a key or a click has gone to a row.
  func selection(goingTo row: RowIndexPath, _ change: SelectionChange, rowCounts: [Int]) -> RowSelection {
    var new = selection
    switch change {
    case .select: new.select(row)
    case .extend: new.extend(to: row, rowCounts: rowCounts)
    case .keep: new.moveCursor(to: row)
    case .toggle: new.toggle(row)
    }
    return new
  }

  /// - Returns: Whether the list's owner must be told.
  func adopt(_ new: RowSelection) -> Bool {
    let before = selection
    selection = new
    return new.rows != before.rows || Self.selectedRow(of: before) != selectedRow
  }

  /// All rows are other ones.
  func reset() {
    selection = RowSelection()
    endBand()
  }

  /// Follows an edit.
  ///
  /// - Returns: Whether the selection is another one.
  func apply(_ change: ChangeSet) -> Bool {
    let before = selection
    selection.apply(change)
    return selection != before
  }

  /// Moves the focus when the loop comes around, once.
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

  /// Ends everything that is under way, for good.
  func stop() {
    typeahead.end()
    focusTransfer = nil
    bandTicks = nil
  }
}

/// A band that the pointer draws.
extension FocusAndSelection {
  /// A band begins.
  func beginBand(_ band: RubberBand) { self.band = band }

  /// The pointer has gone on.
  func moveBand(to point: Point) { band?.pointer = point }

  /// The band follows an edit; without the row that it began at, it ends.
  ///
  /// - Parameter old: The geometry before the edit.
  func applyToBand(_ change: ChangeSet, from old: RowGeometry) {
    guard var new = band else { return }
    guard let start = new.start.moved(by: change, from: old) else {
      endBand()
      return
    }
    new.start = start
    new.kept = Set(new.kept.compactMap(change.newIndexPath(for:)))
    band = new
  }

  /// - Returns: Whether there was a band.
  @discardableResult
  func endBand() -> Bool {
    bandTicks = nil
    defer { band = nil }
    return band != nil
  }

  /// The selection with what the band covers.
  ///
  /// - Parameter pointerOffset: Where the pointer is in the content, in device pixels.
  func selectionInBand(pointerOffset: Int, in geometry: RowGeometry) -> RowSelection {
    guard let band, geometry.elementCount > 0 else { return selection }
    var rows = band.kept
    for element in geometry.elements(in: band.span(in: geometry, pointerOffset: pointerOffset)) {
      if case .row(let row) = element { rows.insert(row) }
    }
    var cursor = selection.cursor
    if case .row(let row)? = geometry.element(atOffset: pointerOffset)?.element { cursor = row }
    var new = selection
    new.select(rows, cursor: cursor)
    return new
  }

  /// Scrolls as long as the pointer is near an edge, frame by frame.
  ///
  /// - Parameters:
  ///   - height: The list's, in logical pixels.
  ///   - scroll: Called with the seconds since the frame before.
  func scrollWithBand(in widget: WidgetPointer, height: Double, scroll: @escaping (_ seconds: Double) -> Void)
  {
    guard let band, band.scrollSpeed(height: height) != 0 else {
      bandTicks = nil
      return
    }
    guard bandTicks == nil else { return }
    var last: Int64?
    bandTicks = TickCallback(of: widget) { [weak self] time in
      defer { last = time }
      guard let self, self.band != nil else { return .done }
      if let last { scroll(Double(time - last) / 1_000_000) }
      return .again
    }
  }
}
