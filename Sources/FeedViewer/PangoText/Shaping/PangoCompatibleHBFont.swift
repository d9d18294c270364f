import CGtk

/// A HarfBuzz font that handles missing glyphs like Pango's (shape.c, `pango_font_get_hb_font_for_context`): they
/// become hex boxes, and a missing space becomes an empty glyph.
nonisolated final class PangoCompatibleHBFont {
  let pointer: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  private struct State {
    let font: UnsafeMutablePointer<PangoFont>
    let parent: OpaquePointer
  }

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    let parent = pango_font_get_hb_font(font)!
    state = .allocate(capacity: 1)
    state.initialize(to: State(font: font, parent: parent))
    g_object_ref(font)
    pointer = hb_font_create_sub_font(parent)
    let functions = hb_font_funcs_create()
    hb_font_funcs_set_nominal_glyph_func(
      functions,
      { _, data, unicode, glyph, _ in PangoCompatibleHBFont.nominalGlyph(data, unicode, glyph) }, nil, nil)
    hb_font_funcs_set_glyph_h_advance_func(
      functions, { _, data, glyph, _ in PangoCompatibleHBFont.advance(data, glyph) }, nil, nil)
    hb_font_funcs_set_glyph_extents_func(
      functions, { _, data, glyph, extents, _ in PangoCompatibleHBFont.extents(data, glyph, extents) }, nil,
      nil)
    hb_font_set_funcs(pointer, functions, state, nil)
    hb_font_funcs_destroy(functions)
  }

  deinit {
    hb_font_destroy(pointer)
    g_object_unref(state.pointee.font)
    state.deallocate()
  }

  /// Whether the font has a glyph for `unicode`, according to HarfBuzz, not to Pango's substitution.
  func hasGlyph(_ unicode: UInt32) -> Bool {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(state.pointee.parent, unicode, &glyph) != 0
  }

  private static func state(_ data: UnsafeMutableRawPointer?) -> State {
    data!.assumingMemoryBound(to: State.self).pointee
  }

  private static func nominalGlyph(
    _ data: UnsafeMutableRawPointer?, _ unicode: hb_codepoint_t,
    _ glyph: UnsafeMutablePointer<hb_codepoint_t>?
  ) -> hb_bool_t {
    if hb_font_get_nominal_glyph(state(data).parent, unicode, glyph) != 0 { return 1 }
    if g_unichar_type(unicode) == G_UNICODE_SPACE_SEPARATOR {
      guard unicode == 0x20 else { return 0 }
      glyph?.pointee = 0x20 | PangoGlyphs.unknownFlag
      return 1
    }
    glyph?.pointee = unicode | PangoGlyphs.unknownFlag
    return unicode > 0x10FFFF ? 1 : 0
  }

  private static func advance(_ data: UnsafeMutableRawPointer?, _ glyph: hb_codepoint_t) -> hb_position_t {
    let state = state(data)
    guard glyph & PangoGlyphs.unknownFlag != 0 else {
      return hb_font_get_glyph_h_advance(state.parent, glyph)
    }
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(state.font, glyph, nil, &rectangle)
    return rectangle.width
  }

  private static func extents(
    _ data: UnsafeMutableRawPointer?, _ glyph: hb_codepoint_t,
    _ extents: UnsafeMutablePointer<hb_glyph_extents_t>?
  ) -> hb_bool_t {
    let state = state(data)
    guard glyph & PangoGlyphs.unknownFlag != 0 else {
      return hb_font_get_glyph_extents(state.parent, glyph, extents)
    }
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(state.font, glyph, &rectangle, nil)
    extents?.pointee = hb_glyph_extents_t(
      x_bearing: rectangle.x, y_bearing: rectangle.y, width: rectangle.width, height: rectangle.height)
    return 1
  }
}

/// Pango's special glyphs, which C defines as macros that Swift can't import.
nonisolated enum PangoGlyphs {
  static let empty: PangoGlyph = 0x0FFF_FFFF
  static let unknownFlag: PangoGlyph = 0x1000_0000
}
