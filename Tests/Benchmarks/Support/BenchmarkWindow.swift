import CGtk
import Glibc
import GtkInterop
import SoftwareDrawing

/// A window with a scrolled widget, without decoration by a window manager or GTK.
final class BenchmarkWindow {
  enum Failure: Error, CustomStringConvertible {
    case noDisplay
    var description: String { "This benchmark needs a display. Run it under xvfb-run." }
  }

  let window: WidgetPointer
  let scroller: WidgetPointer

  /// Selects software rendering, to which the figures refer. Call it once, before any window is created.
  static func initializeGTK() throws {
    SoftwareDrawing.select()
    guard gtk_init_check() != 0 else { throw Failure.noDisplay }
    MainQueueSource.attach()
  }

  /// - Parameters:
  ///   - width: In logical pixels.
  ///   - height: In logical pixels.
  ///   - scroller: A GtkScrolledWindow; nil makes one.
  init(width: Int32, height: Int32, scroller existing: WidgetPointer? = nil) {
    window = gtk_window_new()!
    scroller = existing ?? gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_overlay_scrolling(scroller.opaque, 0)
    gtk_window_set_child(window.cast(), scroller)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_default_size(window.cast(), width, height)
  }

  var child: WidgetPointer? {
    get { gtk_scrolled_window_get_child(scroller.opaque) }
    set { gtk_scrolled_window_set_child(scroller.opaque, newValue) }
  }

  var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(scroller.opaque)
  }

  var frameClock: OpaquePointer? { gtk_widget_get_frame_clock(window) }

  func present() { gtk_window_present(window.cast()) }

  func resize(width: Int32, height: Int32) { gtk_window_set_default_size(window.cast(), width, height) }

  func close() {
    gtk_window_destroy(window.cast())
    Loop.spin(0.05)
  }
}

/// Runs GLib's main loop by hand.
enum Loop {
  /// Runs the loop for a while; it sleeps between events as in an application.
  static func wait(milliseconds: UInt32) {
    var isOver = false
    let timeout = TimeoutSource(milliseconds: milliseconds) {
      isOver = true
      return .done
    }
    withExtendedLifetime(timeout) {
      while !isOver { g_main_context_iteration(nil, 1) }
    }
  }

  /// - Returns: Whether `condition` became true in time.
  @discardableResult
  static func spin(_ seconds: Double, until condition: () -> Bool = { false }) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      if ContinuousClock.now >= deadline { return false }
      if g_main_context_iteration(nil, 0) == 0 { usleep(100) }
    }
    return true
  }
}
