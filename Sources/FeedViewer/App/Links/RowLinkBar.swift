import CGtk
import EntryRows
import VirtualList
import GtkInterop
import LayoutCore

/// An overlay of the list that shows the target of the selected row's link before it is followed by key.
final class RowLinkBar {
  /// The list's view and the overlay.
  let widget = AccessibleContainer.make(gtk_overlay_get_type())
  /// Created when it is first shown, so that it does not delay the first frame.
  private var bar: LinkStatusBar?
  private var row: RowIndexPath?

  /// - Parameter view: The widget that shows the rows.
  init(over view: WidgetPointer) { gtk_overlay_set_child(widget.opaque, view) }

  /// The current preview.
  var preview: LinkPreview? { bar?.preview }

  /// Shows the target of a row's link; nil hides the bar.
  func show(_ address: String?, of row: RowIndexPath?, in list: ListView) {
    guard let address, let row, list.geometry.sectionCount > row.section,
      list.geometry.rowCount(inSection: row.section) > row.row
    else {
      bar?.show(nil)
      self.row = nil
      return
    }
    let bar = bar ?? makeBar()
    // The bar may lie over the new row.
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
