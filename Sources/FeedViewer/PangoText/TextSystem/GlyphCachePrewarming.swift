import CGtk
import Dispatch
import GtkInterop

/// Draws the letters of rows once on another thread, while the window is being made.
///
/// Cairo caches rendered glyphs for all threads, by font (cairo-scaled-font.c, `_cairo_scaled_glyph_lookup`). Hinting
/// and rasterizing them is most of the cost of a first frame; the frame itself renders what is not cached by then.
nonisolated enum GlyphCachePrewarming {
  private static let letters =
    "etaoinshrdlucmfwypvbgkjqxzTASICMPBHWRDELNFGOKUVJYQXZ0123456789.,-'’“”—·:()/?!&"

  /// - Parameters:
  ///   - styles: The styles that most rows use, in order of importance.
  ///   - environment: The environment in which the rows will be drawn.
  ///   - scale: Device pixels per logical pixel.
  static func begin(with styles: [TextStyle], in environment: TextEnvironment, scale: Int) {
    DispatchQueue.global(qos: .userInitiated).async {
      let context = environment.makeContext()
      defer { g_object_unref(context.raw) }
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 64, 64)
      defer { cairo_surface_destroy(surface) }
      cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
      let canvas = cairo_create(surface)
      defer { cairo_destroy(canvas) }
      for style in styles { draw(ScaledStyle(style, in: context), in: context, on: canvas) }
    }
  }

  private static func draw(_ style: ScaledStyle, in context: OpaquePointer, on canvas: OpaquePointer?) {
    guard let font = pango_context_load_font(context, style.description.pointer) else { return }
    defer { g_object_unref(font) }
    let hbFont = pango_font_get_hb_font(font)
    let glyphs = letters.unicodeScalars.compactMap { letter -> hb_codepoint_t? in
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(hbFont, letter.value, &glyph) != 0 ? glyph : nil
    }
    let string = pango_glyph_string_new()!
    defer { pango_glyph_string_free(string) }
    pango_glyph_string_set_size(string, Int32(glyphs.count))
    // Drawn on top of each other, because cairo does not draw outside the surface.
    for (index, glyph) in glyphs.enumerated() {
      string.pointee.glyphs[index] = PangoGlyphInfo(glyph: glyph, geometry: .init(), attr: .init())
    }
    cairo_move_to(canvas, 16, 40)
    pango_cairo_show_glyph_string(canvas, font, string)
  }
}
