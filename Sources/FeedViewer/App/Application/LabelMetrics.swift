import CGtk
import GtkInterop

/// Where the lines of labels are. GTK 4.8 places them between pixels unless the desktop says otherwise, and letters are blurred.
enum LabelMetrics {
  /// GTK's documentation: "Whether hinting should be applied to font metrics."
  private static let setting = "gtk-hint-font-metrics"

  /// Lets the lines of all labels be at whole pixels, which they are at every scale of a display.
  static func round() {
    if let settings = gtk_settings_get_default() { ObjectProperty.set(setting, of: settings, to: true) }
  }

  /// Leaves the metrics of a list as they are without `round()`: the heights of its rows are those that `feed-viewer measure`
  /// prints, and those that were stored.
  static func keepExact(in list: WidgetPointer) {
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    gtk_widget_set_font_options(list, options)
    cairo_font_options_destroy(options)
  }
}
