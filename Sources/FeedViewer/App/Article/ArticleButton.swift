import CGtk
import GtkInterop

/// The header bar button that returns from an article to the list.
enum ArticleButton {
  static func back() -> WidgetPointer {
    let button = gtk_button_new_from_icon_name("go-previous-symbolic")!
    gtk_actionable_set_action_name(button.opaque, "win.back")
    gtk_widget_set_tooltip_text(button, "Back to the List (Alt+Left)")
    Accessible.setLabel("Back to the List", of: button)
    gtk_widget_set_visible(button, 0)
    return button
  }
}
