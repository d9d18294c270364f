import CGtk
import FeedViewerBase
import GtkInterop

/// The row of the primary menu that tells the size of text, with a button at either side to change it.
final class ZoomRow {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let reset: WidgetPointer = gtk_button_new()

  init() {
    gtk_widget_add_css_class(widget, "zoom-row")
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    let smaller = HeaderButton.make("list-remove-symbolic", localized("Smaller Text"), command: .zoomOut)
    let larger = HeaderButton.make("list-add-symbolic", localized("Larger Text"), command: .zoomIn)
    WindowCommand.zoomNormal.connect(reset)
    gtk_widget_set_tooltip_text(reset, localized("Reset"))
    for button in [smaller, reset, larger] {
      gtk_widget_add_css_class(button, "flat")
      gtk_box_append(widget.cast(), button)
    }
  }

  func show(_ zoom: Double) {
    let text = ZoomText.percent(zoom)
    gtk_button_set_label(reset.cast(), text)
    gtk_widget_add_css_class(gtk_button_get_child(reset.cast()), "numeric")
    Accessible.setLabel(localized("Text size: \(text)"), of: reset)
  }
}
