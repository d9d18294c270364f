import CGtk

/// Screens that fingers touch.
public enum TouchScreen {
  /// Whether there is one at the display of a widget.
  public static func isPresent(for widget: WidgetPointer) -> Bool {
    guard let seat = gdk_display_get_default_seat(gtk_widget_get_display(widget)) else { return false }
    return gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
  }
}
