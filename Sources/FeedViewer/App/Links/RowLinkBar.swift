import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// An overlay of the list that shows the target of the selected row's link before it is followed by key.
final class RowLinkBar {
  /// The list's view and the overlay.
  let widget = AccessibleContainer.make(gtk_overlay_get_type())
  /// Created when it is first shown, so that it does not delay the first frame.
  private var bar: LinkStatusBar?
  private let list: ListView
  private var target: (address: String, row: RowIndexPath)?

  /// - Parameter view: The widget that shows the rows of `list`.
  init(over view: WidgetPointer, of list: ListView) {
    self.list = list
    gtk_overlay_set_child(widget.opaque, view)
    guard let adjustment = list.verticalAdjustment else { return }
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.update() }
  }

  /// The current preview.
  var preview: LinkPreview? { bar?.preview }

  /// Shows the target of a row's link while the row is on screen; nil hides the bar.
  func show(_ address: String?, of row: RowIndexPath?) {
    // The bar may lie over the new row.
    if row != target?.row { bar?.show(nil) }
    target = if let address, let row { (address, row) } else { nil }
    update()
  }

  private func update() {
    guard let (address, row) = target, list.geometry.sectionCount > row.section,
      list.geometry.rowCount(inSection: row.section) > row.row
    else {
      bar?.show(nil)
      return
    }
    let scale = Double(gtk_widget_get_scale_factor(list.widget.pointer))
    let top = Double(list.geometry.offset(of: .row(row)) - list.contentOffset) / scale
    let bottom = top + Double(list.geometry.height(of: .row(row)).value) / scale
    let viewHeight = Double(gtk_widget_get_height(list.widget.pointer))
    guard bottom > 0, top < viewHeight || viewHeight == 0 else {
      bar?.show(nil)
      return
    }
    let bar = bar ?? makeBar()
    bar.show(LinkPreview(text: nil, address: address), bottom: bottom, viewHeight: viewHeight)
  }

  private func makeBar() -> LinkStatusBar {
    let made = LinkStatusBar()
    gtk_overlay_add_overlay(widget.opaque, made.widget)
    bar = made
    return made
  }
}
