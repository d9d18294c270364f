import CGtk
import GtkInterop
import LayoutCore

/// Selecting rows by drawing a band over them with the mouse; near an edge the list scrolls along.
extension ListView {
  /// How far the pointer moves before a press becomes a band, in logical pixels.
  private static let threshold = 8.0

  func connectRubberBand() {
    let drag = gtk_gesture_drag_new()!
    Signal.connect(drag, "drag-begin") { _ in
      // Fingers scroll.
      if Self.isTouch(drag) { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED) }
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

  private static func isTouch(_ gesture: OpaquePointer) -> Bool {
    guard let device = gtk_event_controller_get_current_event_device(gesture) else { return false }
    return gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
  }

  private func dragged(_ gesture: OpaquePointer, by offset: Point) {
    var x = 0.0
    var y = 0.0
    guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0 else { return }
    if rubberBand == nil {
      guard max(abs(offset.x), abs(offset.y)) > Self.threshold, !isUnderStickyHeader(y: y) else { return }
      // The press is no click any more.
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      let modifiers = gtk_event_controller_get_current_event_state(gesture).rawValue
      let isAdding = modifiers & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
      bandBegan(at: Point(x: x, y: y), keepsSelection: isAdding)
    }
    bandMoved(to: Point(x: x + offset.x, y: y + offset.y))
  }

  /// - Parameter keepsSelection: Whether the rows that are selected stay so.
  func bandBegan(at point: Point, keepsSelection: Bool) {
    guard let start = ScrollAnchor.capture(atOffset: offset(atY: point.y), in: geometry) else { return }
    takeFocus()
    rubberBand = RubberBand(
      start: start, startX: point.x, kept: keepsSelection ? selection.rows : [], pointer: point)
  }

  func bandMoved(to point: Point) {
    guard rubberBand != nil else { return }
    rubberBand?.pointer = point
    selectRowsInBand()
    scrollWithBand()
  }

  func bandEnded() {
    guard rubberBand != nil else { return }
    rubberBand = nil
    bandTicks = nil
    gtk_widget_queue_draw(widget.pointer)
  }

  /// Follows an edit.
  func applyToBand(_ change: ChangeSet, from old: RowGeometry) {
    guard var band = rubberBand else { return }
    guard let start = band.start.moved(by: change, from: old) else { return bandEnded() }
    band.start = start
    band.kept = Set(band.kept.compactMap(change.newIndexPath(for:)))
    rubberBand = band
  }

  private func offset(atY y: Double) -> Int {
    min(max(contentOffset + Int((y * origin.scale).rounded(.down)), 0), max(geometry.totalHeight - 1, 0))
  }

  private func selectRowsInBand() {
    guard let band = rubberBand, geometry.elementCount > 0 else { return }
    let pointerOffset = offset(atY: band.pointer.y)
    var rows = band.kept
    for element in geometry.elements(in: band.span(in: geometry, pointerOffset: pointerOffset)) {
      if case .row(let row) = element { rows.insert(row) }
    }
    var cursor = selection.cursor
    if case .row(let row)? = geometry.element(atOffset: pointerOffset)?.element { cursor = row }
    var new = selection
    new.select(rows, cursor: cursor)
    if new != selection { adopt(new, scrolls: false) }
    gtk_widget_queue_draw(widget.pointer)
  }

  /// Scrolls as long as the pointer is near an edge, frame by frame.
  private func scrollWithBand() {
    guard let band = rubberBand, band.scrollSpeed(height: listHeight) != 0 else {
      bandTicks = nil
      return
    }
    guard bandTicks == nil else { return }
    var last: Int64?
    bandTicks = TickCallback(of: widget.pointer) { [weak self] time in
      defer { last = time }
      guard let self, self.rubberBand != nil else { return .done }
      if let last { self.scrollBand(seconds: Double(time - last) / 1_000_000) }
      return .again
    }
  }

  func scrollBand(seconds: Double) {
    guard let band = rubberBand else { return }
    // A frame that took long does not make the list leap.
    let distance = band.scrollSpeed(height: listHeight) * min(seconds, 0.1) * origin.scale
    if distance != 0 { scroll(by: Int(distance.rounded(.awayFromZero))) }
    selectRowsInBand()
  }

  private var listHeight: Double { Double(pageHeight) / origin.scale }

  func snapshotBand(on snapshot: OpaquePointer) {
    guard let band = rubberBand, geometry.elementCount > 0 else { return }
    let startY = Double(band.start.offset(in: geometry) - contentOffset) / origin.scale
    let left = min(band.startX, band.pointer.x)
    let top = min(startY, band.pointer.y)
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(left), y: Float(top)),
      size: graphene_size_t(
        width: Float(abs(band.startX - band.pointer.x)), height: Float(abs(startY - band.pointer.y))))
    var color = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    gtk_style_context_lookup_color(
      gtk_widget_get_style_context(widget.pointer), "theme_selected_bg_color", &color)
    var fill = color
    fill.alpha = 0.2
    gtk_snapshot_append_color(snapshot, &fill, &bounds)
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &bounds, 0)
    var widths: [Float] = [1, 1, 1, 1]
    var colors = [color, color, color, color]
    gtk_snapshot_append_border(snapshot, &outline, &widths, &colors)
  }
}
