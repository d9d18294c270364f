import CGtk
import FeedViewerBase
import GtkInterop

/// A lasting message at the top of a pane about what the pane shows, with buttons.
final class Banner {
  /// What a banner says.
  struct Content: Equatable {
    var text: String
    var buttons: [ActionButton] = []
    /// Whether the reader can dismiss it.
    var isDismissable = false
  }

  let widget = AccessibleContainer.make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_ALERT)
  /// Called when the reader dismisses the message.
  var onDismiss: () -> Void = {}
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
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(widget.cast(), label)
    for button in content.buttons {
      let child = gtk_button_new()!
      button.fill(child)
      append(child)
    }
    guard content.isDismissable else { return }
    let close = gtk_button_new_from_icon_name("window-close-symbolic")!
    gtk_widget_set_tooltip_text(close, localized("Dismiss"))
    Accessible.setLabel(localized("Dismiss"), of: close)
    Signal.connect(close, "clicked") { [weak self] in self?.onDismiss() }
    append(close)
  }

  private func append(_ button: WidgetPointer) {
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_box_append(widget.cast(), button)
  }
}
