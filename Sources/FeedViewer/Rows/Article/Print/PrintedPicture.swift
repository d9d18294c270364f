import CGtk
import GtkInterop
import LayoutCore

/// Drawing of decoded pictures with cairo.
enum PrintedPicture {
  static func draw(_ image: ScaledImage, _ frame: Rect, in cairo: OpaquePointer) {
    let texture = image.texture.pointer
    let (width, height) = (gdk_texture_get_width(texture), gdk_texture_get_height(texture))
    guard width > 0, height > 0, let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    else { return }
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    gdk_texture_download(texture, data, gsize(cairo_image_surface_get_stride(surface)))
    cairo_surface_mark_dirty(surface)
    cairo_save(cairo)
    cairo_translate(cairo, frame.minX, frame.minY)
    cairo_scale(cairo, frame.size.width / Double(width), frame.size.height / Double(height))
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }
}
