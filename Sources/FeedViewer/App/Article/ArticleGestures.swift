import ArticleRows
import CGtk
import GtkInterop
import LayoutCore

/// What the pointer, fingers and the wheel do with an article besides scrolling and selecting: zoom, and go back.
final class ArticleGestures {
  /// The least speed of a swipe, in logical pixels per second, and how much faster it is horizontally than vertically.
  private static let swipeSpeed = 400.0
  private static let swipeRatio = 2.0
  /// The button of a mouse that goes back.
  private static let backButton: guint = 8

  /// Called by a swipe or a mouse button that goes back.
  var onBack: () -> Void = {}
  private let view: ArticleView
  /// What of a step the wheel was turned with Control.
  private var wheel = 0.0
  /// Whether the finger was put down on what scrolls sideways, which a swipe then does.
  private var isOnSideways = false
  /// The zoom when two fingers were put down.
  private var pinched = 1.0

  init(on view: ArticleView) {
    self.view = view
    addBackButton()
    // One finger on a touch screen, three on a touchpad: one scrolls there.
    addSwipe(fingers: 1)
    addSwipe(fingers: 3)
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

  private func addBackButton() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click.opaque, Self.backButton)
    Signal.connect(click, "pressed") { [weak self] in self?.onBack() }
    gtk_widget_add_controller(view.scroller, click.opaque)
  }

  private func addSwipe(fingers: UInt32) {
    let swipe = Gesture.make(gtk_gesture_swipe_get_type(), fingers: fingers)
    if fingers == 1 { gtk_gesture_single_set_touch_only(swipe, 1) }
    Signal.connect(swipe, "begin") { [weak self] in
      var point = Point.zero
      let finger = gtk_gesture_single_get_current_sequence(swipe)
      guard let self, gtk_gesture_get_point(swipe, finger, &point.x, &point.y) != 0 else { return }
      self.isOnSideways = fingers == 1 && self.view.scrollSideways(at: point, toRightBy: 0)
    }
    Signal.connect(swipe, "swipe") { [weak self] arguments in
      guard let self, !self.isOnSideways else { return .unhandled }
      let isRightToLeft = gtk_widget_get_direction(self.view.scroller) == GTK_TEXT_DIR_RTL
      if Self.isBack(x: arguments.double(0), y: arguments.double(1), isRightToLeft: isRightToLeft) {
        self.onBack()
      }
      return .unhandled
    }
    gtk_event_controller_set_propagation_phase(swipe, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(view.scroller, swipe)
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
