import CGtk
import GtkInterop

/// Pango's font map of the main actor in a test process.
///
/// Nothing holds the main actor of a test process to one thread, and Pango has a default font map for each thread, with a
/// serial number of its own. A list that is made on one thread and styled on another would take its fonts for changed, and
/// measure all its rows again.
package enum MainFontMap {
  private static let map = GObjectReference(retaining: pango_cairo_font_map_get_default()!.opaque)

  /// Makes it the default of the calling thread. Call where the thread may have become another one, before GTK lays out.
  package static func select() { pango_cairo_font_map_set_default(map.pointer) }
}
