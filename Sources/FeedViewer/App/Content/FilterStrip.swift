import CGtk
import FeedViewerBase
import GtkInterop

/// The strip above the list that tells which entries a filter shows, with a button to show all.
final class FilterStrip {
  let widget = AccessibleContainer.make(gtk_box_get_type())
  private let what: WidgetPointer = gtk_label_new(nil)
  private let count: WidgetPointer = gtk_label_new(nil)

  init() {
    for style in ["strip", "filter"] { gtk_widget_add_css_class(widget, style) }
    gtk_widget_add_css_class(what, "what")
    gtk_label_set_ellipsize(count.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(count.opaque, 0)
    gtk_widget_set_hexpand(count, 1)
    let button: WidgetPointer = gtk_button_new_from_icon_name("window-close-symbolic")
    WindowCommand.filter.connect(button, target: Arrangement.Filter.all.rawValue)
    gtk_widget_set_tooltip_text(button, localized("Show All Entries"))
    Accessible.setLabel(localized("Show All Entries"), of: button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    for child in [what, count, button] { gtk_box_append(widget.cast(), child) }
    gtk_widget_set_visible(widget, 0)
  }

  /// - Parameters:
  ///   - shown: The number of entries that are shown.
  ///   - all: The number of those in the list without the filter; nil while they are counted.
  func show(_ filter: Arrangement.Filter, shown: Int, of all: Int?) {
    // A file that can't be read has nothing to hide.
    gtk_widget_set_visible(widget, filter == .all || all == 0 ? 0 : 1)
    let number = all.map { all in
      localized(
        "\(grouped: shown) of \(grouped: all) entry", plural: "\(grouped: shown) of \(grouped: all) entries",
        count: all)
    }
    gtk_label_set_text(what.opaque, filter.name)
    gtk_label_set_text(count.opaque, number ?? "")
    Accessible.setLabel(ListText.joined([filter.name, number].compactMap(\.self)), of: widget)
  }
}
