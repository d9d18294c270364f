import CGtk

/// The text that is selected in a label.
public enum LabelSelection {
  /// The selected text of the first label below a widget that has one; nil if there is none.
  ///
  /// - Complexity: O(widgets below).
  public static func text(below widget: WidgetPointer) -> String? {
    if g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 {
      var start: Int32 = 0
      var end: Int32 = 0
      guard gtk_label_get_selection_bounds(widget.opaque, &start, &end) != 0 else { return nil }
      let scalars = String(cString: gtk_label_get_text(widget.opaque)).unicodeScalars
      return String(String.UnicodeScalarView(scalars.dropFirst(Int(start)).prefix(Int(end - start))))
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let text = text(below: current) { return text }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }
}
