import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore

/// What the pointer, fingers and the wheel do with an article besides scrolling and selecting: zoom, and go back.
final class ArticleGestures {
  /// The least speed of a swipe, in logical pixels per second, and how much faster it is horizontally than vertically.
  private static let swipeSpeed = 400.0
  private static let swipeRatio = 2.0
  /// How far two fingers on a touchpad go, in logical pixels or, on X11, in steps of a wheel.
  private static let touchpadDistance = 120.0
  private static let touchpadSteps = 4.0
  /// The button of a mouse that goes back.
  private static let backButton: guint = 8

  /// What a movement of two fingers on a touchpad is.
  private enum TouchpadMovement {
    /// None has begun.
    case waiting
    /// It began vertically, or is not from a touchpad.
    case scrolling
    /// It began horizontally; how far it has moved what is under the fingers.
    case swiping(Point)
    /// It has gone back.
    case ended
  }

  private let view: ArticleView
  /// What of a step the wheel was turned with Control.
  private var wheel = 0.0
  /// Whether the finger was put down on what scrolls sideways, which a swipe then does.
  private var isOnSideways = false
  private var touchpad = TouchpadMovement.waiting
  /// In milliseconds.
  private var lastTouchpadEvent = 0
  /// The zoom when two fingers were put down.
  private var pinched = 1.0

  init(on view: ArticleView) {
    self.view = view
    addBackButton()
    addSwipe()
    addTouchpadSwipe()
    addPinch()
    addWheel()
  }

  /// Whether a swipe goes back: horizontally, to where the list is.
  ///
  /// - Parameters:
  ///   - x: The speed to the right, in logical pixels per second.
  ///   - y: The speed downwards.
  static func isBack(x: Double, y: Double, isRightToLeft: Bool) -> Bool {
    let speed = isRightToLeft ? -x : x
    return speed >= swipeSpeed && speed >= swipeRatio * abs(y)
  }

  private func goBack() { WindowCommand.back.perform(from: view.scroller) }

  private func addBackButton() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click.opaque, Self.backButton)
    Signal.connect(click, "pressed") { [weak self] in self?.goBack() }
    gtk_widget_add_controller(view.scroller, click.opaque)
  }

  /// One finger on a touch screen.
  private func addSwipe() {
    let swipe = gtk_gesture_swipe_new()!
    gtk_gesture_single_set_touch_only(swipe, 1)
    Signal.connect(swipe, "begin") { [weak self] in
      var point = Point.zero
      let finger = gtk_gesture_single_get_current_sequence(swipe)
      guard let self, gtk_gesture_get_point(swipe, finger, &point.x, &point.y) != 0 else { return }
      self.isOnSideways = self.view.scrollSideways(at: point, toRightBy: 0)
    }
    Signal.connect(swipe, "swipe") { [weak self] arguments in
      guard let self, !self.isOnSideways else { return .unhandled }
      let isRightToLeft = gtk_widget_get_direction(self.view.scroller) == GTK_TEXT_DIR_RTL
      if Self.isBack(x: arguments.double(0), y: arguments.double(1), isRightToLeft: isRightToLeft) {
        self.goBack()
      }
      return .unhandled
    }
    gtk_event_controller_set_propagation_phase(swipe, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view.scroller, swipe)
  }

  /// Two fingers on a touchpad, as in other programs. What scrolls sideways under the pointer takes their movement first.
  private func addTouchpadSwipe() {
    let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    Signal.connect(scroll, "scroll") { [weak self] arguments in
      self?.touchpadMoved(scroll, x: -arguments.double(0), y: -arguments.double(1)) ?? .unhandled
    }
    // The scrolled window takes all events of a movement that began with one that it got.
    gtk_widget_add_controller(view.list.widget.pointer, scroll)
  }

  /// - Parameters:
  ///   - x: How far what is under the fingers is moved to the right, in the unit of the controller.
  ///   - y: How far it is moved downwards.
  private func touchpadMoved(_ controller: OpaquePointer, x: Double, y: Double) -> EventResult {
    let time = Int(gtk_event_controller_get_current_event_time(controller))
    if time - lastTouchpadEvent > TouchpadScroll.pause { touchpad = .waiting }
    lastTouchpadEvent = time
    if case .waiting = touchpad {
      let isSwipe =
        abs(x) > abs(y) && TouchpadScroll.isReported(to: controller, distance: x)
        && gtk_event_controller_get_current_event_state(controller).rawValue & GDK_CONTROL_MASK.rawValue == 0
      touchpad = isSwipe ? .swiping(.zero) : .scrolling
    }
    switch touchpad {
    case .waiting, .scrolling: return .unhandled
    case .ended: return .handled
    case .swiping(let before):
      let moved = Point(x: before.x + x, y: before.y + y)
      touchpad = .swiping(moved)
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let isRightToLeft = gtk_widget_get_direction(view.scroller) == GTK_TEXT_DIR_RTL
      let distance = isRightToLeft ? -moved.x : moved.x
      if distance >= (isWheel ? Self.touchpadSteps : Self.touchpadDistance),
        distance >= Self.swipeRatio * abs(moved.y)
      {
        touchpad = .ended
        goBack()
      }
      return .handled
    }
  }

  private func addPinch() {
    let pinch: OpaquePointer = gtk_gesture_zoom_new()
    Signal.connect(pinch, "begin") { [weak self] in
      guard let self else { return }
      self.pinched = self.view.zoom
    }
    Signal.connect(pinch, "scale-changed") { [weak self] arguments in
      guard let self else { return .unhandled }
      self.view.zoom = ArticleView.zoom(nearestTo: self.pinched * arguments.double(0))
      return .unhandled
    }
    gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view.scroller, pinch)
  }

  /// The wheel zooms with Control.
  private func addWheel() {
    let scroll: OpaquePointer = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
    Signal.connect(scroll, "scroll") { [weak self] arguments in
      let modifiers = gtk_event_controller_get_current_event_state(scroll).rawValue
      guard let self, modifiers & GDK_CONTROL_MASK.rawValue != 0 else { return .unhandled }
      self.zoom(byWheel: arguments.double(1))
      return .handled
    }
    gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view.scroller, scroll)
  }

  /// Zooms by a turn of the wheel, downwards if it is positive; a touchpad turns it by parts of a step.
  func zoom(byWheel turn: Double) {
    if wheel * turn < 0 { wheel = 0 }
    wheel += turn
    let steps = wheel.rounded(.towardZero)
    guard steps != 0 else { return }
    wheel -= steps
    view.zoom = ArticleView.zoom(view.zoom, steps: -Int(steps))
  }
}
