import CGtk
import GtkInterop
import LayoutCore

/// Edits seen as motion, if the desktop wants motion.
extension ListView {
  var wantsAnimations: Bool {
    guard let settings = gtk_settings_get_for_display(gtk_widget_get_display(widget.pointer)) else {
      return false
    }
    return ObjectProperty.isOn("gtk-enable-animations", of: settings)
  }

  /// The adjustment's value in device pixels: what is on screen moves up by as much as it grows.
  private var valueInPixels: Int {
    verticalAdjustment.map { Int((gtk_adjustment_get_value($0) * origin.scale).rounded()) } ?? 0
  }

  /// Where an element is painted, from the viewport's top in device pixels; nil if it is not on screen.
  func paintedY(of element: ListElement) -> Int? {
    guard geometry.elementCount > 0, pool.view(of: element) != nil else { return nil }
    return placedY(of: element) + (editAnimation?.displacement(of: element) ?? 0)
  }

  private func placedY(of element: ListElement) -> Int {
    if let stickyHeader, element == .header(stickyHeader.section) { return stickyHeader.y }
    return geometry.offset(of: element) - contentOffset
  }

  private func isOnScreen(_ element: ListElement) -> Bool {
    let y = placedY(of: element)
    return y < pageHeight && y + geometry.height(of: element).value > 0
  }

  /// Called before an edit is applied.
  func captureBeforeEdit(before change: ChangeSet) {
    guard !change.isEmpty, !change.isReloadData, conditions != nil, wantsAnimations,
      gtk_widget_get_mapped(widget.pointer) != 0
    else { return }
    if preEditSnapshot == nil {
      var rows: [ListElement: PreEditSnapshot.Row] = [:]
      for element in pool.boundElements where isOnScreen(element) {
        guard let view = pool.view(of: element), let painter = view.painter, let y = paintedY(of: element)
        else { continue }
        rows[element] = PreEditSnapshot.Row(
          y: y, painter: painter, height: Int(gtk_widget_get_height(view.widget.pointer)))
      }
      preEditSnapshot = PreEditSnapshot(rows: rows, value: valueInPixels)
    }
    preEditSnapshot?.apply(change)
  }

  /// Called when rows have their new places.
  func animateEdits() {
    guard let before = preEditSnapshot else { return }
    preEditSnapshot = nil
    let places = pool.boundElements.sorted().filter(isOnScreen).map { (element: $0, y: placedY(of: $0)) }
    editAnimation = before.animation(to: places, value: valueInPixels, pageHeight: pageHeight)
    guard editAnimation != nil else { return }
    editTicks = TickCallback(of: widget.pointer) { [weak self] time in
      guard let self, self.editAnimation?.advance(to: time) == true else {
        self?.endEditAnimation()
        return .done
      }
      gtk_widget_queue_draw(self.widget.pointer)
      return .again
    }
  }

  /// Everything is painted where it is.
  func endEditAnimation() {
    editTicks = nil
    guard editAnimation != nil else { return }
    editAnimation = nil
    gtk_widget_queue_draw(widget.pointer)
  }

  /// Paints the rows on their way: deleted ones below, then new ones, then those that slide, the farthest on top.
  func snapshot(_ animation: EditAnimation, on snapshot: OpaquePointer) {
    for ghost in animation.ghosts { paint(ghost, opacity: animation.ghostOpacity, on: snapshot) }
    let sticky = stickyHeader.map { ListElement.header($0.section) }
    let elements = pool.boundElements.sorted().filter { $0 != sticky }
    let sliding = elements.filter { !animation.appearing.contains($0) }
      .sorted { abs(animation.displacements[$0] ?? 0) < abs(animation.displacements[$1] ?? 0) }
    for element in elements where animation.appearing.contains(element) {
      paint(element, in: animation, on: snapshot)
    }
    for element in sliding { paint(element, in: animation, on: snapshot) }
    if let sticky, let view = pool.view(of: sticky) {
      gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    }
  }

  private func paint(_ element: ListElement, in animation: EditAnimation, on snapshot: OpaquePointer) {
    guard let view = pool.view(of: element) else { return }
    let displacement = animation.displacement(of: element)
    let opacity = animation.opacity(of: element)
    gtk_snapshot_save(snapshot)
    var offset = graphene_point_t(x: 0, y: Float(Double(displacement) / origin.scale))
    gtk_snapshot_translate(snapshot, &offset)
    if opacity < 1 { gtk_snapshot_push_opacity(snapshot, opacity) }
    // Rows have no background of their own: the list's keeps others from showing through.
    gtk_snapshot_render_background(
      snapshot, gtk_widget_get_style_context(widget.pointer), 0,
      Double(placedY(of: element)) / origin.scale, Double(gtk_widget_get_width(widget.pointer)),
      Double(gtk_widget_get_height(view.widget.pointer)))
    gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    if opacity < 1 { gtk_snapshot_pop(snapshot) }
    gtk_snapshot_restore(snapshot)
  }

  private func paint(_ ghost: EditAnimation.Ghost, opacity: Double, on snapshot: OpaquePointer) {
    gtk_snapshot_save(snapshot)
    let y = ghost.y - (valueInPixels - ghost.value)
    var offset = graphene_point_t(x: 0, y: Float(Double(y) / origin.scale))
    gtk_snapshot_translate(snapshot, &offset)
    gtk_snapshot_push_opacity(snapshot, opacity)
    ghost.painter.paint(on: snapshot, widget: widget.pointer)
    gtk_snapshot_pop(snapshot)
    gtk_snapshot_restore(snapshot)
  }
}
