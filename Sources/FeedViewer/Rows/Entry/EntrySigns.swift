import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Draws the signs of unread and starred entries, in colours of the style sheet.
final class EntrySigns {
  private static let starIcon = "starred-symbolic"

  private let widget: WidgetPointer

  /// - Parameter widget: The list's, which must outlive this object.
  init(of widget: WidgetPointer) { self.widget = widget }

  func drawDot(in frame: Rect, on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(frame)
    var circle = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&circle, &bounds, bounds.size.width / 2)
    gtk_snapshot_push_rounded_clip(snapshot, &circle)
    var color = color("unread_color", else: (0.16, 0.42, 0.71))
    gtk_snapshot_append_color(snapshot, &color, &bounds)
    gtk_snapshot_pop(snapshot)
  }

  /// - Parameter scale: Device pixels in a logical pixel.
  func drawStar(in frame: Rect, scale: Double, on snapshot: OpaquePointer) {
    SymbolicIcon.draw(
      Self.starIcon, in: frame, scale: scale, color: color("starred_color", else: (0.68, 0.49, 0.03)),
      on: snapshot)
  }

  /// A named colour of the style sheet, or another one for a style sheet without it.
  private func color(_ name: String, else other: (Float, Float, Float)) -> GdkRGBA {
    var color = GdkRGBA(red: other.0, green: other.1, blue: other.2, alpha: 1)
    _ = gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color)
    return color
  }
}
