import CGtk
import Glibc
import GtkInterop

/// Measures the frames of a window, for benchmarks, in processor time of the main thread.
final class FrameCosts {
  private var start: (processor: Double, clock: ContinuousClock.Instant)?
  /// What the last frame took in milliseconds by the clock, other threads and programs included.
  private(set) var lastDuration = 0.0

  /// - Parameters:
  ///   - clock: The window's frame clock.
  ///   - update: Called in each frame before its layout.
  ///   - painted: Called after each frame with what it took, in milliseconds.
  init(of clock: OpaquePointer, update: @escaping () -> Void, painted: @escaping (Double) -> Void) {
    Signal.connect(clock, "before-paint") { [weak self] in self?.start = (Self.processorTime, .now) }
    Signal.connect(clock, "update") { update() }
    Signal.connect(clock, "after-paint", after: true) { [weak self] _ in
      if let self, let start {
        self.start = nil
        self.lastDuration = (ContinuousClock.now - start.clock) / .milliseconds(1)
        painted(Self.processorTime - start.processor)
      }
      return .unhandled
    }
  }

  /// The processor time of this thread, in milliseconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1e6
  }
}
