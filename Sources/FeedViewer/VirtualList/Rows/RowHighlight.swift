import CGtk
import GtkInterop
import LayoutCore

/// The highlight of the row under the pointer.
///
/// GTK moves it when the pointer moves, but does not ask what is under a pointer that rests while rows are scrolled.
final class RowHighlight {
  /// Called when the pointer has moved or left.
  var onMove: () -> Void = {}
  /// The pointer's place in the list, in logical pixels; nil while it is elsewhere.
  var pointer: Point?

  func connect(to list: WidgetPointer) {
    let motion = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      Signal.connect(motion, signal) { [weak self] arguments in
        self?.pointer = Point(x: arguments.double(0), y: arguments.double(1))
        self?.onMove()
        return .unhandled
      }
    }
    Signal.connect(motion, "leave") { [weak self] in
      self?.pointer = nil
      self?.onMove()
    }
    gtk_widget_add_controller(list, motion)
  }

  /// Highlights a row, and no other one.
  ///
  /// - Complexity: O(rows in the viewport).
  func show(_ row: RowIndexPath?, in pool: RowPool) {
    for element in pool.boundElements {
      pool.view(of: element)?.setHighlighted(row.map { element == .row($0) } ?? false)
    }
  }
}
