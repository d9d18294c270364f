import CGtk

/// Scroll events of touchpads.
public enum TouchpadScroll {
  /// The pause after which events begin a new gesture, in milliseconds: GtkScrolledWindow consumes the end events of its
  /// scrolls.
  public static let pause = 100

  /// Whether the current event of a scroll controller is from a touchpad. X11 does not report the device; there, fractions
  /// of a step are from a touchpad, because a wheel does not send them.
  ///
  /// - Parameter distance: The horizontal or vertical distance of the event.
  public static func isReported(to controller: OpaquePointer, distance: Double) -> Bool {
    guard let event = gtk_event_controller_get_current_event(controller),
      let device = gdk_event_get_device(event)
    else { return false }
    if gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD { return true }
    return DisplaySystem.name(of: gdk_device_get_display(device)) == "X11"
      && gdk_scroll_event_get_direction(event) == GDK_SCROLL_SMOOTH && distance != distance.rounded()
  }
}
