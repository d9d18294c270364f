import CGtk
import GtkInterop

/// What tests look for in a window.
@MainActor enum WidgetTree {
  /// A widget and all widgets in it, each before those in it.
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
