import CGtk
import GtkInterop

/// A window over another one, which Escape closes.
enum DialogWindow {
  /// What is drawn around a window on a desktop without a compositor, in logical pixels.
  private static let frameSize: Int32 = 12

  /// - Parameters:
  ///   - height: In logical pixels; nil for that of the content, in a window that can't be resized.
  ///   - scrolled: What scrolls in the content: the window is lower if that needs less. A scrolled window of GTK 4.8 does not
  ///     know how high wrapped text is.
  @discardableResult static func present(
    _ content: WidgetPointer, title: String, width: Int, height: Int? = nil, scrolled: WidgetPointer? = nil,
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
    gtk_window_set_resizable(window, height == nil ? 0 : 1)
    gtk_window_set_child(window, content)
    let needed = scrolled.map {
      naturalHeight(of: $0, fitting - frameSize) + naturalHeight(of: bar, -1) + frameSize
    }
    gtk_window_set_default_size(window, fitting, min(needed ?? .max, Int32(height ?? -1)))
    addClosing(["Escape"], to: widget)
    WindowKeys.add(to: window, over: parent)
    gtk_window_present(window)
    return window
  }

  private static func naturalHeight(of widget: WidgetPointer, _ width: Int32) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
    return natural
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
