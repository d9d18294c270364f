import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Scrolls code and tables sideways by wheel, touchpad, finger, and with the scroll bar.
final class ArticleSidewaysInput: ArticlePart {
  /// GtkScrolledWindow's factor for distances of touchpads.
  private static let touchpadFactor = 2.5
  /// In logical pixels.
  private static let wheelStep = 60.0

  weak var view: ArticleView?
  private let list: ListView
  private let sideways: ArticleSideways
  /// The block that a finger or the pointer drags, and how far it has been dragged.
  private var dragged: (group: SidewaysGroup, factor: Double, distance: Double)?
  /// Where the pointer is on the list.
  private var pointer: Point?

  init(of list: ListView, _ sideways: ArticleSideways) {
    self.list = list
    self.sideways = sideways
    connectWheel()
    connectPointer()
    connectBar()
    connectFinger()
  }

  /// Scrolls what is at a point.
  ///
  /// - Parameter distance: To the right, in logical pixels.
  /// - Returns: Whether there is something at the point that scrolls sideways.
  func scroll(at point: Point, toRightBy distance: Double) -> Bool {
    guard let (group, isRightToLeft, _) = block(at: point) else { return false }
    return sideways.scroll(group, by: isRightToLeft ? -distance : distance)
  }

  /// Another document is about to be shown: what is dragged is not in it.
  func documentChanged() { dragged = nil }

  private func block(at point: Point) -> (group: SidewaysGroup, isRightToLeft: Bool, row: RowIndexPath)? {
    guard let place = list.row(atY: point.y), place.row < document.count,
      list.frame(of: .articlePanel, in: place)?.contains(point) == true
    else { return nil }
    let row = document.row(at: place.row)
    guard let group = row.sidewaysGroup, sideways.limit(of: group) > 0 else { return nil }
    return (group, row.isRightToLeft, place)
  }

  private func connectWheel() {
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    Signal.connect(wheel, "scroll") { [weak self] arguments in
      guard let self, let pointer = self.pointer else { return .unhandled }
      var (x, y) = (arguments.double(0), arguments.double(1))
      let state = gtk_event_controller_get_current_event_state(wheel).rawValue
      if state & GDK_CONTROL_MASK.rawValue != 0 { return .unhandled }
      if state & GDK_SHIFT_MASK.rawValue != 0 { (x, y) = (y, x) }
      guard abs(x) > abs(y) else { return .unhandled }
      let isWheel = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_WHEEL
      let step = isWheel ? Self.wheelStep : Self.touchpadFactor
      return self.scroll(at: pointer, toRightBy: x * step) ? .handled : .unhandled
    }
    gtk_widget_add_controller(list.widget.pointer, wheel)
  }

  private func connectPointer() {
    let motion = gtk_event_controller_motion_new()!
    for name in ["enter", "motion"] {
      Signal.connect(motion, name) { [weak self] arguments in
        guard let self else { return .unhandled }
        let point = Point(x: arguments.double(0), y: arguments.double(1))
        self.pointer = point
        if self.dragged == nil { self.sideways.hovered = self.block(at: point)?.group }
        return .unhandled
      }
    }
    Signal.connect(motion, "leave") { [weak self] in
      self?.pointer = nil
      if self?.dragged == nil { self?.sideways.hovered = nil }
    }
    gtk_widget_add_controller(list.widget.pointer, motion)
  }

  private func connectBar() {
    let drag = gtk_gesture_drag_new()!
    // Before text is selected.
    gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      let point = Point(x: arguments.double(0), y: arguments.double(1))
      guard let self, let found = self.bar(at: point) else {
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
        return .unhandled
      }
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      self.dragged = (found.group, found.factor, 0)
      return .unhandled
    }
    connectDistances(of: drag)
    gtk_widget_add_controller(list.widget.pointer, drag)
  }

  /// The block whose scroll bar is at a point, and how far it scrolls for each pixel.
  private func bar(at point: Point) -> (group: SidewaysGroup, factor: Double)? {
    guard let (group, isRightToLeft, row) = block(at: point),
      document.row(at: row.row).isLastOfSidewaysGroup,
      let panel = list.frame(of: .articlePanel, in: row)
    else { return nil }
    let width = panel.minX...panel.maxX
    let frame = SidewaysFrame(clip: panel, view: width, content: width, isRightToLeft: isRightToLeft)
    let height = SidewaysFrame.barWidth + 2 * SidewaysFrame.barMargin
    guard point.y >= panel.maxY - height else { return nil }
    return (group, frame.distancePerPixel(limit: sideways.limit(of: group)))
  }

  private func connectFinger() {
    let pan = gtk_gesture_pan_new(GTK_ORIENTATION_HORIZONTAL)!
    gtk_gesture_single_set_touch_only(pan, 1)
    Signal.connect(pan, "drag-begin") { [weak self] arguments in
      let point = Point(x: arguments.double(0), y: arguments.double(1))
      guard let self, let (group, isRightToLeft, _) = self.block(at: point) else {
        gtk_gesture_set_state(pan, GTK_EVENT_SEQUENCE_DENIED)
        return .unhandled
      }
      self.dragged = (group, isRightToLeft ? 1 : -1, 0)
      return .unhandled
    }
    connectDistances(of: pan)
    gtk_widget_add_controller(list.widget.pointer, pan)
  }

  private func connectDistances(of gesture: OpaquePointer) {
    Signal.connect(gesture, "drag-update") { [weak self] arguments in
      guard let self, let dragged = self.dragged else { return .unhandled }
      let distance = arguments.double(0)
      self.dragged?.distance = distance
      self.sideways.scroll(dragged.group, by: (distance - dragged.distance) * dragged.factor)
      return .unhandled
    }
    for name in ["drag-end", "cancel"] {
      Signal.connect(gesture, name) { [weak self] in self?.dragged = nil }
    }
  }
}
