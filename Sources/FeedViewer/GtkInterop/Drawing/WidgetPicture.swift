import CGtk
import FileNames
import Localization

/// Screenshots of widgets as they were drawn last.
public enum WidgetPicture {
  /// Writes a screenshot of a mapped widget to a PNG file, in device pixels. Call it right after a frame: at other
  /// times a widget may be waiting for a new allocation.
  ///
  /// - Returns: An error as a sentence; nil on success.
  public static func write(_ widget: WidgetPointer, to path: String) -> String? {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
      let snapshot = gtk_snapshot_new()
    else { return localized("The window can't be drawn.") }
    let scale = Double(gtk_widget_get_scale_factor(widget))
    gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    let (width, height) = GObjectReference(adopting: gtk_widget_paintable_new(widget)!).use { paintable in
      let width = Double(gdk_paintable_get_intrinsic_width(paintable))
      let height = Double(gdk_paintable_get_intrinsic_height(paintable))
      gdk_paintable_snapshot(paintable, snapshot.opaque, width, height)
      return (width, height)
    }
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return localized("The window is empty.") }
    defer { gsk_render_node_unref(node) }
    var bounds = graphene_rect_t()
    graphene_rect_init(&bounds, 0, 0, Float(width * scale), Float(height * scale))
    guard let texture = gsk_renderer_render_texture(renderer, node, &bounds) else {
      return localized("The window can't be drawn.")
    }
    return GObjectReference(adopting: texture).use {
      let texture = $0
      return PathText.withCString(path) { gdk_texture_save_to_png(texture, $0) } != 0
        ? nil : localized("The picture can't be written to \(PathText.display(path)).")
    }
  }
}
