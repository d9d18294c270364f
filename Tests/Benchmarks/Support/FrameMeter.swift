import CGtk
import GtkInterop

/// The CPU time that the main thread spends in each frame of a window: update, layout and paint.
///
/// CPU time and not wall-clock time, because that depends less on other processes.
final class FrameMeter {
  /// The CPU times in milliseconds, in the order of the frames.
  private(set) var frames: [Double] = []
  /// The wall-clock times, with the work of other threads for the frame.
  private(set) var wallTimes: [Double] = []
  /// The part of each frame until the end of its layout phase; the rest is drawing.
  private(set) var layoutTimes: [Double] = []
  /// CPU time of the main thread from the first frame of the run to its end, in milliseconds: with the work between
  /// frames, without the work of measuring.
  private(set) var mainThreadTime = 0.0
  private var measuringTime = 0.0
  /// Called in the update phase of a frame, before anything is laid out; that frame is measured.
  var onUpdate: (() -> Void)?
  /// Called after a frame was painted.
  var onPainted: (() -> Void)?

  private let clock: OpaquePointer
  private var connections: [gulong] = []
  private var start: Double?
  private var layoutEnd: Double?
  private var wallStart = ContinuousClock.now

  /// - Parameter window: A window that is shown, so that it has a frame clock.
  init(_ window: BenchmarkWindow) {
    guard let clock = window.frameClock else {
      preconditionFailure("The window must be shown; otherwise it has no frame clock.")
    }
    self.clock = clock
    g_object_ref(clock.raw)
    connections = [
      Signal.connect(clock, "before-paint") { [weak self] in
        self?.start = Self.threadTime
        self?.wallStart = ContinuousClock.now
      },
      Signal.connect(clock, "update") { [weak self] in self?.onUpdate?() },
      // GTK's own handler was connected before this one, so the window has been laid out.
      Signal.connect(clock, "layout") { [weak self] in self?.layoutEnd = Self.threadTime },
      Signal.connect(clock, "after-paint", after: true) { [weak self] _ in
        self?.painted()
        return .unhandled
      },
    ]
  }

  /// Draws frames until `isDone` returns true, which is called after each frame.
  func run(until isDone: @escaping () -> Bool) {
    frames = []
    wallTimes = []
    layoutTimes = []
    measuringTime = 0
    let startOfRun = Self.threadTime
    var finished = false
    let whatFollows = onPainted
    onPainted = {
      whatFollows?()
      if isDone() { finished = true }
    }
    gdk_frame_clock_begin_updating(clock)
    // The loop sleeps until the next frame: polling would take a part of the measured time.
    let deadline = ContinuousClock.now + .seconds(300)
    while !finished, ContinuousClock.now < deadline { g_main_context_iteration(nil, 1) }
    mainThreadTime = Self.threadTime - startOfRun - measuringTime
    gdk_frame_clock_end_updating(clock)
    onPainted = whatFollows
  }

  func stop() {
    for connection in connections { Signal.disconnect(clock, connection) }
    connections = []
    g_object_unref(clock.raw)
  }

  private func painted() {
    guard let start else { return }
    frames.append(Self.threadTime - start)
    layoutTimes.append((layoutEnd ?? start) - start)
    layoutEnd = nil
    wallTimes.append((ContinuousClock.now - wallStart) / .milliseconds(1))
    self.start = nil
    let startOfMeasuring = Self.threadTime
    onPainted?()
    measuringTime += Self.threadTime - startOfMeasuring
  }

  /// CPU time of this thread, in milliseconds.
  static var threadTime: Double { Stopwatch.threadTime * 1000 }
}

/// Many measurements of one quantity.
nonisolated struct Distribution {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The value that a fraction of all measurements does not exceed.
  func percentile(_ percent: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(Int(percent / 100 * Double(sorted.count)), sorted.count - 1)]
  }

  var median: Double { percentile(50) }
  var maximum: Double { sorted.last ?? 0 }
  func count(above limit: Double) -> Int { sorted.count { $0 > limit } }
}
