import CGtk
import GtkInterop
import LayoutCore

/// Runs the animations of edits.
final class EditMotion {
  /// A row on screen.
  struct PlacedRow {
    let element: ListElement
    let view: RowView
    /// From the viewport's top, in device pixels.
    let y: Int
  }

  /// The properties of the list that painting a frame depends on.
  struct Surface {
    let widget: WidgetPointer
    /// The adjustment's value in device pixels.
    let value: Int
    /// Device pixels in a logical pixel.
    let scale: Double
  }

  /// The animation under way, and the tick callback that drives it.
  private(set) var animation: EditAnimation?
  private(set) var ticks: TickCallback?
  /// The rows before an edit; set until the edit is laid out, if it will be animated.
  private var before: PreEditSnapshot?

  /// Draws the widget of a row at its position.
  var drawRow: (_ row: PlacedRow, _ snapshot: OpaquePointer) -> Void = { _, _ in }
  /// Draws something else instead of a deleted row; returns whether it did.
  var drawInsteadOf: (_ deleted: RowPainter, _ snapshot: OpaquePointer) -> Bool = { _, _ in false }

  /// Whether the rows before an edit were captured.
  var isCaptured: Bool { before != nil }

  /// Captures the rows on screen before an edit.
  ///
  /// - Parameters:
  ///   - rows: The rows at their positions; rows in motion are captured where they are painted.
  ///   - value: The adjustment's value in device pixels.
  func capture(_ rows: [PlacedRow], value: Int) {
    var found: [ListElement: PreEditSnapshot.Row] = [:]
    for row in rows {
      guard let painter = row.view.painter else { continue }
      found[row.element] = PreEditSnapshot.Row(
        y: row.y + displacement(of: row.element), painter: painter,
        height: Int(gtk_widget_get_height(row.view.widget.pointer)))
    }
    before = PreEditSnapshot(rows: found, value: value)
  }

  /// Moves the captured rows with an edit.
  func apply(_ change: ChangeSet) { before?.apply(change) }

  /// Starts the animation of the edits since `capture`; rows have their new positions.
  ///
  /// - Parameters:
  ///   - places: The elements on screen in order, with their tops from the viewport's, in device pixels.
  ///   - pageHeight: The viewport's height in device pixels.
  func begin(to places: [(element: ListElement, y: Int)], on surface: Surface, pageHeight: Int) {
    guard let before else { return }
    self.before = nil
    animation = before.animation(to: places, value: surface.value, pageHeight: pageHeight)
    guard animation != nil else { return }
    let widget = surface.widget
    ticks = TickCallback(of: widget) { [weak self] time in
      guard let self, animation?.advance(to: time) == true else {
        self?.end(in: widget)
        return .done
      }
      gtk_widget_queue_draw(widget)
      return .again
    }
  }

  /// Ends the animation and redraws the rows at their positions.
  func end(in widget: WidgetPointer) {
    ticks = nil
    guard animation != nil else { return }
    animation = nil
    gtk_widget_queue_draw(widget)
  }

  /// Discards the captured rows.
  func forgetCapture() { before = nil }

  /// Ends the animation without redrawing.
  func stop() { ticks = nil }

  /// The distance of an element's painting from its position, in device pixels.
  func displacement(of element: ListElement) -> Int { animation?.displacement(of: element) ?? 0 }

  /// Paints the rows during the animation: deleted ones at the bottom, then inserted ones, then those that slide, the
  /// farthest on top.
  ///
  /// - Parameter rows: In the order of the list, without the sticky header.
  func snapshot(_ rows: [PlacedRow], from surface: Surface, on snapshot: OpaquePointer) {
    guard let animation else { return }
    for ghost in animation.ghosts {
      paint(ghost, opacity: animation.ghostOpacity, from: surface, on: snapshot)
    }
    for row in rows where animation.appearing.contains(row.element) {
      paint(row, in: animation, from: surface, on: snapshot)
    }
    let sliding = rows.filter { !animation.appearing.contains($0.element) }
      .sorted {
        abs(animation.displacements[$0.element] ?? 0) < abs(animation.displacements[$1.element] ?? 0)
      }
    for row in sliding { paint(row, in: animation, from: surface, on: snapshot) }
  }

  private func paint(
    _ row: PlacedRow, in animation: EditAnimation, from surface: Surface, on snapshot: OpaquePointer
  ) {
    let opacity = animation.opacity(of: row.element)
    gtk_snapshot_save(snapshot)
    var offset = graphene_point_t(
      x: 0, y: Float(Double(animation.displacement(of: row.element)) / surface.scale))
    gtk_snapshot_translate(snapshot, &offset)
    if opacity < 1 { gtk_snapshot_push_opacity(snapshot, opacity) }
    // Rows have no background of their own; the list's hides the rows below.
    gtk_snapshot_render_background(
      snapshot, gtk_widget_get_style_context(surface.widget), 0, Double(row.y) / surface.scale,
      Double(gtk_widget_get_width(surface.widget)), Double(gtk_widget_get_height(row.view.widget.pointer)))
    drawRow(row, snapshot)
    if opacity < 1 { gtk_snapshot_pop(snapshot) }
    gtk_snapshot_restore(snapshot)
  }

  private func paint(
    _ ghost: EditAnimation.Ghost, opacity: Double, from surface: Surface, on snapshot: OpaquePointer
  ) {
    gtk_snapshot_save(snapshot)
    let y = ghost.y - (surface.value - ghost.value)
    var offset = graphene_point_t(x: 0, y: Float(Double(y) / surface.scale))
    gtk_snapshot_translate(snapshot, &offset)
    gtk_snapshot_push_opacity(snapshot, opacity)
    if !drawInsteadOf(ghost.painter, snapshot) {
      ghost.painter.paint(on: snapshot, widget: surface.widget)
    }
    gtk_snapshot_pop(snapshot)
    gtk_snapshot_restore(snapshot)
  }
}
