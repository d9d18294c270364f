import CGtk

/// The size of the font of a widget.
package nonisolated struct FontSize: Sendable, Hashable {
  /// In logical pixels: the em of style sheets.
  package let pixels: Double
  /// How many times as large as usual the desktop makes all texts, whatever the font: a resolution of 96 is usual.
  package let scale: Double

  private static let usualResolution = 96.0
  private static let pointsInAnInch = 72.0

  /// Creates a size.
  package init(pixels: Double, scale: Double = 1) {
    self.pixels = pixels
    self.scale = scale
  }

  init(of context: OpaquePointer) {
    let description = pango_context_get_font_description(context)
    let size = Double(pango_font_description_get_size(description)) / 1024
    let found = pango_cairo_context_get_resolution(context)
    let resolution = found > 0 ? found : Self.usualResolution
    let isAbsolute = pango_font_description_get_size_is_absolute(description) != 0
    self.init(
      pixels: isAbsolute ? size : size * resolution / Self.pointsInAnInch,
      scale: resolution / Self.usualResolution)
  }
}

extension TextSystem {
  /// The size of the font.
  package var fontSize: FontSize { FontSize(of: preparationContext.context) }
}
