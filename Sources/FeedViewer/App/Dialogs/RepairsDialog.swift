import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import PangoText
import VirtualList

/// Lists the repairs of a file: position, problem and repair.
enum RepairsDialog {
  /// The most repairs shown; the others are counted.
  private static let rowLimit = 200
  private static let size = (width: 520, height: 420)
  private static let margins = (horizontal: Int32(14), vertical: Int32(8))

  static func present(_ repairs: FeedRepairs, of path: FilePath, over parent: UnsafeMutablePointer<GtkWindow>)
  {
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list(of: repairs))
    DialogWindow.present(
      scroller, title: localized("Repairs in \(FileName.of(path))"), width: size.width, height: size.height,
      over: parent
    )
  }

  private static func list(of repairs: FeedRepairs) -> WidgetPointer {
    let list = gtk_list_box_new()!
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_list_box_set_show_separators(list.opaque, 1)
    Accessible.setLabel(localized("Repairs"), of: list)
    for place in repairs.places.prefix(rowLimit) {
      let found = place.found.localized
      let title = "\(found.prefix(1).uppercased())\(found.dropFirst())"
      append(title, localized("Line \(place.line), column \(place.column): \(place.repair)"), to: list)
    }
    let rest = repairs.count - min(repairs.places.count, rowLimit)
    if rest > 0 {
      append(
        localized("and \(grouped: rest) more", plural: "and \(grouped: rest) more", count: rest), nil,
        to: list)
    }
    return list
  }

  private static func append(_ title: String, _ subtitle: String?, to list: WidgetPointer) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    gtk_widget_set_margin_start(box, margins.horizontal)
    gtk_widget_set_margin_end(box, margins.horizontal)
    gtk_widget_set_margin_top(box, margins.vertical)
    gtk_widget_set_margin_bottom(box, margins.vertical)
    gtk_box_append(box.cast(), WrappingLabel.make(title, isSelectable: true))
    if let subtitle {
      let line = WrappingLabel.make(subtitle, isSelectable: true)
      gtk_widget_add_css_class(line, "dim-label")
      gtk_widget_add_css_class(line, "caption")
      gtk_box_append(box.cast(), line)
    }
    let row = gtk_list_box_row_new()!
    Accessible.setLabel([title, subtitle].compactMap(\.self).joined(separator: ". "), of: row)
    gtk_list_box_row_set_child(row.cast(), box)
    gtk_list_box_row_set_activatable(row.cast(), 0)
    gtk_list_box_append(list.opaque, row)
  }
}
