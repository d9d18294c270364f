import CGtk
import FeedViewerRows
import GtkInterop

/// Lays out one widget from the line at which a column of text below it begins to the end of the page.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class ColumnIndent {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerColumnIndent", cssName: "columnindent", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// Has the column; `changed` tells that it begins elsewhere.
  private weak var view: ArticleView?
  private let reference = ColumnIndent.widgetClass.make()
  private let child: WidgetPointer
  private var change: IdleSource?

  init(_ child: WidgetPointer, with view: ArticleView) {
    self.child = child
    self.view = view
    gtk_widget_set_parent(child, widget)
    CustomWidgetClass.setDelegate(self, of: widget)
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }

  /// The column may begin elsewhere. It is laid out with the page, in which no other layout can be asked for.
  func changed() {
    change = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      if let self { gtk_widget_queue_allocate(self.widget) }
      return .done
    }
  }
}

extension ColumnIndent: @MainActor CustomWidgetDelegate {
  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    // The words are one line, however wide it is.
    gtk_widget_measure(child, orientation, -1, &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  func allocate(width: Int, height: Int) {
    var least: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    let start = max(0, min(view?.columnStart(inWidth: width) ?? 0, width - Int(least)))
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var frame = GtkAllocation(
      x: isRightToLeft ? 0 : Int32(start), y: 0, width: Int32(width - start), height: Int32(height))
    gtk_widget_size_allocate(child, &frame, -1)
  }

  func snapshot(_ snapshot: OpaquePointer) { gtk_widget_snapshot_child(widget, child, snapshot) }

  func environmentChanged() { gtk_widget_queue_resize(widget) }

  func dispose() {
    if gtk_widget_get_parent(child) == widget { gtk_widget_unparent(child) }
  }
}
