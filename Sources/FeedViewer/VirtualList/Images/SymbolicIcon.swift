import CGtk
import GtkInterop
import LayoutCore

/// Draws symbolic icons of the icon theme.
public enum SymbolicIcon {
  /// Draws an icon in one colour, at whole device pixels so that it is sharp.
  ///
  /// - Parameters:
  ///   - name: The name in the theme. The theme has a picture for names that it does not know.
  ///   - frame: In logical pixels.
  ///   - scale: Device pixels in a logical pixel.
  ///   - direction: Chooses the mirrored form of an icon that has one.
  ///   - color: Of the whole icon.
  ///   - snapshot: The GtkSnapshot that is drawn on.
  public static func draw(
    _ name: String, in frame: Rect, scale: Double, direction: GtkTextDirection = GTK_TEXT_DIR_NONE,
    color: GdkRGBA, on snapshot: OpaquePointer
  ) {
    guard let display = gdk_display_get_default(),
      let icon = gtk_icon_theme_lookup_icon(
        gtk_icon_theme_get_for_display(display), name, nil, Int32(frame.size.width),
        Int32(scale.rounded(.up)), direction, GtkIconLookupFlags(rawValue: 0))
    else { return }
    defer { g_object_unref(icon.raw) }
    let grid = PixelGrid(scale: scale)
    var origin = graphene_point_t(
      x: Float(grid.round(frame.origin.x)), y: Float(grid.round(frame.origin.y)))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    var color = color
    gtk_symbolic_paintable_snapshot_symbolic(
      icon, snapshot, frame.size.width, frame.size.height, &color, 1)
    gtk_snapshot_restore(snapshot)
  }
}
