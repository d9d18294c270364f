import CGtk
import GtkInterop
import LayoutCore

/// Selecting rows with a rubber band that the mouse draws over them.
extension ListView {
  func connectRubberBand() {
    let drag = gtk_gesture_drag_new()!
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      // Fingers scroll, and selected rows are dragged out.
      if self?.interaction == .document || Self.isTouch(drag)
        || self?.draggedContent(x: arguments.double(0), y: arguments.double(1)) != nil
      {
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      }
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      self?.dragged(drag, by: Point(x: arguments.double(0), y: arguments.double(1)))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.bandEnded() }
    Signal.connect(drag, "cancel") { [weak self] in self?.bandEnded() }
    gtk_widget_add_controller(widget.pointer, drag)
  }

  static func isTouch(_ gesture: OpaquePointer) -> Bool {
    guard let device = gtk_event_controller_get_current_event_device(gesture) else { return false }
    return gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
  }

  private func dragged(_ gesture: OpaquePointer, by offset: Point) {
    var x = 0.0
    var y = 0.0
    guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0 else { return }
    if focus.rubberBand.band == nil {
      guard RubberBandSelection.begins(at: offset), !scrollState.isUnderStickyHeader(y: y) else { return }
      // The press is not a click any more.
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      let modifiers = gtk_event_controller_get_current_event_state(gesture).rawValue
      let isAdding = modifiers & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
      bandBegan(at: Point(x: x, y: y), keepsSelection: isAdding)
    }
    bandMoved(to: Point(x: x + offset.x, y: y + offset.y))
  }

  /// - Parameter keepsSelection: Whether the selected rows stay selected.
  func bandBegan(at point: Point, keepsSelection: Bool) {
    let offset = scrollState.offset(atY: point.y, in: geometry)
    guard let start = ScrollAnchor.capture(atOffset: offset, in: geometry) else { return }
    takeFocus()
    focus.rubberBand.begin(
      RubberBand(start: start, startX: point.x, kept: keepsSelection ? selection.rows : [], pointer: point))
  }

  func bandMoved(to point: Point) {
    guard focus.rubberBand.band != nil else { return }
    focus.rubberBand.move(to: point)
    selectRowsInBand()
    focus.rubberBand.scrollAtEdges(of: widget.pointer, height: listHeight) { [weak self] in
      self?.scrollBand(seconds: $0)
    }
  }

  func bandEnded() {
    if focus.rubberBand.end() { gtk_widget_queue_draw(widget.pointer) }
  }

  private func selectRowsInBand() {
    guard let band = focus.rubberBand.band, geometry.elementCount > 0 else { return }
    let new = focus.rubberBand.selection(
      from: selection, pointerOffset: scrollState.offset(atY: band.pointer.y, in: geometry), in: geometry)
    if new != selection { adopt(new, scrolls: false) }
    gtk_widget_queue_draw(widget.pointer)
  }

  func scrollBand(seconds: Double) {
    guard focus.rubberBand.band != nil else { return }
    let distance = focus.rubberBand.scrollDistance(
      seconds: seconds, height: listHeight, scale: scrollState.origin.scale)
    if distance != 0 { scroll(by: distance) }
    selectRowsInBand()
  }

  private var listHeight: Double { Double(pageHeight) / scrollState.origin.scale }

  func snapshotBand(on snapshot: OpaquePointer) {
    guard let band = focus.rubberBand.band, geometry.elementCount > 0 else { return }
    let startY = Double(band.start.offset(in: geometry) - contentOffset) / scrollState.origin.scale
    band.draw(startY: startY, in: widget.pointer, on: snapshot)
  }
}
