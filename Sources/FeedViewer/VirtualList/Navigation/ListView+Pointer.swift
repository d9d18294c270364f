import CGtk
import GtkInterop
import LayoutCore

/// Clicks and long presses, which `PointerInput` translates to actions.
extension ListView {
  func connectPointer() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click, 0)
    Signal.connect(click, "pressed") { [weak self] arguments in
      self?.pressed(click, x: arguments.double(1), y: arguments.double(2))
      return .unhandled
    }
    Signal.connect(click, "released") { [weak self] arguments in
      self?.released(click, count: arguments.int(0), x: arguments.double(1), y: arguments.double(2))
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
    rowHighlight.onMove = { [weak self] in self?.highlightRowUnderPointer() }
    rowHighlight.connect(to: widget.pointer) { [weak self] in self?.contentOffset ?? 0 }
  }

  /// Call when the pointer has moved, or rows under it.
  func highlightRowUnderPointer() {
    // The rows of a document are not what one points at.
    guard interaction == .rows else { return }
    let row = rowHighlight.pointer.flatMap { isInSectionIndex(x: $0.x) ? nil : target(x: $0.x, y: $0.y).row }
    rowHighlight.show(row, in: pool)
  }

  /// The row at a point of the widget, in logical pixels; nil where there is none, and under a header that sticks to the
  /// viewport's top.
  public func row(atY y: Double) -> RowIndexPath? { scrollState.row(atY: y, in: geometry) }

  private func pressed(_ gesture: OpaquePointer, x: Double, y: Double) {
    takeFocus()
    guard gtk_gesture_single_get_current_button(gesture) == UInt32(GDK_BUTTON_SECONDARY) else { return }
    openMenu(x: x, y: y)
  }

  private func released(_ gesture: OpaquePointer, count: Int, x: Double, y: Double) {
    let modifiers = gtk_event_controller_get_current_event_state(gesture).rawValue
    switch Int32(gtk_gesture_single_get_current_button(gesture)) {
    case GDK_BUTTON_PRIMARY: click(x: x, y: y, modifiers: modifiers, count: count)
    case GDK_BUTTON_MIDDLE: perform(PointerInput.middleClick(on: target(x: x, y: y)))
    default: break
    }
  }

  /// A click with the primary button at a point of the list, in logical pixels.
  ///
  /// - Parameter count: 2 for the second one of a double click.
  func click(x: Double, y: Double, modifiers: UInt32, count: Int = 1) {
    perform(
      PointerInput.click(
        on: target(x: x, y: y), modifiers: modifiers, activates: activatesOnSingleClick || count > 1))
  }

  /// Call when a menu opens: no row is highlighted before the pointer moves after it.
  public func menuOpened() { rowHighlight.menuOpened() }

  private func openMenu(x: Double, y: Double) {
    perform(PointerInput.menu(on: target(x: x, y: y), selection: selection, x: x, y: y))
  }

  private func target(x: Double, y: Double) -> PointerInput.Target {
    if let stickyHeader = scrollState.stickyHeader, scrollState.isUnderStickyHeader(y: y) {
      return .header(section: stickyHeader.section)
    }
    guard interaction == .rows else { return .background }
    switch scrollState.element(atY: y, in: geometry) {
    case .row(let row): return isOnAccessoryButton(of: row, x: x, y: y) ? .accessory(of: row) : .row(row)
    case .header(let section): return .header(section: section)
    case .footer, nil: return .background
    }
  }

  private func isInSectionIndex(x: Double) -> Bool {
    guard let conditions, conditions.sectionIndexWidth > 0 else { return false }
    let width = Double(conditions.sectionIndexWidth)
    return conditions.environment.direction == .rightToLeft
      ? x < width : x >= Double(gtk_widget_get_width(widget.pointer)) - width
  }

  private func isOnAccessoryButton(of row: RowIndexPath, x: Double, y: Double) -> Bool {
    guard let view = pool.view(of: .row(row)), let frame = view.painter?.accessoryButtonFrame else {
      return false
    }
    var point = Point.zero
    return gtk_widget_translate_coordinates(
      widget.pointer, view.widget.pointer, x, y, &point.x, &point.y) != 0 && frame.contains(point)
  }
}
