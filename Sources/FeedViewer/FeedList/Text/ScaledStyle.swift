import CGtk
import LayoutCore

/// A text style in a context's font: its font description and what is asked of it again and again.
nonisolated struct ScaledStyle {
  let description: FontDescription
  let characterWidth: PangoUnits
  let lineHeight: PangoUnits

  init(_ style: TextStyle, in context: OpaquePointer) {
    description = FontDescription(of: context, scale: style.scale, weight: style.weight)
    let metrics = pango_context_get_metrics(context, description.pointer, nil)
    characterWidth = Int(pango_font_metrics_get_approximate_char_width(metrics))
    lineHeight = Int(pango_font_metrics_get_height(metrics))
    pango_font_metrics_unref(metrics)
  }
}
