import CGtk
import FeedViewerBase
import GtkInterop

/// The header bar buttons of an article.
enum ArticleButton {
  /// Returns to the list.
  static func back() -> WidgetPointer {
    make(
      "go-previous-symbolic", localized("Back to the List"), keys: localized("Alt+Left"), action: "win.back")
  }

  static func previous() -> WidgetPointer {
    make("go-up-symbolic", localized("Previous Article"), keys: "P", action: "win.previous-article")
  }

  static func next() -> WidgetPointer {
    make("go-down-symbolic", localized("Next Article"), keys: "N", action: "win.next-article")
  }

  /// - Returns: A hidden button.
  private static func make(
    _ icon: String, _ name: String, keys: String, action: String
  ) -> WidgetPointer {
    let button = gtk_button_new_from_icon_name(icon)!
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_tooltip_text(button, "\(name) (\(keys))")
    Accessible.setLabel(name, of: button)
    gtk_widget_set_visible(button, 0)
    return button
  }
}
