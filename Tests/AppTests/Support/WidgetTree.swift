import CGtk
import GtkInterop

/// Finds widgets in a window.
@MainActor enum WidgetTree {
  /// A widget and its descendants, parents first.
  static func widgets(below widget: WidgetPointer) -> [WidgetPointer] {
    var result = [widget]
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      result += widgets(below: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return result
  }
}
