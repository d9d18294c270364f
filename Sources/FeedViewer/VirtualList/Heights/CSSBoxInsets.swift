import CGtk
import GtkInterop

/// What a style sheet puts around the content of a row or header: margin, border and padding, in logical pixels.
struct CSSBoxInsets: Equatable {
  var top = 0
  var bottom = 0
  /// On both sides together.
  var horizontal = 0
  /// The padding's share of `bottom`.
  var paddingBelow = 0

  var vertical: Int { top + bottom }

  init() {}

  /// - Parameter widget: A row's or a header's, in the state that all are measured in.
  init(of widget: WidgetPointer) {
    let style = gtk_widget_get_style_context(widget)
    for read in [gtk_style_context_get_margin, gtk_style_context_get_border, gtk_style_context_get_padding] {
      var edges = GtkBorder()
      read(style, &edges)
      // Margins may be less than nothing, and GTK counts paddings over 32,767 pixels as if they were: rows do not overlap.
      top += max(Int(edges.top), 0)
      bottom += max(Int(edges.bottom), 0)
      horizontal += max(Int(edges.left), 0) + max(Int(edges.right), 0)
      // Read last.
      paddingBelow = max(Int(edges.bottom), 0)
    }
  }
}
