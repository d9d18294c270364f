import CGtk
import GtkInterop

/// What the keyboard focus is on, as far as keys of the window have another meaning there.
enum KeyTarget {
  /// Letters and editing keys belong to the text.
  case textEntry
  /// Editing keys belong to the feeds at the side.
  case feeds
  case other

  /// - Parameters:
  ///   - focus: The widget with the focus.
  ///   - feeds: The sidebar.
  init(_ focus: WidgetPointer?, feeds: WidgetPointer) {
    guard let focus else {
      self = .other
      return
    }
    if Self.isTextEntry(focus) {
      self = .textEntry
    } else {
      self = gtk_widget_is_ancestor(focus, feeds) != 0 ? .feeds : .other
    }
  }

  private static func isTextEntry(_ widget: WidgetPointer) -> Bool {
    [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      g_type_check_instance_is_a(widget.cast(), $0) != 0
    }
  }
}
