import CGtk
import GtkInterop
import LayoutCore

/// Measures text in one font by arithmetic without a window, for comparisons with other programs.
///
/// Uses Pango's default context: no widget's settings, and metrics hinted by Pango's defaults.
package final class PlainTextMeasurer {
  private let context: GObjectReference<OpaquePointer>
  private let font: FontDescription
  private let preparer: TextPreparer

  /// - Parameter font: In the format of `pango_font_description_from_string`.
  package init(font: String, roundsGlyphPositions: Bool = true) {
    context = GObjectReference(
      adopting: pango_font_map_create_context(pango_cairo_font_map_get_default())!)
    pango_context_set_round_glyph_positions(context.pointer, roundsGlyphPositions ? 1 : 0)
    self.font = FontDescription(font)
    preparer = TextPreparer(context: context.pointer, budget: .textPreparation)
    // It belongs to one thread, and must answer questions that depend on font metrics.
    preparer.readMetrics()
  }

  /// The extents of `string`, and whether arithmetic gave them without a PangoLayout.
  package func extents(of string: String, in constraint: LineConstraint) -> (TextExtents, byArithmetic: Bool)
  {
    let layout = pango_layout_new(context.pointer)!
    defer { g_object_unref(layout.raw) }
    pango_layout_set_font_description(layout, font.pointer)
    pango_layout_set_text(layout, string, Int32(clamping: string.utf8.count))
    if let prepared = preparer.prepare(layout, font: font.pointer, depth: .complete),
      let found = LineBreaker.extents(of: prepared, in: constraint)
    {
      return (found, true)
    }
    GraphemeBreaks.remove(FatalBreaks.ranges(in: layout, for: constraint), from: layout)
    PangoAnswer.apply(constraint, to: layout)
    return (PangoAnswer.extents(of: layout, in: constraint), false)
  }
}
