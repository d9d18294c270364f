import CGtk
import Dispatch
import GtkInterop

/// Draws the letters of rows once on another thread, while the window is being made.
///
/// Cairo caches rendered glyphs for all threads, by font (cairo-scaled-font.c, `_cairo_scaled_glyph_lookup`). Hinting
/// and rasterizing them is most of the cost of a first frame; the frame itself renders what is not cached by then. The
/// other thread gets fonts that are loaded already: loading them again would keep it longer than drawing, and other
/// threads waiting.
nonisolated enum GlyphCachePrewarming {
  private static let letters =
    "etaoinshrdlucmfwypvbgkjqxzTASICMPBHWRDELNFGOKUVJYQXZ0123456789.,-'’“”—·:()/?!&"

  /// - Parameters:
  ///   - styles: The styles that most rows use, in order of importance.
  ///   - context: The context in which the rows will be drawn.
  ///   - scale: Device pixels per logical pixel.
  static func begin(with styles: [TextStyle], in context: OpaquePointer, scale: Int) {
    let alphabets = styles.compactMap { Alphabet(letters, ScaledStyle($0, in: context), in: context) }
    DispatchQueue.global(qos: .userInitiated).async {
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 64, 64)
      defer { cairo_surface_destroy(surface) }
      cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
      let canvas = cairo_create(surface)
      defer { cairo_destroy(canvas) }
      for alphabet in alphabets { alphabet.draw(on: canvas) }
    }
  }

  /// Glyphs of a font, which cairo lets any thread draw.
  private final class Alphabet: @unchecked Sendable {
    private let font: OpaquePointer
    private let glyphs: [cairo_glyph_t]

    /// - Returns: Nil if the style has no font.
    init?(_ letters: String, _ style: ScaledStyle, in context: OpaquePointer) {
      guard let font = style.font(in: context) else { return nil }
      defer { g_object_unref(font) }
      guard let scaled = pango_cairo_font_get_scaled_font(font.opaque) else { return nil }
      self.font = cairo_scaled_font_reference(scaled)
      let hbFont = pango_font_get_hb_font(font)
      glyphs = letters.unicodeScalars.compactMap { letter in
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(hbFont, letter.value, &glyph) != 0 else { return nil }
        // Drawn on top of each other, because cairo does not draw outside the surface.
        return cairo_glyph_t(index: UInt(glyph), x: 16, y: 40)
      }
    }

    deinit { cairo_scaled_font_destroy(font) }

    func draw(on canvas: OpaquePointer?) {
      cairo_set_scaled_font(canvas, font)
      cairo_show_glyphs(canvas, glyphs, Int32(glyphs.count))
    }
  }
}
