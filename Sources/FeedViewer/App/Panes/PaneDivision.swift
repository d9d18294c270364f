import CGtk
import FeedViewerBase
import GtkInterop

/// The line between two panes, which the pointer drags; and the arrow keys, while it has the focus.
final class PaneDivision {
  /// How wide the part is that the pointer can take, in logical pixels. Most of it is on the side of the second pane,
  /// because the first one's scroll bar is on the other.
  static let width = 9
  /// How much of it is on the side of the first pane, in logical pixels.
  static let widthBeforeLine = 2
  /// How far an arrow key moves it, in logical pixels.
  private static let step = 24

  let widget = AccessibleContainer.make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_SEPARATOR)
  /// The panes that it divides.
  weak var panes: AdaptivePanes?
  /// Where the pointer and the division were when the drag began.
  private var start = (x: 0.0, position: 0)

  /// - Parameter name: What dragging it does, for assistive tools.
  init(name: String) {
    gtk_widget_add_css_class(widget, "pane-division")
    Accessible.setLabel(name, of: widget)
    gtk_widget_set_cursor_from_name(widget, "col-resize")
    let line = gtk_separator_new(GTK_ORIENTATION_VERTICAL)!
    Accessible.setHidden(true, of: line)
    gtk_widget_set_margin_start(line, Int32(Self.widthBeforeLine))
    gtk_box_append(widget.cast(), line)
    addDrag()
    addKeys()
  }

  /// Takes the keyboard focus until a key leaves it. It is not among the stops of Tab.
  func takeFocus() {
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_grab_focus(widget)
  }

  private var position: Int { panes?.position(of: self) ?? 0 }

  private func move(to width: Int) { panes?.move(self, to: width) }

  private var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  private func addDrag() {
    let drag = gtk_gesture_drag_new()!
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      guard let self else { return .unhandled }
      self.start = (self.xInPanes(arguments.double(0)), self.position)
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      guard let self else { return .unhandled }
      var x = 0.0
      gtk_gesture_drag_get_start_point(drag, &x, nil)
      let moved = Int((self.xInPanes(x + arguments.double(0)) - self.start.x).rounded())
      self.move(to: self.start.position + (self.isRightToLeft ? -moved : moved))
      return .unhandled
    }
    gtk_widget_add_controller(widget, drag)
  }

  /// A position that does not move with the division.
  private func xInPanes(_ x: Double) -> Double {
    guard let panes = gtk_widget_get_parent(widget) else { return x }
    var result = 0.0
    gtk_widget_translate_coordinates(widget, panes, x, 0, &result, nil)
    return result
  }

  private func addKeys() {
    KeyPresses.connect(to: widget) { [weak self] key, _ in self?.keyPressed(key) ?? .unhandled }
    let focus = gtk_event_controller_focus_new()!
    Signal.connect(focus, "leave") { [weak self] in
      if let self { gtk_widget_set_focusable(self.widget, 0) }
    }
    gtk_widget_add_controller(widget, focus)
  }

  func keyPressed(_ key: UInt32) -> EventResult {
    let forward = isRightToLeft ? -Self.step : Self.step
    switch Int32(key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: move(to: position - forward)
    case GDK_KEY_Right, GDK_KEY_KP_Right: move(to: position + forward)
    case GDK_KEY_Home, GDK_KEY_KP_Home: move(to: 0)
    case GDK_KEY_End, GDK_KEY_KP_End: move(to: .max)
    case GDK_KEY_Escape, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_F8:
      WindowCommand.focusContent.perform(from: widget)
    default: return .unhandled
    }
    return .handled
  }
}
