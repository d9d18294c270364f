import CGtk
import GtkInterop

/// A container that is one stop of the Tab key, however many widgets inside it can have the focus. GtkListView walks through
/// all of its rows before GTK 4.12.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class TabStop {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerTabStop", cssName: "tabstop", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// Gives the focus to a widget inside.
  weak var sidebar: Sidebar?
  private let reference = TabStop.widgetClass.make()
  private let child: WidgetPointer

  init(_ child: WidgetPointer) {
    self.child = child
    gtk_widget_set_parent(child, widget)
    CustomWidgetClass.setDelegate(self, of: widget)
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }
}

extension TabStop: @MainActor CustomWidgetDelegate {
  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, orientation, Int32(forSize), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  func allocate(width: Int, height: Int) {
    var place = GtkAllocation(x: 0, y: 0, width: Int32(width), height: Int32(height))
    gtk_widget_size_allocate(child, &place, -1)
  }

  func snapshot(_ snapshot: OpaquePointer) { gtk_widget_snapshot_child(widget, child, snapshot) }

  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return nil }
    if FocusedWidget(inWindowOf: widget)?.isInside(widget) == true { return false }
    sidebar?.takeFocus()
    return true
  }

  func dispose() { if gtk_widget_get_parent(child) == widget { gtk_widget_unparent(child) } }
}
