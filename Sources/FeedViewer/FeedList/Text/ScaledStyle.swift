import CGtk
import LayoutCore

/// A text style in a context's font.
nonisolated struct ScaledStyle {
  let description: FontDescription

  init(_ style: TextStyle, in context: OpaquePointer) {
    description = FontDescription(of: context, scale: style.scale, weight: style.weight)
  }

  /// The width of an average character and the height of a line.
  func metrics(in context: OpaquePointer) -> (characterWidth: PangoUnits, lineHeight: PangoUnits) {
    let metrics = pango_context_get_metrics(context, description.pointer, nil)
    defer { pango_font_metrics_unref(metrics) }
    return (
      Int(pango_font_metrics_get_approximate_char_width(metrics)), Int(pango_font_metrics_get_height(metrics))
    )
  }
}
