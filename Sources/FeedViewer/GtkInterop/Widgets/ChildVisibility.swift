import CGtk

/// Whether a widget is shown by a parent that lays it out itself.
public enum ChildVisibility {
  /// Shows or hides a widget, and has its parent drawn again.
  ///
  /// GTK 4.8 does not tell the parent of one that is shown: it takes a hidden widget, and so those around it, for one that
  /// waits to be drawn already.
  public static func set(_ isVisible: Bool, of widget: WidgetPointer) {
    guard isVisible != (gtk_widget_get_child_visible(widget) != 0) else { return }
    gtk_widget_set_child_visible(widget, isVisible ? 1 : 0)
    if isVisible, let parent = gtk_widget_get_parent(widget) { gtk_widget_queue_draw(parent) }
  }
}
