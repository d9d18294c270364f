import CGtk
import Glibc
import GtkInterop
import LayoutCore

/// The input of swipes: gestures of one finger on a touch screen, scroll events of two on a touchpad.
extension RowSwipeController {
  /// The distance that a finger moves before it swipes, in logical pixels; GtkScrolledWindow's threshold of a scroll.
  private static let touchSlop = 8.0

  func connectTouch(to widget: WidgetPointer) {
    let drag = gtk_gesture_drag_new()!
    gtk_gesture_single_set_touch_only(drag, 1)
    var isSwiping = false
    Signal.connect(drag, "drag-begin") { isSwiping = false }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      guard let self else { return .unhandled }
      let (x, y) = (arguments.double(0), arguments.double(1))
      let distance = towardsStart(x)
      if !isSwiping {
        guard max(abs(x), abs(y)) > Self.touchSlop else { return .unhandled }
        var start = Point.zero
        guard abs(x) > abs(y), distance > 0,
          gtk_gesture_drag_get_start_point(drag, &start.x, &start.y) != 0, begin(atY: start.y)
        else {
          gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
          return .unhandled
        }
        isSwiping = true
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      self.drag(to: distance - Self.touchSlop, at: Self.time(of: drag))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in
      if isSwiping { self?.release(at: Self.time(of: drag)) }
      isSwiping = false
    }
    Signal.connect(drag, "cancel") { [weak self] in
      if isSwiping { self?.cancel() }
      isSwiping = false
    }
    gtk_widget_add_controller(widget, drag)
  }

  func connectTouchpad(to widget: WidgetPointer) {
    let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    Signal.connect(scroll, "scroll-begin") { [weak self] in self?.touchpad = .waiting }
    Signal.connect(scroll, "scroll") { [weak self] arguments in
      self?.scrolled(scroll, x: arguments.double(0), y: arguments.double(1)) ?? .unhandled
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in
      guard let self, case .swiping = touchpad else { return }
      touchpad = .waiting
      // GtkScrolledWindow has seen the same movements as a scroll, and would start kinetic scrolling.
      list?.stopScrolling()
      release(at: Self.time(of: scroll))
    }
    gtk_widget_add_controller(widget, scroll)
  }

  private func scrolled(_ controller: OpaquePointer, x: Double, y: Double) -> EventResult {
    let distance = towardsStart(-x) * pixelsInUnit(of: controller)
    let time = Self.time(of: controller)
    // The scrolled window consumes most events of its scrolls, too.
    if case .scrolling = touchpad, time - lastScroll > TouchpadScroll.pause,
      list?.wasScrolled(withinMilliseconds: TouchpadScroll.pause) != true
    {
      touchpad = .waiting
    }
    lastScroll = time
    switch touchpad {
    case .scrolling: return .unhandled
    case .waiting:
      guard x != 0 || y != 0 else { return .unhandled }
      guard abs(x) > abs(y), distance > 0, TouchpadScroll.isReported(to: controller, distance: x),
        let pointer = pointerY(controller), begin(atY: pointer)
      else {
        touchpad = .scrolling
        return .unhandled
      }
      touchpad = .swiping(distance: distance)
      drag(to: distance, at: time)
    case .swiping(let before):
      touchpad = .swiping(distance: before + distance)
      drag(to: before + distance, at: time)
    }
    return .handled
  }

  /// Converts a distance to the right into one towards the start of rows.
  private func towardsStart(_ x: Double) -> Double { isRightToLeft ? x : -x }

  var isRightToLeft: Bool {
    list.map { gtk_widget_get_direction($0.widgetPointer) == GTK_TEXT_DIR_RTL } ?? false
  }

  /// The distance of a scroll event in logical pixels: X11 reports wheel steps, which are as long as GtkScrolledWindow's;
  /// Wayland reports pixels.
  private func pixelsInUnit(of controller: OpaquePointer) -> Double {
    guard gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL, let list else {
      return 1
    }
    return pow(Double(gtk_widget_get_width(list.widgetPointer)), 2.0 / 3.0)
  }

  private static func time(of controller: OpaquePointer) -> Int {
    Int(gtk_event_controller_get_current_event_time(controller))
  }

  /// The pointer's position in the list in logical pixels, which scroll events do not contain.
  private func pointerY(_ controller: OpaquePointer) -> Double? {
    guard let list, let device = gtk_event_controller_get_current_event_device(controller),
      let native = gtk_widget_get_native(list.widgetPointer)
    else { return nil }
    var surface = Point.zero
    var inset = Point.zero
    var point = Point.zero
    gtk_native_get_surface_transform(native, &inset.x, &inset.y)
    guard
      gdk_surface_get_device_position(
        gtk_native_get_surface(native), device, &surface.x, &surface.y, nil) != 0,
      gtk_widget_translate_coordinates(
        native.cast(), list.widgetPointer, surface.x - inset.x, surface.y - inset.y, &point.x, &point.y) != 0
    else { return nil }
    return point.y
  }
}
