import CGtk
import FeedViewerBase
import GtkInterop

/// A lasting message at the top of a pane about what the pane shows, with buttons.
final class Banner {
  /// With less room than for this many average characters beside the buttons, the text is above them.
  private static let textWidth: Int32 = 20

  /// What a banner says.
  struct Content: Equatable {
    var text: String
    var buttons: [ActionButton] = []
    /// Whether it tells remarks that the reader can dismiss.
    var isDismissable = false
  }

  let widget = AccessibleContainer.make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_ALERT)
  private(set) var content: Content?

  init() {
    gtk_widget_add_css_class(widget, "banner")
    gtk_widget_set_visible(widget, 0)
  }

  /// Shows a message; nil shows none.
  func show(_ new: Content?) {
    guard new != content else { return }
    content = new
    while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(widget.cast(), child) }
    if let new { fill(new) }
    gtk_widget_set_visible(widget, new == nil ? 0 : 1)
  }

  private func fill(_ content: Content) {
    Accessible.setLabel(content.text, of: widget)
    let label = WrappingLabel.make(content.text, isSelectable: true)
    gtk_label_set_max_width_chars(label.opaque, Self.textWidth)
    gtk_widget_set_hexpand(label, 1)
    let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    for button in content.buttons {
      let child = gtk_button_new()!
      button.fill(child)
      gtk_box_append(buttons.cast(), child)
    }
    gtk_widget_set_visible(buttons, content.buttons.isEmpty ? 0 : 1)
    gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    gtk_widget_set_valign(buttons, GTK_ALIGN_CENTER)
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    for box in [buttons, row] { RowOrColumnLayout.use(in: box) }
    for child in [label, buttons] { gtk_box_append(row.cast(), child) }
    gtk_box_append(widget.cast(), row)
    guard content.isDismissable else { return }
    let close = gtk_button_new_from_icon_name("window-close-symbolic")!
    gtk_widget_set_tooltip_text(close, localized("Dismiss"))
    Accessible.setLabel(localized("Dismiss"), of: close)
    WindowCommand.dismissRemarks.connect(close)
    gtk_widget_set_valign(close, GTK_ALIGN_CENTER)
    gtk_box_append(widget.cast(), close)
  }
}
