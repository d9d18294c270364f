import CGtk
import GtkInterop

/// The CSS box around the content of a row or header: margin, border and padding together, in logical pixels.
struct CSSBoxInsets: Equatable, CustomStringConvertible {
  var top = 0
  var bottom = 0
  /// The sum of both sides.
  var horizontal = 0
  /// The padding's share of `bottom`.
  var paddingBelow = 0

  var vertical: Int { top + bottom }

  var description: String { "\(top) \(bottom) \(horizontal) \(paddingBelow)" }

  init() {}

  /// - Parameter widget: The widget of a row or header, in its normal state.
  init(of widget: WidgetPointer) {
    let style = gtk_widget_get_style_context(widget)
    for read in [gtk_style_context_get_margin, gtk_style_context_get_border, gtk_style_context_get_padding] {
      var edges = GtkBorder()
      read(style, &edges)
      // Margins may be negative, and GTK reads paddings over 32,767 pixels as negative; rows must not overlap.
      top += max(Int(edges.top), 0)
      bottom += max(Int(edges.bottom), 0)
      horizontal += max(Int(edges.left), 0) + max(Int(edges.right), 0)
      // Read last.
      paddingBelow = max(Int(edges.bottom), 0)
    }
  }
}
