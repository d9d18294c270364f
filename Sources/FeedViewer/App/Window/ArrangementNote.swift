import CGtk
import GtkInterop
import Localization

/// Tells above the list how far very large files were looked at for another order or filter.
final class ArrangementNote {
  let widget: WidgetPointer = gtk_label_new(nil)
  /// The distance from the edges of the list, in logical pixels.
  private static let margin: Int32 = 12

  init() {
    gtk_label_set_xalign(widget.opaque, 0)
    gtk_label_set_wrap(widget.opaque, 1)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(widget, style) }
    gtk_widget_set_margin_start(widget, Self.margin)
    gtk_widget_set_margin_end(widget, Self.margin)
    gtk_widget_set_margin_top(widget, Self.margin / 2)
    gtk_widget_set_margin_bottom(widget, Self.margin / 2)
    gtk_widget_set_visible(widget, 0)
  }

  /// - Parameter progress: How many entries were looked at, of how many; nil hides the note.
  func show(_ progress: (done: Int, all: Int)?) {
    if let (done, all) = progress {
      gtk_label_set_text(
        widget.opaque, localized("Arranging: \(grouped: done) of \(grouped: all) entries looked at so far."))
    }
    gtk_widget_set_visible(widget, progress == nil ? 0 : 1)
  }
}
