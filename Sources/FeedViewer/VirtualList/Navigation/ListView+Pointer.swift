import CGtk
import GtkInterop
import LayoutCore

/// Clicks, long presses and the menus they open.
extension ListView {
  func connectPointer() {
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
  }

  /// The row at a point of the widget, in logical pixels.
  public func row(atY y: Double) -> RowIndexPath? {
    if scrollState.isUnderStickyHeader(y: y) { return nil }
    let offset = contentOffset + Int((y * scrollState.origin.scale).rounded(.down))
    guard offset < geometry.totalHeight, case .row(let row)? = geometry.element(atOffset: offset)?.element
    else { return nil }
    return row
  }

  private func pressed(_ gesture: OpaquePointer, x: Double, y: Double) {
    takeFocus()
    guard gtk_gesture_single_get_current_button(gesture) == UInt32(GDK_BUTTON_SECONDARY) else { return }
    openMenu(x: x, y: y)
  }

  private func released(_ gesture: OpaquePointer, x: Double, y: Double) {
    guard gtk_gesture_single_get_current_button(gesture) == UInt32(GDK_BUTTON_PRIMARY) else { return }
    click(x: x, y: y, modifiers: gtk_event_controller_get_current_event_state(gesture).rawValue)
  }

  /// A click at a point of the list, in logical pixels: with Control a row is added to the selection or taken out, with Shift the range
  /// is extended to it; otherwise it is selected and activated, or its accessory is.
  func click(x: Double, y: Double, modifiers: UInt32) {
    if let stickyHeader = scrollState.stickyHeader, scrollState.isUnderStickyHeader(y: y) {
      return animateScroll(to: .header(stickyHeader.section), alignment: .top)
    }
    guard interaction == .rows, let row = row(atY: y) else { return }
    if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
      go(to: row, .extend)
    } else if modifiers & GDK_CONTROL_MASK.rawValue != 0 {
      go(to: row, .toggle)
    } else if isOnAccessoryButton(of: row, x: x, y: y) {
      delegate?.listView(self, accessoryActivatedFor: row)
    } else {
      select(row)
      delegate?.listView(self, didActivate: row)
    }
  }

  private func isOnAccessoryButton(of row: RowIndexPath, x: Double, y: Double) -> Bool {
    guard let view = pool.view(of: .row(row)), let frame = view.painter?.accessoryButtonFrame else {
      return false
    }
    var point = Point.zero
    return gtk_widget_translate_coordinates(
      widget.pointer, view.widget.pointer, x, y, &point.x, &point.y) != 0 && frame.contains(point)
  }

  private func openMenu(x: Double, y: Double) {
    let row = row(atY: y)
    // A menu on one of several selected rows is the menu of all of them.
    if let row, interaction == .rows, !selection.rows.contains(row) { select(row) }
    delegate?.listView(self, wantsMenuFor: row, x: x, y: y)
  }

  func openMenuOfSelection() {
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
}
