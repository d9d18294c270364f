import CGtk
import GtkInterop

/// Clicks, drags and edge scrolling.
extension ArticleSelector {
  /// The distance from the viewport's edge at which dragging scrolls, in logical pixels, and the speed gained per
  /// pixel, in logical pixels per second.
  private static let scrollZone = 24.0
  private static let acceleration = 20.0

  func connectClicks() {
    let click = gtk_gesture_click_new()!
    // In the capture phase, because labels handle clicks on their links.
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    Signal.connect(click, "pressed") { [weak self] arguments in
      guard let self, !self.isHandledByChild(arguments.double(1), arguments.double(2)) else {
        return .unhandled
      }
      let modifiers = gtk_event_controller_get_current_event_state(click).rawValue
      self.onPress()
      self.pressed(
        count: arguments.int(0), x: arguments.double(1), y: arguments.double(2),
        extends: modifiers & GDK_SHIFT_MASK.rawValue != 0)
      return .unhandled
    }
    gtk_widget_add_controller(widget, click)
    let secondary = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(secondary.opaque, guint(GDK_BUTTON_SECONDARY))
    gtk_event_controller_set_propagation_phase(secondary, GTK_PHASE_CAPTURE)
    Signal.connect(secondary, "pressed") { [weak self] arguments in
      let (x, y) = (arguments.double(1), arguments.double(2))
      guard let self, !self.isHandledByChild(x, y) else { return .unhandled }
      // Labels with links have their own context menu, which does not know the selection.
      gtk_gesture_set_state(secondary, GTK_EVENT_SEQUENCE_CLAIMED)
      self.onMenu(self.link(x: x, y: y), x, y)
      return .unhandled
    }
    gtk_widget_add_controller(widget, secondary)
  }

  /// The address of the link at a point of the page, where the pointer is.
  private func link(x: Double, y: Double) -> String? {
    guard let (index, bounds) = nearestLabel(x: x, y: y), bounds.contains(x: x, y: y) else { return nil }
    return labels[index].currentLink
  }

  /// The primary button was pressed for the first, second or third time in a row.
  func pressed(count: Int, x: Double, y: Double, extends: Bool) {
    let unit: ArticleSelection.Unit = count == 1 ? .character : count == 2 ? .word : .text
    guard let place = self.unit(unit, x: x, y: y) else { return }
    if extends, count == 1, var selection {
      selection.extend(to: place)
      set(selection)
    } else {
      set(ArticleSelection(unit, place))
    }
    setPrimarySelection()
  }

  /// Scroll bars, buttons and linked pictures handle their own drags, and touch drags scroll.
  private func isHandledByChild(_ x: Double, _ y: Double) -> Bool {
    if let device = gtk_event_controller_get_current_event_device(drag),
      gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
    {
      return true
    }
    guard let under = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return true }
    for type in [gtk_scrollbar_get_type(), gtk_button_get_type()] {
      if let found = gtk_widget_get_ancestor(under, type), gtk_widget_is_ancestor(found, widget) != 0 {
        return true
      }
    }
    return false
  }

  func connectDrag() {
    gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      guard let self else { return .unhandled }
      if self.isHandledByChild(arguments.double(0), arguments.double(1)) {
        gtk_gesture_set_state(self.drag, GTK_EVENT_SEQUENCE_DENIED)
      } else {
        self.dragStart = (arguments.double(0), arguments.double(1))
      }
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      self?.dragged(byX: arguments.double(0), y: arguments.double(1))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.endDrag() }
    Signal.connect(drag, "cancel") { [weak self] in self?.endDrag() }
    gtk_widget_add_controller(widget, drag)
  }

  private func dragged(byX distanceX: Double, y distanceY: Double) {
    guard let start = dragStart else { return }
    if pointer == nil {
      guard
        gtk_drag_check_threshold(
          widget, Int32(start.x), Int32(start.y), Int32(start.x + distanceX), Int32(start.y + distanceY)) != 0
      else { return }
      // A drag is not a click on a link.
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      scrollAtEdges()
    }
    let point = (x: start.x + distanceX, y: start.y + distanceY)
    var place = (x: 0.0, y: 0.0)
    gtk_widget_translate_coordinates(widget, view, point.x, point.y, &place.x, &place.y)
    pointer = place
    extend(x: point.x, y: point.y)
  }

  /// Extends the selection to a point of the page.
  func extend(x: Double, y: Double) {
    guard var selection, let place = unit(selection.unit, x: x, y: y) else { return }
    selection.extend(to: place)
    if selection != self.selection { set(selection) }
  }

  private func endDrag() {
    if pointer != nil { setPrimarySelection() }
    dragStart = nil
    pointer = nil
    ticks = nil
  }

  /// Scrolls while the pointer is near or beyond an edge of the viewport.
  private func scrollAtEdges() {
    var last: Int64?
    ticks = TickCallback(of: widget) { [weak self] time in
      defer { last = time }
      guard let self, let pointer = self.pointer else { return .again }
      let height = Double(gtk_widget_get_height(self.view))
      let beyond =
        pointer.y < Self.scrollZone
        ? pointer.y - Self.scrollZone : max(0, pointer.y - height + Self.scrollZone)
      guard let last, beyond != 0 else { return .again }
      // A late frame must not make the page jump.
      self.onScroll(beyond * Self.acceleration * min(Double(time - last) / 1_000_000, 0.1))
      var point = (x: 0.0, y: 0.0)
      gtk_widget_translate_coordinates(self.view, self.widget, pointer.x, pointer.y, &point.x, &point.y)
      self.extend(x: point.x, y: point.y)
      return .again
    }
  }
}

extension graphene_rect_t {
  fileprivate func contains(x: Double, y: Double) -> Bool {
    x >= Double(origin.x) && x < Double(origin.x + size.width) && y >= Double(origin.y)
      && y < Double(origin.y + size.height)
  }
}
