import CGtk
import EntryRows
import VirtualList
import GtkInterop
import LayoutCore

/// Lies over the list and says where the link of the selected row leads, before a key follows it.
final class RowLinkBar {
  /// The list's view with the bar above it.
  let widget: WidgetPointer = gtk_overlay_new()
  /// Made when it is first shown, so that the first frame need not wait for it.
  private var bar: LinkStatusBar?
  private var row: RowIndexPath?

  /// - Parameter view: The widget that shows the rows.
  init(over view: WidgetPointer) { gtk_overlay_set_child(widget.opaque, view) }

  /// What is shown.
  var preview: LinkPreview? { bar?.preview }

  /// Shows where a row's link leads; nil hides the bar.
  func show(_ address: String?, of row: RowIndexPath?, in list: ListView) {
    guard let address, let row, list.geometry.sectionCount > row.section,
      list.geometry.rowCount(inSection: row.section) > row.row
    else {
      bar?.show(nil)
      self.row = nil
      return
    }
    let bar = bar ?? makeBar()
    // Another row with the same link may be where the bar is.
    if row != self.row { bar.show(nil) }
    self.row = row
    let scale = Double(gtk_widget_get_scale_factor(list.widget.pointer))
    let bottom = list.geometry.offset(of: .row(row)) + list.geometry.height(of: .row(row)).value
    bar.show(
      LinkPreview(text: nil, address: address), bottom: Double(bottom - list.contentOffset) / scale,
      viewHeight: Double(gtk_widget_get_height(list.widget.pointer)))
  }

  private func makeBar() -> LinkStatusBar {
    let made = LinkStatusBar()
    gtk_overlay_add_overlay(widget.opaque, made.widget)
    bar = made
    return made
  }
}
