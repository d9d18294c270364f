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

  static func labels(below widget: WidgetPointer) -> [WidgetPointer] {
    widgets(below: widget).filter { g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 }
  }

  /// The texts of labels that are on the screen.
  static func texts(below widget: WidgetPointer) -> [String] {
    labels(below: widget).filter { gtk_widget_get_mapped($0) != 0 }.map(text)
  }

  static func text(of label: WidgetPointer) -> String { String(cString: gtk_label_get_text(label.opaque)) }
}
