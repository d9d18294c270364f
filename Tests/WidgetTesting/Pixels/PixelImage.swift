import CGtk
import GtkInterop

/// The pixels of a picture, and what differs between two of them.
package struct PixelImage: Equatable {
  package let width: Int
  package let height: Int
  /// Premultiplied ARGB in the machine's byte order, from the top left, without padding.
  package var pixels: [UInt32]

  /// - Returns: Nil if the file is not there or is no picture.
  package init?(contentsOf path: String) {
    guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
    var pixels = [UInt32](repeating: 0, count: width * height)
    let stride = width * MemoryLayout<UInt32>.stride
    pixels.withUnsafeMutableBytes {
      gdk_texture_download(texture, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(stride))
    }
    self.pixels = pixels
  }

  /// What the last frame of a widget shows, in the widget's pixels on a display with a scale of 1.
  ///
  /// - Parameters:
  ///   - x: The left edge of the picture in the widget.
  ///   - y: The top edge of the picture in the widget.
  ///   - width: The width of the picture; nil for the widget's.
  ///   - height: The height of the picture; nil for the widget's.
  /// - Returns: Nil between a request to draw the widget and its next frame: GTK has no picture of it then.
  package init?(
    lastFrameOf widget: WidgetPointer, x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil
  ) {
    let size = (width: gtk_widget_get_width(widget), height: gtk_widget_get_height(widget))
    let snapshot = gtk_snapshot_new()!
    var origin = graphene_point_t(x: Float(-x), y: Float(-y))
    gtk_snapshot_translate(snapshot, &origin)
    GObjectReference(adopting: gtk_widget_paintable_new(widget)!).use {
      gdk_paintable_snapshot($0, snapshot, Double(size.width), Double(size.height))
    }
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(node) }
    self.init(of: node, width: width ?? Int(size.width), height: height ?? Int(size.height))
  }

  /// Draws what a GtkSnapshot has recorded.
  ///
  /// - Parameters:
  ///   - snapshot: Is used up.
  ///   - width: In pixels; what lies beyond it is cut off.
  ///   - height: In pixels; what lies beyond it is cut off.
  package init(drawing snapshot: OpaquePointer, width: Int, height: Int) {
    let node = gtk_snapshot_free_to_node(snapshot)
    defer { if let node { gsk_render_node_unref(node) } }
    self.init(of: node, width: width, height: height)
  }

  private init(of node: OpaquePointer?, width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
    guard let node else { return }
    let stride = width * MemoryLayout<UInt32>.stride
    pixels.withUnsafeMutableBytes {
      let surface = cairo_image_surface_create_for_data(
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
        Int32(stride))
      let context = cairo_create(surface)
      gsk_render_node_draw(node, context)
      cairo_destroy(context)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }

  /// The colour of a pixel without transparency.
  package subscript(x: Int, y: Int) -> PixelColor { PixelColor(argb: pixels[y * width + x]) }

  /// What differs between two pictures.
  package struct Difference: Equatable, CustomStringConvertible {
    /// Differing pixels; all of them if the pictures differ in size.
    package var count = 0
    package var columns = 0..<0
    package var rows = 0..<0

    package var description: String {
      "\(count) pixels in x \(columns.lowerBound)-\(columns.upperBound), "
        + "y \(rows.lowerBound)-\(rows.upperBound)"
    }
  }

  /// - Parameter trailing: Pixels at the right edge that are not compared: an overlaid scroll bar fades there.
  /// - Returns: Nil if nothing differs.
  package func difference(from other: PixelImage, ignoringTrailing trailing: Int = 0) -> Difference? {
    guard width == other.width, height == other.height else {
      return Difference(
        count: max(pixels.count, other.pixels.count), columns: 0..<max(width, other.width),
        rows: 0..<max(height, other.height))
    }
    var found: Difference?
    for y in 0..<height {
      for x in 0..<max(width - trailing, 0) where pixels[y * width + x] != other.pixels[y * width + x] {
        let before = found ?? Difference(columns: x..<x, rows: y..<y)
        found = Difference(
          count: before.count + 1,
          columns: min(before.columns.lowerBound, x)..<max(before.columns.upperBound, x + 1),
          rows: before.rows.lowerBound..<y + 1)
      }
    }
    return found
  }
}
