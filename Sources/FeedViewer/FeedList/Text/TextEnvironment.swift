import CGtk
import GtkInterop
import LayoutCore

/// Everything that must be the same where text is measured and where it is painted.
///
/// A change of any part is a new generation: nothing that was prepared under another one is used again.
struct TextEnvironment: Equatable {
  let font: String
  let fontOptions: UInt
  let resolution: Double
  let language: String
  let roundsGlyphPositions: Bool
  let baseDirection: UInt32

  /// Reads the settings that a widget paints its text with.
  init(of context: OpaquePointer) {
    font = Self.string(pango_font_description_to_string(pango_context_get_font_description(context)))
    fontOptions = pango_cairo_context_get_font_options(context).map { cairo_font_options_hash($0) } ?? 0
    resolution = pango_cairo_context_get_resolution(context)
    // A context that no widget made has no language of its own.
    language =
      pango_context_get_language(context).flatMap { pango_language_to_string($0) }
      .map { String(cString: $0) } ?? ""
    roundsGlyphPositions = pango_context_get_round_glyph_positions(context) != 0
    baseDirection = pango_context_get_base_dir(context).rawValue
  }

  private static func string(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
