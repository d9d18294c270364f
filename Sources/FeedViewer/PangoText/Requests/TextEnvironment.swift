import CGtk

/// All settings that must be equal where text is measured and where it is drawn.
///
/// Any change starts a new generation, which does not use results of earlier ones. A value, from which any thread can
/// make a context of its own.
package nonisolated struct TextEnvironment: Equatable, Sendable {
  let font: FontDescription
  /// Nil if the context has none.
  let fontOptions: FontOptions?
  /// Dots per inch.
  let resolution: Double
  /// Empty if the context has no language of its own, as those not made by widgets.
  let language: String
  let roundsGlyphPositions: Bool
  let baseDirection: UInt32
  /// Increases when the installed fonts or their configuration change.
  let fontMapSerial: UInt32
  /// What is known of the metrics of these fonts; environments are equal whatever that is.
  let margins = SearchMargins()

  /// Reads the settings with which a widget draws text.
  init(of context: OpaquePointer) {
    font = FontDescription(copying: pango_context_get_font_description(context))
    fontOptions = pango_cairo_context_get_font_options(context).map { FontOptions(copying: $0) }
    resolution = pango_cairo_context_get_resolution(context)
    language =
      pango_context_get_language(context).flatMap { pango_language_to_string($0) }
      .map { String(cString: $0) } ?? ""
    roundsGlyphPositions = pango_context_get_round_glyph_positions(context) != 0
    baseDirection = pango_context_get_base_dir(context).rawValue
    fontMapSerial = pango_font_map_get_serial(pango_context_get_font_map(context))
  }

  package static func == (one: TextEnvironment, other: TextEnvironment) -> Bool {
    one.font == other.font && one.fontOptions == other.fontOptions && one.resolution == other.resolution
      && one.language == other.language && one.roundsGlyphPositions == other.roundsGlyphPositions
      && one.baseDirection == other.baseDirection && one.fontMapSerial == other.fontMapSerial
  }

  /// A new context with these settings and a new font map, for the calling thread. The caller owns it.
  func makeContext() -> OpaquePointer {
    let map = pango_cairo_font_map_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    let context = pango_font_map_create_context(map)!
    pango_context_set_font_description(context, font.pointer)
    if let fontOptions { pango_cairo_context_set_font_options(context, fontOptions.pointer) }
    pango_cairo_context_set_resolution(context, resolution)
    if !language.isEmpty { pango_context_set_language(context, pango_language_from_string(language)) }
    pango_context_set_round_glyph_positions(context, roundsGlyphPositions ? 1 : 0)
    pango_context_set_base_dir(context, PangoDirection(rawValue: baseDirection))
    return context
  }
}

/// An immutable font description, freed with this object.
package nonisolated final class FontDescription: Equatable, @unchecked Sendable {
  // Thread-safe, because reading a description does not change it.
  let pointer: OpaquePointer

  init(copying description: OpaquePointer?) {
    pointer = pango_font_description_copy(description) ?? pango_font_description_new()
  }

  /// - Parameter description: In the format of `pango_font_description_from_string`.
  init(_ description: String) { pointer = pango_font_description_from_string(description)! }

  /// The context's font, with another size and weight.
  init(of context: OpaquePointer, scale: Double, weight: PangoWeight) {
    pointer = pango_font_description_copy(pango_context_get_font_description(context))!
    let size = Double(pango_font_description_get_size(pointer)) * scale
    if pango_font_description_get_size_is_absolute(pointer) != 0 {
      pango_font_description_set_absolute_size(pointer, size.rounded())
    } else {
      pango_font_description_set_size(pointer, Int32(size.rounded()))
    }
    pango_font_description_set_weight(pointer, weight)
  }

  deinit { pango_font_description_free(pointer) }

  package static func == (one: FontDescription, other: FontDescription) -> Bool {
    pango_font_description_equal(one.pointer, other.pointer) != 0
  }
}

/// Immutable font options, freed with this object.
package nonisolated final class FontOptions: Equatable, @unchecked Sendable {
  // Thread-safe, because reading font options does not change them.
  let pointer: OpaquePointer

  init(copying options: OpaquePointer) { pointer = cairo_font_options_copy(options) }

  deinit { cairo_font_options_destroy(pointer) }

  package static func == (one: FontOptions, other: FontOptions) -> Bool {
    cairo_font_options_equal(one.pointer, other.pointer) != 0
  }
}
