import CGtk
import GtkInterop

/// GtkScrolledWindow's own kinetic scrolling, started without a touchpad.
package struct Fling {
  private let scroller: WidgetPointer
  /// The controller through which GtkScrolledWindow learns of touchpads, whose signals start its deceleration.
  private let controller: OpaquePointer

  /// - Returns: nil if the scrolled window has no such controller.
  package init?(_ scroller: WidgetPointer) {
    let controllers = gtk_widget_observe_controllers(scroller)!
    defer { g_object_unref(controllers.raw) }
    var found: OpaquePointer?
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if g_type_check_instance_is_a(controller.cast(), gtk_event_controller_scroll_get_type()) != 0,
        gtk_event_controller_get_propagation_phase(OpaquePointer(controller)) == GTK_PHASE_CAPTURE
      {
        found = OpaquePointer(controller)
      }
    }
    guard let found else { return nil }
    self.scroller = scroller
    controller = found
  }

  /// Lets go of the content at a velocity in logical pixels a second, down if positive. GTK's friction of 4 makes
  /// a quarter of it the whole way.
  package func start(velocity: Double) {
    let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)!
    // GtkScrolledWindow multiplies by a wheel step, page^(2/3) pixels.
    let step = Self.cubeRootSquared(gtk_adjustment_get_page_size(adjustment))
    var arguments = [GValue](repeating: GValue(), count: 3)
    g_value_init(&arguments[0], gtk_event_controller_scroll_get_type())
    g_value_set_object(&arguments[0], controller.raw)
    for index in 1...2 { g_value_init(&arguments[index], cgtk_type_double()) }
    g_value_set_double(&arguments[2], velocity / step)
    var result = GValue()
    let signal = g_signal_lookup("decelerate", gtk_event_controller_scroll_get_type())
    g_signal_emitv(arguments, signal, 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
  }

  /// Ends the motion where it is.
  package func stop() {
    let isKinetic = gtk_scrolled_window_get_kinetic_scrolling(scroller.opaque)
    gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, isKinetic)
  }

  private static func cubeRootSquared(_ value: Double) -> Double {
    var root = value / 2
    for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
    return root * root
  }
}
