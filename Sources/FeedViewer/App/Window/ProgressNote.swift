import CGtk
import FeedViewerBase
import GtkInterop

/// Tells above the list how far the entries of very large files were looked at: for another order or filter, or to mark all.
final class ProgressNote {
  let widget: WidgetPointer = gtk_label_new(nil)
  /// The distance from the edges of the list, in logical pixels.
  private static let margin: Int32 = 12
  private var arranging: String?
  private var marking: String?

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

  /// - Parameter arranging: How many entries were looked at for another order, of how many; nil if none are.
  func show(arranging: (done: Int, all: Int)?) {
    self.arranging = arranging.map {
      localized("Sorting… \(grouped: $0.done) of \(grouped: $0.all) entries")
    }
    show()
  }

  /// - Parameter marking: How many entries were looked at that are to be marked, of how many; nil if none are.
  func show(marking: (done: Int, all: Int)?) {
    self.marking = marking.map {
      localized("Marking as read… \(grouped: $0.done) of \(grouped: $0.all)")
    }
    show()
  }

  private func show() {
    let text = [marking, arranging].compactMap(\.self).joined(separator: "\n")
    gtk_label_set_text(widget.opaque, text)
    gtk_widget_set_visible(widget, text.isEmpty ? 0 : 1)
  }
}
