import CGtk
import GtkInterop
import LayoutCore

/// Dragging rows out of the list with the mouse: a drag that begins on a selected row drags all selected rows, any other
/// one draws a rubber band. GTK shows the text of what is dragged at the pointer.
extension ListView {
  func connectDragOut() {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_LINK.rawValue))
    // Before the press has moved: without content, GTK begins no drag.
    Signal.connect(source, "begin") { [weak self] _ in
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(source, nil, &x, &y)
      let content = Self.isTouch(source) ? nil : self?.draggedContent(x: x, y: y)
      if let content {
        content.makeProvider().use { gtk_drag_source_set_content(source, $0) }
      } else {
        gtk_drag_source_set_content(source, nil)
      }
      return .unhandled
    }
    gtk_widget_add_controller(widget.pointer, source)
  }

  /// What a drag from a point of the list carries; nil if it carries nothing.
  package func draggedContent(x: Double, y: Double) -> LazyContent? {
    guard interaction == .rows, let row = row(atY: y), selection.rows.contains(row) else { return nil }
    return delegate?.listView(self, contentOfDragged: selection.rows)
  }
}
