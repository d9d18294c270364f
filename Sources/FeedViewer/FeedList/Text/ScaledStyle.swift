import CGtk
import LayoutCore

/// A text style in a context's font: its font description and what is asked of it again and again.
final class ScaledStyle {
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

/// A font description, freed with this object.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
final class FontDescription {
  let pointer: OpaquePointer

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

  isolated deinit { pango_font_description_free(pointer) }
}
