import CGtk
import GtkInterop

/// A window over another one, which Escape closes.
enum DialogWindow {
  /// - Parameters:
  ///   - height: In logical pixels; nil for that of the content, in a window that can't be resized.
  @discardableResult static func present(
    _ content: WidgetPointer, title: String, width: Int, height: Int? = nil,
    over parent: UnsafeMutablePointer<GtkWindow>
  ) -> UnsafeMutablePointer<GtkWindow> {
    let widget = gtk_window_new()!
    let window: UnsafeMutablePointer<GtkWindow> = widget.cast()
    let bar: WidgetPointer = gtk_header_bar_new()
    gtk_widget_add_css_class(bar, "dialog-bar")
    gtk_window_set_titlebar(window, bar)
    gtk_window_set_title(window, title)
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    // No wider than a narrow window; before that one is laid out, it has no width.
    let room = gtk_widget_get_width(parent.cast())
    let fitting = room > 0 ? min(Int32(width), room) : Int32(width)
    gtk_window_set_default_size(window, fitting, Int32(height ?? -1))
    gtk_window_set_resizable(window, height == nil ? 0 : 1)
    gtk_window_set_child(window, content)
    addClosing(["Escape"], to: widget)
    WindowKeys.add(to: window, over: parent)
    gtk_window_present(window)
    return window
  }

  /// Lets keys close a window unless what has the focus takes them.
  ///
  /// - Parameter keys: In GTK's notation.
  static func addClosing(_ keys: [String], to window: WidgetPointer) {
    let controller = gtk_shortcut_controller_new()!
    for key in keys {
      gtk_shortcut_controller_add_shortcut(
        controller.opaque,
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key), gtk_named_action_new("window.close")))
    }
    gtk_widget_add_controller(window, controller)
  }
}
