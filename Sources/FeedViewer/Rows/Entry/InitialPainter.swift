import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// Draws the initials in coloured circles that replace images. Each drawing is cached, because all entries of a feed
/// share it.
final class InitialPainter {
  private struct Key: Hashable {
    let initial: Initial
    let side: Double
  }

  /// A circle that is smaller has a smaller letter, in logical pixels.
  private static let usualSide = 40.0
  /// The most cached drawings; a list shows a few feeds.
  private static let capacity = 200
  private static let white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)

  private var drawn: [Key: RenderNode] = [:]
  /// The generation of the text system that drew them.
  private var generation: UInt32 = 0

  /// The drawing in a square of `side` logical pixels at the origin.
  func node(of initial: Initial, side: Double, text: TextSystem) -> RenderNode? {
    if generation != text.generation || drawn.count >= Self.capacity {
      generation = text.generation
      drawn = [:]
    }
    let key = Key(initial: initial, side: side)
    if let known = drawn[key] { return known }
    let node = RenderNode { draw(initial, side: side, with: text, on: $0) }
    drawn[key] = node
    return node
  }

  private func draw(
    _ initial: Initial, side: Double, with text: TextSystem, on snapshot: OpaquePointer
  ) {
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(side), height: Float(side)))
    var background = Self.palette[abs(initial.colorIndex) % Self.palette.count]
    var circle = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&circle, &bounds, bounds.size.width / 2)
    gtk_snapshot_push_rounded_clip(snapshot, &circle)
    gtk_snapshot_append_color(snapshot, &background, &bounds)
    gtk_snapshot_pop(snapshot)
    let style: TextStyle = side < Self.usualSide ? .smallInitial : .initial
    if !drawGlyph(of: initial.letter, style, side: side, with: text, on: snapshot) {
      drawLayout(of: initial.letter, style, side: side, with: text, on: snapshot)
    }
  }

  /// The text origin at which the ink is centred in the circle.
  private func origin(of ink: PangoRectangle, side: Double) -> graphene_point_t {
    graphene_point_t(
      x: Float(side / 2 - (Double(ink.x) + Double(ink.width) / 2) / 1024),
      y: Float(side / 2 - (Double(ink.y) + Double(ink.height) / 2) / 1024))
  }

  /// Draws an initial that is one glyph of the style's font, as nearly every one is. A layout would draw the same,
  /// but make Pango load one more font, which costs the first frame two milliseconds.
  ///
  /// - Returns: Whether the initial is such a glyph.
  private func drawGlyph(
    of letter: String, _ style: TextStyle, side: Double, with text: TextSystem, on snapshot: OpaquePointer
  ) -> Bool {
    guard letter.unicodeScalars.count == 1, let scalar = letter.unicodeScalars.first,
      let (font, glyph) = text.glyph(of: scalar, style: style)
    else { return false }
    defer { g_object_unref(font) }
    var ink = PangoRectangle()
    pango_font_get_glyph_extents(font, glyph, &ink, nil)
    var origin = origin(of: ink, side: side)
    let glyphs = pango_glyph_string_new()!
    defer { pango_glyph_string_free(glyphs) }
    pango_glyph_string_set_size(glyphs, 1)
    glyphs.pointee.glyphs[0] = PangoGlyphInfo(glyph: glyph, geometry: .init(), attr: .init())
    var white = Self.white
    guard let node = gsk_text_node_new(font, glyphs, &white, &origin) else { return false }
    gtk_snapshot_append_node(snapshot, node)
    gsk_render_node_unref(node)
    return true
  }

  private func drawLayout(
    of letter: String, _ style: TextStyle, side: Double, with text: TextSystem, on snapshot: OpaquePointer
  ) {
    text.makeLayout(text.element(letter, style: style), width: nil).use { layout in
      var ink = PangoRectangle()
      pango_layout_get_extents(layout, &ink, nil)
      var origin = origin(of: ink, side: side)
      var white = Self.white
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &origin)
      gtk_snapshot_append_layout(snapshot, layout, &white)
      gtk_snapshot_restore(snapshot)
    }
  }

  /// Colours of the circles: dark enough for a white letter (contrast of at least 4.5) in both styles.
  private static let palette: [GdkRGBA] = [
    (0x1C, 0x71, 0xD8), (0x26, 0x7A, 0x4E), (0xA8, 0x5A, 0x00), (0xC0, 0x1C, 0x28), (0x81, 0x3D, 0x9C),
    (0x86, 0x5E, 0x3C), (0x0B, 0x76, 0x84), (0x5E, 0x5C, 0x64), (0xB0, 0x2A, 0x6B), (0x4A, 0x5F, 0xC1),
  ].map { GdkRGBA(red: Float($0.0) / 255, green: Float($0.1) / 255, blue: Float($0.2) / 255, alpha: 1) }
}
