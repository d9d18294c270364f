import CGtk
import GtkInterop
import LayoutCore

/// The highlight of the row at which the reader points. It comes with a motion of the pointer only, and goes when the pointer
/// leaves, the rows are scrolled or a menu opens: a row that came under a pointer at rest is none that is pointed at.
final class RowHighlight {
  /// Called when the pointer has moved or left.
  var onMove: () -> Void = {}
  /// The pointer's place in the list, in logical pixels; nil while it does not point at a row.
  private(set) var pointer: Point?
  /// The scroll offset at which the pointer was moved, in device pixels.
  private var offset = 0
  private var motions = PointerMotions()

  /// - Parameter offset: The scroll offset in device pixels.
  func connect(to list: WidgetPointer, offset: @escaping () -> Int) {
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "motion") { [weak self] arguments in
      self?.pointerMoved(to: Point(x: arguments.double(0), y: arguments.double(1)), offset: offset())
      return .unhandled
    }
    Signal.connect(motion, "leave") { [weak self] in self?.clear() }
    gtk_widget_add_controller(list, motion)
  }

  func pointerMoved(to point: Point, offset: Int) {
    guard motions.isMotion(to: point) else { return }
    pointer = point
    self.offset = offset
    onMove()
  }

  /// Highlights no row until the pointer moves.
  func clear() {
    guard pointer != nil else { return }
    pointer = nil
    onMove()
  }

  /// Highlights no row until the pointer moves after a menu.
  func menuOpened() {
    motions.menuOpened()
    clear()
  }

  /// Call when rows may have moved.
  ///
  /// - Parameter offset: The scroll offset in device pixels.
  func rowsWerePlaced(at offset: Int) { if offset != self.offset { clear() } }

  /// Highlights a row, and no other one.
  ///
  /// - Complexity: O(rows in the viewport).
  func show(_ row: RowIndexPath?, in pool: RowPool) {
    for element in pool.boundElements {
      pool.view(of: element)?.setHighlighted(row.map { element == .row($0) } ?? false)
    }
  }
}
