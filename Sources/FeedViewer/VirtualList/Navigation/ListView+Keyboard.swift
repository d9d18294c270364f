import CGtk
import GtkInterop
import LayoutCore

/// What keys do: they move the cursor, and with it the selection (with Shift a range, with Control nothing else).
extension ListView {
  /// How far a key scrolls inside a row that is higher than the viewport, in logical pixels.
  private static let step = 60.0
  /// What stays in view when a page is turned, in logical pixels.
  private static let pageOverlap = 40.0

  func connectKeyboard() {
    let keys = gtk_event_controller_key_new()!
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      self?.keyPressed(arguments.uint(0), modifiers: arguments.flags(2)) ?? .unhandled
    }
    gtk_widget_add_controller(widget.pointer, keys)
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    if interaction == .document { return documentKeyPressed(key, modifiers: modifiers) }
    if modifiers & GDK_ALT_MASK.rawValue != 0, [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(key)) {
      return activateAccessoryAtCursor() ? .handled : .unhandled
    }
    let shortcut = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & shortcut == 0 else { return .unhandled }
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    if typeaheadKeyPressed(key, modifiers: modifiers) { return .handled }
    let change = SelectionChange(modifiers: modifiers)
    switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: move(forward: false, change)
    case GDK_KEY_Down, GDK_KEY_KP_Down: move(forward: true, change)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: turnPage(forward: false, change)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: turnPage(forward: true, change)
    case GDK_KEY_space where isControl:
      guard let cursor = selection.cursor else { return .unhandled }
      go(to: cursor, .toggle)
    case GDK_KEY_space: turnPage(forward: !isShift, .select)
    case GDK_KEY_Home, GDK_KEY_KP_Home: moveToEnd(forward: false, change)
    case GDK_KEY_End, GDK_KEY_KP_End: moveToEnd(forward: true, change)
    case GDK_KEY_a where isControl: selectAll()
    case GDK_KEY_A where isControl: select(nil)
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      guard let row = selection.cursor ?? selectedRow else { return .unhandled }
      if !selection.rows.contains(row) { select(row) }
      delegate?.listView(self, didActivate: row)
    case GDK_KEY_Delete, GDK_KEY_KP_Delete:
      guard performDestructiveActionOfSelection() else { return .unhandled }
    case GDK_KEY_Menu: openMenuOfSelection()
    case GDK_KEY_F10 where isShift: openMenuOfSelection()
    default: return .unhandled
    }
    focus.typeahead.end()
    idle.userScrolled()
    return .handled
  }

  private func move(forward: Bool, _ change: SelectionChange) {
    guard let cursor = selection.cursor else {
      if let row = firstVisibleRow { go(to: row, change) }
      return
    }
    if scrollInside(cursor, by: Int((Self.step * scrollState.origin.scale).rounded()), forward: forward) {
      return
    }
    go(to: rowWithHeight(from: .row(cursor), step: forward ? 1 : -1) ?? cursor, change)
    // The list's first header comes along when its first row is reached from below, and the last footer from above.
    guard let row = selection.cursor, self.row(from: .row(row), step: forward ? 1 : -1) == nil else { return }
    if !forward, let first = geometry.firstElement { scroll(to: first) }
    if forward, geometry.hasFooter(inSection: row.section) { scroll(to: .footer(row.section)) }
  }

  /// Scrolls inside the cursor's row if that is higher than the viewport and goes on in this direction.
  ///
  /// - Parameter distance: In device pixels; no further than to the row's end.
  /// - Returns: Whether there was anything left of it.
  private func scrollInside(_ row: RowIndexPath, by distance: Int, forward: Bool) -> Bool {
    let inset = insetAbove(.row(row))
    let room = pageHeight - inset
    let height = measuredHeight(of: .row(row))
    guard height > room else { return false }
    let above = contentOffset + inset - geometry.offset(of: .row(row))
    let left = forward ? height - above - room : above
    // A row that is out of sight is brought back by going to it.
    guard left > 0, above > -room, above < height else { return false }
    scroll(by: forward ? min(distance, left) : -min(distance, left))
    return true
  }

  /// A page, less what stays in view, from the cursor on; the page before is the one that was left.
  private func turnPage(forward: Bool, _ change: SelectionChange) {
    guard let start = selection.cursor ?? firstVisibleRow else { return }
    let overlap = Int((Self.pageOverlap * scrollState.origin.scale).rounded())
    let distance = max(pageHeight - overlap - insetAbove(.row(start)), 1)
    if scrollInside(start, by: distance, forward: forward) { return }
    if let back = scrollState.pageTurns.wayBack(from: start, forward: forward) {
      go(to: back.row, change)
      if let anchor = back.anchor { scroll(to: anchor) }
      return
    }
    let left = PageTurnHistory.Page(
      row: start, anchor: ScrollAnchor.capture(atOffset: contentOffset, in: geometry))
    go(to: rowAPage(from: start, distance: forward ? distance : -distance), change)
    if let reached = selection.cursor, reached != start {
      scrollState.pageTurns.turned(from: left, to: reached, forward: forward)
    }
  }

  private func rowAPage(from start: RowIndexPath, distance: Int) -> RowIndexPath {
    let from = geometry.offset(of: .row(start))
    let target = min(max(from + distance, 0), max(geometry.totalHeight - 1, 0))
    let step = distance > 0 ? 1 : -1
    let found = geometry.element(atOffset: target)?.element
    var row: RowIndexPath?
    if case .row(let hit)? = found {
      row = hit
    } else if let found {
      row = self.row(from: found, step: step) ?? self.row(from: found, step: -step)
    }
    if row == start { row = rowWithHeight(from: .row(start), step: step) }
    // What was estimated may turn out to have no height.
    if let hit = row, measuredHeight(of: .row(hit)) == 0 { row = rowWithHeight(from: .row(hit), step: step) }
    return row ?? start
  }

  private func moveToEnd(forward: Bool, _ change: SelectionChange) {
    if forward {
      guard let row = lastRowWithHeight else { return }
      go(to: row, change)
      let hasFooter = geometry.hasFooter(inSection: row.section)
      scroll(to: hasFooter ? .footer(row.section) : .row(row), alignment: .bottom)
    } else {
      guard let row = firstRowWithHeight, let first = geometry.firstElement else { return }
      go(to: row, change)
      scroll(to: first, alignment: .top)
    }
  }

  private var firstRowWithHeight: RowIndexPath? {
    firstRow.flatMap { measuredHeight(of: .row($0)) > 0 ? $0 : rowWithHeight(from: .row($0), step: 1) }
  }

  private var lastRowWithHeight: RowIndexPath? {
    lastRow.flatMap { measuredHeight(of: .row($0)) > 0 ? $0 : rowWithHeight(from: .row($0), step: -1) }
  }

  /// The next row in a direction that is seen when it is measured.
  private func rowWithHeight(from start: ListElement, step: Int) -> RowIndexPath? {
    var next = row(from: start, step: step)
    while let found = next, measuredHeight(of: .row(found)) == 0 { next = row(from: .row(found), step: step) }
    return next
  }

  private var firstVisibleRow: RowIndexPath? {
    guard let first = geometry.element(atOffset: max(contentOffset, 0))?.element else { return nil }
    if case .row(let row) = first { return row }
    return row(from: first, step: 1) ?? row(from: first, step: -1)
  }
}
