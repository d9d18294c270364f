import CGtk
import GtkInterop
import LayoutCore

/// Selection by pointer and keyboard.
extension ListView {
  /// Selects a row, or none, and scrolls it into view.
  public func select(_ row: RowIndexPath?) {
    guard row != selectedRow else { return }
    if let old = selectedRow { pool.view(of: .row(old))?.setSelected(false) }
    selectedRow = row
    if let row {
      scroll(to: .row(row))
      pool.view(of: .row(row))?.setSelected(true)
    }
    delegate?.listView(self, didSelect: row)
  }

  func connectInput() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click, 0)
    Signal.connect(click, "pressed") { [weak self] arguments in
      self?.pressed(click, x: arguments.double(1), y: arguments.double(2))
      return .unhandled
    }
    Signal.connect(click, "released") { [weak self] arguments in
      self?.released(click, x: arguments.double(1), y: arguments.double(2))
      return .unhandled
    }
    gtk_widget_add_controller(widget.pointer, click)
    let longPress = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(longPress, 1)
    Signal.connect(longPress, "pressed") { [weak self] arguments in
      self?.openMenu(x: arguments.double(0), y: arguments.double(1))
      return .unhandled
    }
    gtk_widget_add_controller(widget.pointer, longPress)
    let keys = gtk_event_controller_key_new()!
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      self?.keyPressed(arguments.uint(0), modifiers: arguments.flags(2)) ?? .unhandled
    }
    gtk_widget_add_controller(widget.pointer, keys)
  }

  /// The row at a point of the widget, in logical pixels.
  public func row(atY y: Double) -> RowIndexPath? {
    if isUnderStickyHeader(y: y) { return nil }
    let offset = contentOffset + Int((y * origin.scale).rounded(.down))
    guard offset < geometry.totalHeight, case .row(let row)? = geometry.element(atOffset: offset)?.element
    else { return nil }
    return row
  }

  private func pressed(_ gesture: OpaquePointer, x: Double, y: Double) {
    gtk_widget_grab_focus(widget.pointer)
    guard gtk_gesture_single_get_current_button(gesture) == UInt32(GDK_BUTTON_SECONDARY) else { return }
    openMenu(x: x, y: y)
  }

  private func released(_ gesture: OpaquePointer, x: Double, y: Double) {
    guard gtk_gesture_single_get_current_button(gesture) == UInt32(GDK_BUTTON_PRIMARY) else { return }
    if let stickyHeader, isUnderStickyHeader(y: y) {
      return scroll(to: .header(stickyHeader.section), alignment: .top)
    }
    guard let row = row(atY: y) else { return }
    select(row)
    delegate?.listView(self, didActivate: row)
  }

  private func openMenu(x: Double, y: Double) {
    let row = row(atY: y)
    if let row { select(row) }
    delegate?.listView(self, wantsMenuFor: row, x: x, y: y)
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let shortcut = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & shortcut == 0 else { return .unhandled }
    switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: move(by: -1)
    case GDK_KEY_Down, GDK_KEY_KP_Down: move(by: 1)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: movePage(forward: false)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GDK_KEY_space: movePage(forward: true)
    case GDK_KEY_Home, GDK_KEY_KP_Home: moveToEnd(forward: false)
    case GDK_KEY_End, GDK_KEY_KP_End: moveToEnd(forward: true)
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      guard let selectedRow else { return .unhandled }
      delegate?.listView(self, didActivate: selectedRow)
    case GDK_KEY_Menu: openMenuOfSelection()
    case GDK_KEY_F10 where modifiers & GDK_SHIFT_MASK.rawValue != 0: openMenuOfSelection()
    default: return .unhandled
    }
    preloader.userScrolled()
    return .handled
  }

  private func openMenuOfSelection() {
    guard let row = selectedRow, let view = pool.view(of: .row(row)) else {
      delegate?.listView(self, wantsMenuFor: nil, x: 24, y: 24)
      return
    }
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(view.widget.pointer, widget.pointer, &bounds)
    delegate?.listView(
      self, wantsMenuFor: row, x: Double(bounds.origin.x) + 24,
      y: Double(bounds.origin.y + bounds.size.height / 2))
  }

  private func move(by step: Int) {
    guard let selectedRow else { return select(firstVisibleRow) }
    select(row(from: .row(selectedRow), step: step) ?? selectedRow)
    // The section's header comes along when its first row is reached from below.
    if step < 0, let row = self.selectedRow, self.row(from: .row(row), step: -1) == nil {
      scroll(to: .header(0))
    }
  }

  /// The next row in a direction, over headers and empty sections.
  private func row(from start: ListElement, step: Int) -> RowIndexPath? {
    var element = step > 0 ? geometry.element(after: start) : geometry.element(before: start)
    while let current = element {
      if case .row(let row) = current, geometry.height(of: current).value > 0 { return row }
      element = step > 0 ? geometry.element(after: current) : geometry.element(before: current)
    }
    return nil
  }

  /// A page, less one line of overlap, from the selected row on.
  private func movePage(forward: Bool) {
    guard let start = selectedRow ?? firstVisibleRow else { return }
    let overlap = Int((40 * origin.scale).rounded())
    let distance = max(pageHeight - overlap - insetAbove(.row(start)), 1)
    let from = geometry.offset(of: .row(start))
    let target = min(max(from + (forward ? distance : -distance), 0), max(geometry.totalHeight - 1, 0))
    let found = geometry.element(atOffset: target)?.element
    var row: RowIndexPath?
    if case .row(let hit)? = found {
      row = hit
    } else if let found {
      row = self.row(from: found, step: forward ? 1 : -1) ?? self.row(from: found, step: forward ? -1 : 1)
    }
    if row == start { row = self.row(from: .row(start), step: forward ? 1 : -1) }
    select(row ?? start)
  }

  private func moveToEnd(forward: Bool) {
    guard let last = rowCounts.lastIndex(where: { $0 > 0 }),
      let first = rowCounts.firstIndex(where: { $0 > 0 })
    else { return }
    if forward {
      select(RowIndexPath(section: last, row: rowCounts[last] - 1))
      scroll(to: .row(RowIndexPath(section: last, row: rowCounts[last] - 1)), alignment: .bottom)
    } else {
      select(RowIndexPath(section: first, row: 0))
      scroll(to: .header(0), alignment: .top)
    }
  }

  private var firstVisibleRow: RowIndexPath? {
    guard let first = geometry.element(atOffset: max(contentOffset, 0))?.element else { return nil }
    if case .row(let row) = first { return row }
    return row(from: first, step: 1)
  }
}
