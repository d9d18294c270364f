import CGtk
import LayoutCore

/// Translates keys to actions: they move the cursor, and with it the selection (with Shift they extend a range, with
/// Control they move the cursor alone).
struct KeyboardNavigation {
  /// How far an arrow key scrolls inside a row that is higher than the viewport, in logical pixels.
  private static let step = 60.0
  /// How much of a page stays in view when the page is turned, in logical pixels.
  private static let pageOverlap = 40.0

  private var pageTurns = PageTurnHistory()

  /// The action for a key press.
  ///
  /// - Parameters:
  ///   - key: A GDK key value.
  ///   - modifiers: A `GdkModifierType`.
  ///   - selection: The selected rows and the cursor.
  ///   - viewport: Answers where rows are.
  /// - Returns: nil for a key that the list leaves to others.
  mutating func action(
    for key: UInt32, modifiers: UInt32, selection: RowSelection, in viewport: some MeasuredViewport
  ) -> ListAction? {
    let isReturn = [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(key))
    if modifiers & GDK_ALT_MASK.rawValue != 0, isReturn { return .activateAccessoryAtCursor }
    guard !Self.isShortcut(modifiers) else { return nil }
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    let change = SelectionChange(modifiers: modifiers)
    let cursor = selection.cursor
    switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: return move(from: cursor, forward: false, change, in: viewport)
    case GDK_KEY_Down, GDK_KEY_KP_Down: return move(from: cursor, forward: true, change, in: viewport)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up:
      return turnPage(from: cursor, forward: false, change, in: viewport)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down:
      return turnPage(from: cursor, forward: true, change, in: viewport)
    case GDK_KEY_space where isControl:
      return cursor.map { .focus($0, selecting: .toggle, revealing: nil) }
    case GDK_KEY_space: return turnPage(from: cursor, forward: !isShift, .select, in: viewport)
    case GDK_KEY_Home, GDK_KEY_KP_Home: return moveToStart(change, in: viewport)
    case GDK_KEY_End, GDK_KEY_KP_End: return moveToEnd(change, in: viewport)
    case GDK_KEY_a where isControl: return .selectAll
    case GDK_KEY_A where isControl: return .clearSelection
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      return (cursor ?? selection.primaryRow).map {
        .activate($0, selecting: !selection.rows.contains($0))
      }
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: return .delete
    case GDK_KEY_Menu: return .openMenuOfSelection
    case GDK_KEY_F10 where isShift: return .openMenuOfSelection
    default: return nil
    }
  }

  /// Whether modifiers make any key a shortcut of the window or the desktop.
  static func isShortcut(_ modifiers: UInt32) -> Bool {
    modifiers & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0
  }

  /// Forgets the pages that were turned: rows have other positions now.
  mutating func rowsChanged() { pageTurns.forget() }

  private func move(
    from cursor: RowIndexPath?, forward: Bool, _ change: SelectionChange, in viewport: some MeasuredViewport
  ) -> ListAction {
    guard let cursor else {
      return viewport.firstVisibleRow.map { .focus($0, selecting: change, revealing: nil) } ?? .stay
    }
    let distance = Int((Self.step * viewport.scale).rounded())
    if let scroll = scrollInside(cursor, by: distance, forward: forward, in: viewport) { return scroll }
    let step = forward ? 1 : -1
    let row = viewport.rowWithHeight(from: .row(cursor), step: step) ?? cursor
    let geometry = viewport.geometry
    // The first header is shown with the list's first row, and the last footer with its last row.
    var reveal: ListAction.Reveal?
    if geometry.row(from: .row(row), step: step) == nil {
      if !forward { reveal = geometry.firstElement.map { .element($0, .nearest) } }
      if forward, geometry.hasFooter(inSection: row.section) {
        reveal = .element(.footer(row.section), .nearest)
      }
    }
    return .focus(row, selecting: change, revealing: reveal)
  }

  /// Scrolls inside the cursor's row if that is higher than the viewport and continues beyond it in this direction.
  ///
  /// - Parameter distance: In device pixels; the scroll ends at the row's end.
  /// - Returns: nil if the row's end is in view.
  private func scrollInside(
    _ row: RowIndexPath, by distance: Int, forward: Bool, in viewport: some MeasuredViewport
  ) -> ListAction? {
    let inset = viewport.insetAbove(.row(row))
    let available = viewport.pageHeight - inset
    let height = viewport.measuredHeight(of: .row(row))
    guard height > available else { return nil }
    let above = viewport.contentOffset + inset - viewport.geometry.offset(of: .row(row))
    let left = forward ? height - above - available : above
    // A row that was scrolled out of view is brought back by moving to it.
    guard left > 0, above > -available, above < height else { return nil }
    return .scroll(by: forward ? min(distance, left) : -min(distance, left))
  }

  /// Moves by a page, less the overlap, from the cursor. Turning back leads to the page that was left.
  private mutating func turnPage(
    from cursor: RowIndexPath?, forward: Bool, _ change: SelectionChange, in viewport: some MeasuredViewport
  ) -> ListAction {
    guard let start = cursor ?? viewport.firstVisibleRow else { return .stay }
    let overlap = Int((Self.pageOverlap * viewport.scale).rounded())
    let distance = max(viewport.pageHeight - overlap - viewport.insetAbove(.row(start)), 1)
    if let scroll = scrollInside(start, by: distance, forward: forward, in: viewport) { return scroll }
    if let back = pageTurns.wayBack(from: start, forward: forward) {
      return .focus(
        back.row, selecting: change, revealing: back.anchor.map { .position($0) })
    }
    let left = PageTurnHistory.Page(
      row: start, anchor: ScrollAnchor.capture(atOffset: viewport.contentOffset, in: viewport.geometry))
    let reached = rowAPage(from: start, distance: forward ? distance : -distance, in: viewport)
    if reached != start { pageTurns.turned(from: left, to: reached, forward: forward) }
    return .focus(reached, selecting: change, revealing: nil)
  }

  private func rowAPage(
    from start: RowIndexPath, distance: Int, in viewport: some MeasuredViewport
  ) -> RowIndexPath {
    let step = distance > 0 ? 1 : -1
    var row = Self.row(at: distance, from: start, step: step, in: viewport.geometry)
    if row == start { row = viewport.rowWithHeight(from: .row(start), step: step) }
    // An estimated row may turn out to have no height.
    if let hit = row, viewport.measuredHeight(of: .row(hit)) == 0 {
      row = viewport.rowWithHeight(from: .row(hit), step: step)
    }
    return row ?? start
  }

  /// The row at a distance from the top of another one, in device pixels.
  private static func row(
    at distance: Int, from start: RowIndexPath, step: Int, in geometry: RowGeometry
  ) -> RowIndexPath? {
    let target = geometry.offset(of: .row(start)) + distance
    guard
      let found = geometry.element(atOffset: min(max(target, 0), max(geometry.totalHeight - 1, 0)))?.element
    else { return nil }
    if case .row(let row) = found { return row }
    return geometry.row(from: found, step: step) ?? geometry.row(from: found, step: -step)
  }

  private func moveToStart(_ change: SelectionChange, in viewport: some MeasuredViewport) -> ListAction {
    guard let row = viewport.firstRowWithHeight, let first = viewport.geometry.firstElement else {
      return .stay
    }
    return .focus(row, selecting: change, revealing: .element(first, .top))
  }

  private func moveToEnd(_ change: SelectionChange, in viewport: some MeasuredViewport) -> ListAction {
    guard let row = viewport.lastRowWithHeight else { return .stay }
    let hasFooter = viewport.geometry.hasFooter(inSection: row.section)
    let last: ListElement = hasFooter ? .footer(row.section) : .row(row)
    return .focus(row, selecting: change, revealing: .element(last, .bottom))
  }
}
