import CGtk
import GtkInterop

/// The header bar at the top of a pane. The bars of all panes together are the window's title bar.
final class PaneHeader {
  let widget: WidgetPointer = gtk_header_bar_new()

  /// - Parameter title: What is in the middle; nil for nothing.
  init(title: WidgetPointer? = nil) {
    // Without a title of its own, a header bar shows that of the window.
    gtk_header_bar_set_title_widget(widget.opaque, title ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    showWindowButtons(WindowButtons())
  }

  /// Adds widgets at the start, in their order.
  func addAtStart(_ children: WidgetPointer...) {
    for child in children { gtk_header_bar_pack_start(widget.opaque, child) }
  }

  /// Adds widgets at the end, in their order.
  func addAtEnd(_ children: WidgetPointer...) {
    for child in children.reversed() { gtk_header_bar_pack_end(widget.opaque, child) }
  }

  func showWindowButtons(_ buttons: WindowButtons) {
    gtk_header_bar_set_decoration_layout(widget.opaque, "\(buttons.start):\(buttons.end)")
  }
}

/// The buttons of a window, as the desktop places them.
struct WindowButtons: Equatable {
  /// Their names at the start and at the end, separated by commas.
  var start = ""
  var end = ""

  /// How many are at the start.
  var countAtStart: Int { start.split(separator: ",").count }

  init() {}

  /// - Parameter layout: The setting "gtk-decoration-layout": names, and a colon between start and end.
  init(layout: String) {
    let parts = layout.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    start = parts.first.map(String.init) ?? ""
    end = parts.count > 1 ? String(parts[1]) : ""
  }
}
