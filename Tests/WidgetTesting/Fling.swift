import CGtk
import GtkInterop

/// GtkScrolledWindow's own kinetic scrolling, started without a touchpad.
package struct Fling {
  private let scroller: WidgetPointer
  /// Its signals start GtkScrolledWindow's deceleration.
  private let touchpad: ScrolledWindowInput

  /// - Returns: nil if the scrolled window has no controller for touchpads.
  package init?(_ scroller: WidgetPointer) {
    guard let touchpad = ScrolledWindowInput(.touchpad, of: scroller) else { return nil }
    self.scroller = scroller
    self.touchpad = touchpad
  }

  /// Starts a deceleration at a velocity in logical pixels a second, down if positive. With GTK's friction of 4 the
  /// distance is a quarter of the velocity.
  package func start(velocity: Double) {
    // GtkScrolledWindow multiplies by a step of the wheel.
    touchpad.emit("decelerate", 0, velocity / ScrolledWindowInput.wheelStep(of: scroller))
  }

  /// Stops the motion.
  package func stop() {
    let isKinetic = gtk_scrolled_window_get_kinetic_scrolling(scroller.opaque)
    gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, isKinetic)
  }
}
