import CGtk
import GtkInterop

/// The buttons of header bars that have an icon and a command.
enum HeaderButton {
  /// - Parameters:
  ///   - name: The tooltip, and the name for assistive tools.
  ///   - isToggle: Whether the button is pressed while the state of its action is true.
  static func make(
    _ icon: String, _ name: String, command: WindowCommand, isToggle: Bool = false
  ) -> WidgetPointer {
    let button: WidgetPointer = isToggle ? gtk_toggle_button_new() : gtk_button_new()
    setIcon(icon, of: button)
    command.connect(button)
    gtk_widget_set_tooltip_text(button, name)
    Accessible.setLabel(name, of: button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    return button
  }

  static func setIcon(_ icon: String, of button: WidgetPointer) {
    gtk_button_set_icon_name(button.cast(), icon)
  }
}
