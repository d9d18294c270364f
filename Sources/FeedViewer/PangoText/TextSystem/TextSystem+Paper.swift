import CGtk
import LayoutCore

extension TextSystem {
  /// Creates a text system for paper, where a pixel is a point and nothing is fitted to a grid. It needs no display.
  ///
  /// - Parameters:
  ///   - fontFamily: The family of the font.
  ///   - points: The size of the font at a scale of 1; positive.
  package convenience init(fontFamilyOnPaper fontFamily: String, points: Double) {
    self.init(checksPangoLater: true) {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      let description = pango_font_description_new()!
      pango_font_description_set_family(description, fontFamily)
      pango_font_description_set_size(description, Int32((points * 1024).rounded()))
      pango_context_set_font_description(context, description)
      pango_font_description_free(description)
      pango_cairo_context_set_resolution(context, 72)
      pango_context_set_round_glyph_positions(context, 0)
      let options = cairo_font_options_create()
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(context, options)
      cairo_font_options_destroy(options)
      return context
    }
    // Paper is white, whatever the display is.
    colors = TextColors(mark: .init(red: 1, green: 0.93, blue: 0.6))
  }
}
