import CGtk
import Glibc
import GtkInterop

/// An event controller or gesture by which GtkScrolledWindow is scrolled. What it is told here takes the same way from
/// there on as what a device sends.
package struct ScrolledWindowInput {
  package enum Kind {
    /// Sees what wheels and touchpads send before any child does, and takes smooth motion.
    case touchpad
    /// Gets what no child has taken: a wheel's steps.
    case wheel
    /// A finger on a touch screen that drags the content.
    case touch
    /// The same finger when it lets go.
    case swipe
  }

  private let kind: Kind
  private let controller: OpaquePointer

  /// - Returns: nil if the scrolled window has no such controller.
  package init?(_ kind: Kind, of scroller: WidgetPointer) {
    let controllers = gtk_widget_observe_controllers(scroller)!
    defer { g_object_unref(controllers.raw) }
    var found: OpaquePointer?
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if kind.matches(OpaquePointer(controller)) { found = OpaquePointer(controller) }
    }
    guard let found else { return nil }
    self.kind = kind
    controller = found
  }

  /// Emits a signal of the controller, with what it says about the horizontal and the vertical axis, if it does.
  package func emit(_ name: String, _ numbers: Double...) {
    let signal = g_signal_lookup(name, kind.type)
    precondition(signal != 0, "The controller has no signal \(name).")
    var arguments = [GValue](repeating: GValue(), count: 1 + numbers.count)
    g_value_init(&arguments[0], kind.type)
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

extension ScrolledWindowInput.Kind {
  fileprivate var type: GType {
    switch self {
    case .touchpad, .wheel: gtk_event_controller_scroll_get_type()
    case .touch: gtk_gesture_drag_get_type()
    case .swipe: gtk_gesture_swipe_get_type()
    }
  }

  fileprivate func matches(_ controller: OpaquePointer) -> Bool {
    func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(controller.raw.cast(), type) != 0 }
    guard isA(type) else { return false }
    switch self {
    case .touchpad: return gtk_event_controller_get_propagation_phase(controller) == GTK_PHASE_CAPTURE
    case .wheel: return gtk_event_controller_get_propagation_phase(controller) == GTK_PHASE_BUBBLE
    // A gesture that pans is one that drags too.
    case .touch: return !isA(gtk_gesture_pan_get_type())
    case .swipe: return true
    }
  }
}
