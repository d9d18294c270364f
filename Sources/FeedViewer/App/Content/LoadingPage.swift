import CGtk
import FeedViewerBase
import GtkInterop

/// The page shown while files are being read.
final class LoadingPage {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
  private let spinner: WidgetPointer = gtk_spinner_new()
  private let label: WidgetPointer = gtk_label_new(nil)

  init() {
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(spinner, 32, 32)
    Accessible.setHidden(true, of: spinner)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_widget_add_css_class(label, "dim-label")
    gtk_box_append(widget.cast(), spinner)
    gtk_box_append(widget.cast(), label)
    let button = gtk_button_new_with_mnemonic(localized("_Cancel"))!
    Accessible.removeMnemonicName(of: button)
    WindowCommand.stopLoading.connect(button)
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    gtk_box_append(widget.cast(), button)
  }

  /// - Parameter names: The names of the files.
  func show(_ names: [String]) {
    gtk_label_set_text(
      label.opaque,
      names.count == 1
        ? localized("Loading \(names[0])…")
        : localized(
          "Loading \(grouped: names.count) file…", plural: "Loading \(grouped: names.count) files…",
          count: names.count))
    gtk_spinner_start(spinner.opaque)
  }

  func stop() { gtk_spinner_stop(spinner.opaque) }
}
