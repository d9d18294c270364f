import CGtk
import GtkInterop

/// A window over another one, which Escape closes.
enum DialogWindow {
  /// - Parameters:
  ///   - height: In logical pixels; nil for that of the content, in a window that can't be resized.
  static func present(
    _ content: WidgetPointer, title: String, width: Int, height: Int? = nil,
    over parent: UnsafeMutablePointer<GtkWindow>
  ) {
    let widget = gtk_window_new()!
    let window: UnsafeMutablePointer<GtkWindow> = widget.cast()
    gtk_window_set_titlebar(window, gtk_header_bar_new())
    gtk_window_set_title(window, title)
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    // No wider than a narrow window; before that one is laid out, it has no width.
    let room = gtk_widget_get_width(parent.cast())
    let fitting = room > 0 ? min(Int32(width), room) : Int32(width)
    gtk_window_set_default_size(window, fitting, Int32(height ?? -1))
    gtk_window_set_resizable(window, height == nil ? 0 : 1)
    gtk_window_set_child(window, content)
    let controller = gtk_shortcut_controller_new()!
    let shortcut = gtk_shortcut_new(
      gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0)), gtk_named_action_new("window.close"))
    gtk_shortcut_controller_add_shortcut(controller.opaque, shortcut)
    gtk_widget_add_controller(widget, controller)
    WindowKeys.add(to: window, over: parent)
    gtk_window_present(window)
  }
}
