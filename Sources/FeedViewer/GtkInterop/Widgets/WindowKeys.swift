import CGtk

/// The keys that users expect in every window and menu: Control+W closes the window, Control+Q quits.
///
/// The accelerators of a GtkApplication reach its application windows only, and not while a menu of theirs is open.
package enum WindowKeys {
  /// Control+W closes the dialog, Control+Q quits the application of the window below it.
  package static func add(
    to dialog: UnsafeMutablePointer<GtkWindow>, over parent: UnsafeMutablePointer<GtkWindow>
  ) {
    if let application = gtk_window_get_application(parent) {
      gtk_widget_insert_action_group(dialog.cast(), "app", application.opaque)
    }
    add(close: "window.close", to: dialog.cast())
  }

  /// Control+W closes the window that the menu belongs to, Control+Q quits its application.
  package static func add(toMenu popover: WidgetPointer) { add(close: "win.close", to: popover) }

  private static func add(close: String, to widget: WidgetPointer) {
    let controller = gtk_shortcut_controller_new()!
    // Before a text entry or a menu item takes the key.
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    for (key, action) in [(GDK_KEY_w, close), (GDK_KEY_q, "app.quit")] {
      gtk_shortcut_controller_add_shortcut(
        controller.opaque,
        gtk_shortcut_new(gtk_keyval_trigger_new(guint(key), GDK_CONTROL_MASK), gtk_named_action_new(action)))
    }
    gtk_widget_add_controller(widget, controller)
  }
}
