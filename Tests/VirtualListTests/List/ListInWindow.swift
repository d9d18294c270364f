import CGtk
import Expectations
import GtkInterop
import LayoutCore

@testable import VirtualList

/// A list in a window of its own, and what users and programs do with it.
protocol ListInWindow: AnyObject {
  var list: ListView { get }
  var window: WidgetPointer { get }
  /// Waits for layout and drawing.
  func settle()
}

extension ListInWindow {
  func close() {
    gtk_window_destroy(window.cast())
    runWhatIsLeft(seconds: 0.02)
  }

  /// Runs what is left to the loop; work that has no end soon, such as measuring ahead, only for a while.
  private func runWhatIsLeft(seconds: Double) {
    Display.settle(seconds: seconds) { g_main_context_pending(nil) == 0 }
  }

  /// Waits for two frames, however long a busy machine takes for them, and for what they have left to the loop.
  func waitForFrames() {
    let clock = gtk_widget_get_frame_clock(window)
    let first = gdk_frame_clock_get_frame_counter(clock)
    Display.settle {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
      return gdk_frame_clock_get_frame_counter(clock) >= first + 2
    }
    runWhatIsLeft(seconds: 0.01)
  }

  func finishPrecache() -> Bool { Display.settle(seconds: 90) { list.isPrecacheFinished } }

  /// Waits until nothing is left to prepare. Heights that become known ask for layouts: it is over when nothing happens for a while.
  func rest() { expect(Display.rest(milliseconds: 80) { list.idle.isPreparationFinished }) }

  /// The same, with its pictures, while tasks of the main actor run.
  func restWithTasks() async throws {
    var quiet = 0
    try await expect(
      Display.wait {
        quiet = list.idle.isPreparationFinished && list.images.isIdle ? quiet + 1 : 0
        return quiet > 60
      })
  }

  /// Jumps to a row or header, and shows it at the top unless something else is said.
  func show(_ element: ListElement, at alignment: ScrollAlignment = .top) {
    list.scroll(to: element, alignment: alignment)
    settle()
  }

  /// Moves the list as a wheel or the scroll bar's thumb does.
  func move(by pixels: Double) {
    let adjustment = list.verticalAdjustment!
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + pixels)
  }

  /// Moves the list as a wheel does, and waits until it is drawn there.
  func scroll(by pixels: Double) {
    move(by: pixels)
    settle()
  }

  /// Calls a function after each frame that is painted while another function runs.
  func observeFrames(_ painted: @escaping () -> Void, during body: () throws -> Void) rethrows {
    let clock = gtk_widget_get_frame_clock(window)!
    let connection = Signal.connect(clock, "after-paint") { painted() }
    defer { Signal.disconnect(clock, connection) }
    try body()
  }
}
