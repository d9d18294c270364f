import CGtk
import GtkInterop
import Testing

@testable import FeedList

/// GTK's own deceleration, started as a touchpad does.
enum Deceleration {
  /// - Parameter velocity: In pixels a second.
  static func start(in fixture: ListFixture, velocity: Double) throws {
    let controller = try #require(captureScrollController(of: fixture.scroller))
    var arguments = [GValue](repeating: GValue(), count: 3)
    g_value_init(&arguments[0], gtk_event_controller_scroll_get_type())
    g_value_set_object(&arguments[0], controller.raw)
    for index in 1...2 { g_value_init(&arguments[index], cgtk_type_double()) }
    // GtkScrolledWindow multiplies by a wheel step, page^(2/3) pixels.
    g_value_set_double(&arguments[2], velocity / cubeRootSquared(Double(fixture.list.pageHeight)))
    var result = GValue()
    let signal = g_signal_lookup("decelerate", gtk_event_controller_scroll_get_type())
    g_signal_emitv(arguments, signal, 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
  }

  /// The controller through which GtkScrolledWindow learns of touchpads.
  private static func captureScrollController(of scroller: WidgetPointer) -> OpaquePointer? {
    let controllers = gtk_widget_observe_controllers(scroller)!
    defer { g_object_unref(controllers.raw) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if g_type_check_instance_is_a(controller.cast(), gtk_event_controller_scroll_get_type()) != 0,
        gtk_event_controller_get_propagation_phase(OpaquePointer(controller)) == GTK_PHASE_CAPTURE
      {
        return OpaquePointer(controller)
      }
    }
    return nil
  }

  private static func cubeRootSquared(_ value: Double) -> Double {
    var root = value / 2
    for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
    return root * root
  }
}
