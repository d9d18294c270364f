import CGtk

/// A Pango font's HarfBuzz font and features, looked up once.
nonisolated final class FontFeatures {
  let font: UnsafeMutablePointer<PangoFont>
  /// Owned by the Pango font.
  let hbFont: OpaquePointer
  let features: UnsafeMutablePointer<hb_feature_t>
  let featureCount: UInt32
  /// The glyph of U+25CC, which HarfBuzz inserts under marks without a base; an invalid glyph if the font lacks it.
  let dottedCircle: hb_codepoint_t
  /// The same font with Pango's substitutes for missing glyphs.
  private(set) lazy var pangoCompatibleFont = PangoCompatibleHBFont(font)

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    self.font = font
    g_object_ref(font)
    hbFont = pango_font_get_hb_font(font)
    features = .allocate(capacity: 32)
    var count: UInt32 = 0
    pango_font_get_features(font, features, 32, &count)
    featureCount = count
    var glyph: hb_codepoint_t = 0
    dottedCircle = hb_font_get_nominal_glyph(hbFont, 0x25CC, &glyph) != 0 ? glyph : .max
  }

  deinit {
    features.deallocate()
    g_object_unref(font)
  }
}
