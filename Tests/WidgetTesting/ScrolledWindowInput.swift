import CGtk
import Glibc
import GtkInterop

/// An event controller that scrolls a GtkScrolledWindow. Events sent here are handled like those of a device.
package struct ScrolledWindowInput {
  package enum Kind {
    /// Captures events of wheels and touchpads before any child does, and handles smooth scrolling.
    case touchpad
    /// Handles events that no child has handled: a wheel's steps.
    case wheel

    fileprivate var phase: GtkPropagationPhase { self == .touchpad ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
  }

  private static let type = gtk_event_controller_scroll_get_type()

  private let controller: OpaquePointer

  /// - Returns: nil if the scrolled window has no such controller.
  package init?(_ kind: Kind, of scroller: WidgetPointer) {
    let controllers = gtk_widget_observe_controllers(scroller)!
    defer { g_object_unref(controllers.raw) }
    var found: OpaquePointer?
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if g_type_check_instance_is_a(controller.cast(), Self.type) != 0,
        gtk_event_controller_get_propagation_phase(OpaquePointer(controller)) == kind.phase
      {
        found = OpaquePointer(controller)
      }
    }
    guard let found else { return nil }
    controller = found
  }

  /// Emits a signal of the controller, with values for the horizontal and the vertical axis if it has them.
  package func emit(_ name: String, _ numbers: Double...) {
    let signal = g_signal_lookup(name, Self.type)
    precondition(signal != 0, "The controller has no signal \(name).")
    var arguments = [GValue](repeating: GValue(), count: 1 + numbers.count)
    g_value_init(&arguments[0], Self.type)
    g_value_set_object(&arguments[0], controller.raw)
    for (index, number) in numbers.enumerated() {
      g_value_init(&arguments[index + 1], cgtk_type_double())
      g_value_set_double(&arguments[index + 1], number)
    }
    var query = GSignalQuery()
    g_signal_query(signal, &query)
    var result = GValue()
    if query.return_type == cgtk_type_boolean() { g_value_init(&result, query.return_type) }
    g_signal_emitv(arguments, signal, 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
    if query.return_type == cgtk_type_boolean() { g_value_unset(&result) }
  }

  /// By how many logical pixels GtkScrolledWindow scrolls for one step of a wheel (gtkscrolledwindow.c,
  /// get_wheel_detent_scroll_step): two thirds power of the page.
  package static func wheelStep(of scroller: WidgetPointer) -> Double {
    let page = gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(scroller.opaque)!)
    return pow(page, 2.0 / 3.0)
  }
}
