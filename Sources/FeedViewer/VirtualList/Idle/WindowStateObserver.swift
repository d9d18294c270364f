import CGtk
import GtkInterop

/// Reports when the window of a widget is minimized, which does not unmap its widgets.
final class WindowStateObserver {
  private let changed: (_ isMinimized: Bool) -> Void
  private var surface: GObjectReference<OpaquePointer>?
  private var connection: gulong = 0

  /// - Parameter widget: Must outlive this object.
  init(of widget: WidgetPointer, changed: @escaping (_ isMinimized: Bool) -> Void) {
    self.changed = changed
    Signal.connect(widget, "map") { [weak self] in self?.start(gtk_widget_get_native(widget)) }
    Signal.connect(widget, "unmap") { [weak self] in self?.stop() }
  }

  /// Stops reporting until the widget is mapped again.
  func stop() {
    if let surface { Signal.disconnect(surface.pointer, connection) }
    surface = nil
  }

  private func start(_ native: OpaquePointer?) {
    stop()
    guard let native, let found = gtk_native_get_surface(native),
      g_type_check_instance_is_a(found.cast(), gdk_toplevel_get_type()) != 0
    else { return }
    surface = GObjectReference(retaining: found)
    connection = Signal.connect(found, "notify::state") { [weak self] in
      let isMinimized = gdk_toplevel_get_state(found).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
      self?.changed(isMinimized)
    }
  }
}
