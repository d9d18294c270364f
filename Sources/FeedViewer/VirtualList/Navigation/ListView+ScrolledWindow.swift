import CGtk
import GtkInterop

extension ListView {
  /// Puts the list into a new scrolled window with the right scroll bar policies. Retain the list for as long as it is
  /// shown: the scrolled window does not.
  ///
  /// - Returns: A new GtkScrolledWindow with a floating reference, to be put into a window.
  /// - Precondition: The list has no parent yet.
  public func makeScrolledWindow() -> WidgetPointer {
    precondition(
      gtk_widget_get_parent(widget.pointer) == nil, "The list is in a scroller or another widget already.")
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, widget.pointer)
    return scroller
  }
}
