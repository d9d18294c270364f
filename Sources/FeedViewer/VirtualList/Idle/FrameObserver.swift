import CGtk
import GtkInterop

/// Reports every frame of a widget's window.
final class FrameObserver {
  private let widget: WidgetPointer
  private let drawn: (_ now: Int64, _ interval: Int64) -> Void
  private var clock: GObjectReference<OpaquePointer>?
  private var connection: gulong = 0

  /// - Parameters:
  ///   - widget: Must outlive this object.
  ///   - drawn: Called when a frame begins, with the monotonic time and the time between frames, in microseconds.
  init(of widget: WidgetPointer, drawn: @escaping (_ now: Int64, _ interval: Int64) -> Void) {
    self.widget = widget
    self.drawn = drawn
    Signal.connect(widget, "realize") { [weak self] in self?.start() }
    Signal.connect(widget, "unrealize") { [weak self] in self?.stop() }
    if gtk_widget_get_realized(widget) != 0 { start() }
  }

  /// Stops reporting.
  func stop() {
    if let clock { Signal.disconnect(clock.pointer, connection) }
    clock = nil
  }

  private func start() {
    stop()
    guard let found = gtk_widget_get_frame_clock(widget) else { return }
    clock = GObjectReference(retaining: found)
    connection = Signal.connect(found, "before-paint") { [weak self] in
      let now = MonotonicClock.now
      var interval: gint64 = 0
      gdk_frame_clock_get_refresh_info(found, gint64(now), &interval, nil)
      if interval > 0 { self?.drawn(now, Int64(interval)) }
    }
  }
}
