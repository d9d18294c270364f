import CGtk
import GtkInterop

/// A symbol beside a label: an attachment, an embedded video, or a picture that is not shown.
enum ArticlePlaceholder {
  /// The label's style class.
  static let textClass = "article-placeholder-text"

  /// - Parameters:
  ///   - icon: The name of a symbolic icon; assistive tools do not see it.
  ///   - label: A label of the class `textClass`.
  static func make(icon: String, label: WidgetPointer) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    let symbol = gtk_image_new_from_icon_name(icon)!
    gtk_widget_add_css_class(symbol, "dim-label")
    Accessible.setHidden(true, of: symbol)
    gtk_box_append(box.cast(), symbol)
    gtk_box_append(box.cast(), label)
    gtk_widget_add_css_class(box, "article-placeholder")
    return box
  }
}
