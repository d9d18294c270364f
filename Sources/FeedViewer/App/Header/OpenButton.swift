import CGtk
import FeedViewerBase
import GtkInterop

/// The button that opens files, with the recent ones in the menu of its arrow.
final class OpenButton {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  let recentButton: HeaderMenuButton
  private let button: WidgetPointer = gtk_button_new()

  /// Whether the button has an icon in the place of its word.
  var isNarrow = false {
    didSet { if isNarrow != oldValue { showContent() } }
  }

  /// - Parameter recent: Gives the menu of recent files.
  init(recent: @escaping () -> [Menu.Item]) {
    recentButton = HeaderMenuButton(icon: nil, name: localized("Recent Files"), makeItems: recent)
    gtk_widget_add_css_class(widget, "split")
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    // Both have one height, also where words are higher than icons.
    gtk_widget_set_valign(recentButton.widget, GTK_ALIGN_FILL)
    WindowCommand.open.connect(button)
    gtk_widget_set_tooltip_text(button, localized("Open Files"))
    Accessible.setLabel(localized("Open Files"), of: button)
    for child in [button, recentButton.widget] { gtk_box_append(widget.cast(), child) }
    showContent()
  }

  private func showContent() {
    if isNarrow {
      HeaderButton.setIcon("document-open-symbolic", of: button)
    } else {
      gtk_button_set_label(button.cast(), localized("Open"))
    }
  }
}
