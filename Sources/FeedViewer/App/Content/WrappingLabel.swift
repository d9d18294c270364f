import CGtk
import GtkInterop
import PangoText

/// Labels for text from feeds and for messages: lines break anywhere if they must, so that no word widens the window.
enum WrappingLabel {
  /// - Parameter isSelectable: Whether the text can be selected with the pointer. The label takes no keyboard focus.
  static func make(_ text: String, isSelectable: Bool = false) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    GraphemeBreaks.remove(fromLabel: label.opaque)
    // Pango would end a line inside a word with a hyphen, wherever that is, and in file names too.
    let attributes =
      gtk_label_get_attributes(label.opaque).map { pango_attr_list_copy($0)! } ?? pango_attr_list_new()!
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
    gtk_label_set_xalign(label.opaque, 0)
    if isSelectable {
      gtk_label_set_selectable(label.opaque, 1)
      // A label that only was not focusable would still stop Tab on its way to the next widget.
      gtk_widget_set_can_focus(label, 0)
    }
    return label
  }
}
