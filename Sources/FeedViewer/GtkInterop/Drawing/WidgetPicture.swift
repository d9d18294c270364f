import CGtk
import FeedViewerBase

/// Screenshots of widgets as they were drawn last.
public enum WidgetPicture {
  /// Why there is no screenshot.
  public struct Failure: Error {
    /// A sentence.
    public let message: String
  }

  /// Writes a screenshot of a mapped widget to a PNG file, in device pixels. Call it right after a frame: at other
  /// times a widget may be waiting for a new allocation.
  ///
  /// - Returns: An error as a sentence; nil on success.
  public static func write(_ widget: WidgetPointer, to path: String) -> String? {
    do throws(Failure) {
      let isWritten = try texture(of: widget).use { texture in
        PathText.withCString(path) { gdk_texture_save_to_png(texture, $0) } != 0
      }
      return isWritten ? nil : localized("The picture can’t be written to \(PathText.display(path)).")
    } catch {
      return error.message
    }
  }

  /// A screenshot as a PNG file, like that of `write`.
  public static func png(of widget: WidgetPointer) throws(Failure) -> [UInt8] {
    try texture(of: widget).use { texture in
      let bytes = gdk_texture_save_to_png_bytes(texture)
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      let start = g_bytes_get_data(bytes, &count)
      return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
  }

  private static func texture(
    of widget: WidgetPointer
  ) throws(Failure) -> GObjectReference<OpaquePointer> {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
      let snapshot = gtk_snapshot_new()
    else { throw Failure(message: localized("The window can’t be drawn.")) }
    let scale = Double(gtk_widget_get_scale_factor(widget))
    gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    let (width, height) = GObjectReference(adopting: gtk_widget_paintable_new(widget)!).use { paintable in
      let width = Double(gdk_paintable_get_intrinsic_width(paintable))
      let height = Double(gdk_paintable_get_intrinsic_height(paintable))
      gdk_paintable_snapshot(paintable, snapshot.opaque, width, height)
      return (width, height)
    }
    guard let node = gtk_snapshot_free_to_node(snapshot) else {
      throw Failure(message: localized("The window is empty."))
    }
    defer { gsk_render_node_unref(node) }
    var bounds = graphene_rect_t()
    graphene_rect_init(&bounds, 0, 0, Float(width * scale), Float(height * scale))
    guard let texture = gsk_renderer_render_texture(renderer, node, &bounds) else {
      throw Failure(message: localized("The window can’t be drawn."))
    }
    return GObjectReference(adopting: texture)
  }
}
