import CGtk
import GtkInterop
import LayoutCore

extension RubberBand {
  /// Draws the band in the theme's colour of selections.
  ///
  /// - Parameters:
  ///   - startY: The distance of its start from the list's top, in logical pixels.
  ///   - widget: The list's widget.
  func draw(startY: Double, in widget: WidgetPointer, on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(min(startX, pointer.x)), y: Float(min(startY, pointer.y))),
      size: graphene_size_t(
        width: Float(abs(startX - pointer.x)), height: Float(abs(startY - pointer.y))))
    var color = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    gtk_style_context_lookup_color(
      gtk_widget_get_style_context(widget), "theme_selected_bg_color", &color)
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
