import CGtk
import GtkInterop
import LayoutCore

/// The focus ring around a line of a link.
enum ArticleFocusRing {
  private static let width: Float = 2
  private static let radius: Float = 3
  /// Beside the words, in logical pixels. Above and below there is no room.
  private static let margin: Float = 2

  static func draw(around frame: Rect, of widget: WidgetPointer, on snapshot: OpaquePointer) {
    let style = gtk_widget_get_style_context(widget)
    var color = GdkRGBA()
    if gtk_style_context_lookup_color(style, "list_accent", &color) == 0 {
      gtk_style_context_get_color(style, &color)
    }
    var bounds = graphene_rect_t(frame)
    graphene_rect_inset(&bounds, -margin, 0)
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &bounds, radius)
    let widths = [width, width, width, width]
    let colors = [color, color, color, color]
    gtk_snapshot_append_border(snapshot, &outline, widths, colors)
  }
}
