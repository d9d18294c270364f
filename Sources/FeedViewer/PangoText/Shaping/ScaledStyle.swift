import CGtk
import LayoutCore

/// A text style applied to a context's font.
nonisolated struct ScaledStyle {
  let description: FontDescription
  /// The space between lines that gives them the style's leading, in Pango units.
  let lineSpacing: PangoUnits

  init(_ style: TextStyle, in context: OpaquePointer) {
    description = FontDescription(
      of: context, scale: style.scale, weight: PangoWeight(UInt32(style.weight.rawValue)))
    lineSpacing =
      style.leading > 0 ? Self.lineSpacing(leading: style.leading, description, in: context) : 0
  }

  private static func lineSpacing(
    leading: Double, _ description: FontDescription, in context: OpaquePointer
  ) -> PangoUnits {
    guard let font = firstFont(of: description, in: context) else { return 0 }
    defer { g_object_unref(font) }
    var (width, size): (Int32, Int32) = (0, 0)
    hb_font_get_scale(pango_font_get_hb_font(font), &width, &size)
    var line = PangoRectangle()
    pango_font_get_glyph_extents(font, PangoGlyphs.empty, nil, &line)
    // Whole pixels, so that the distances of all lines are equal.
    let missing = (leading * Double(abs(size)) - Double(line.height)) / 1024
    return min(max(Int(missing.rounded()) * 1024, 0), PreparedText.greatestLineSpacing)
  }

  /// The first font of a description, which the caller owns.
  ///
  /// Pango's layouts ask for upright fonts in horizontal text. A description that says nothing about that is another one
  /// to Pango's font map, for which it would match and sort all installed fonts once more, in two threads.
  private static func firstFont(
    of description: FontDescription, in context: OpaquePointer
  ) -> UnsafeMutablePointer<PangoFont>? {
    guard pango_context_get_gravity(context) == PANGO_GRAVITY_SOUTH else {
      return pango_context_load_font(context, description.pointer)
    }
    let upright = pango_font_description_copy_static(description.pointer)
    defer { pango_font_description_free(upright) }
    pango_font_description_set_gravity(upright, PANGO_GRAVITY_SOUTH)
    return pango_context_load_font(context, upright)
  }

  /// The style's first font, which the caller owns.
  func font(in context: OpaquePointer) -> UnsafeMutablePointer<PangoFont>? {
    Self.firstFont(of: description, in: context)
  }

  /// The glyph of a character in this style's font, and the font, which the caller owns.
  ///
  /// - Returns: nil if the character is in another font.
  func glyph(
    of character: Unicode.Scalar, in context: OpaquePointer
  ) -> (font: UnsafeMutablePointer<PangoFont>, glyph: PangoGlyph)? {
    guard let font = font(in: context) else { return nil }
    var glyph: hb_codepoint_t = 0
    guard hb_font_get_nominal_glyph(pango_font_get_hb_font(font), character.value, &glyph) != 0 else {
      g_object_unref(font)
      return nil
    }
    return (font, glyph)
  }

  /// The width of an average letter and the height of a line. Pango's own metrics would do as well, but Pango loads
  /// each font again to compute them.
  func metrics(in context: OpaquePointer) -> (characterWidth: PangoUnits, lineHeight: PangoUnits) {
    guard let font = font(in: context) else { return (0, 0) }
    defer { g_object_unref(font) }
    let hbFont = pango_font_get_hb_font(font)
    let letters = "the quick brown fox jumps over the lazy dog".unicodeScalars
    let width = letters.reduce(0) { sum, letter in
      var glyph: hb_codepoint_t = 0
      _ = hb_font_get_nominal_glyph(hbFont, letter.value, &glyph)
      return sum + Int(hb_font_get_glyph_h_advance(hbFont, glyph))
    }
    var line = PangoRectangle()
    pango_font_get_glyph_extents(font, PangoGlyphs.empty, nil, &line)
    return (width / letters.count, Int(line.height))
  }
}
