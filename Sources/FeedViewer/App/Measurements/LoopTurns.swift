import CGtk

/// Measures the turns of the main loop, for benchmarks: what is done between two waits keeps every frame waiting.
enum LoopTurns {
  private static var start: Double?
  private static var longest = 0.0

  /// Call once.
  static func measure() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      MainActor.assumeIsolated { LoopTurns.ended() }
      let result = g_poll(descriptors, count, timeout)
      MainActor.assumeIsolated { LoopTurns.start = FrameCosts.processorTime }
      return result
    }
  }

  private static func ended() { if let start { longest = max(longest, FrameCosts.processorTime - start) } }

  /// The main thread's processor time in the longest turn since this was asked last, in milliseconds.
  static func takeLongest() -> Double {
    defer { longest = 0 }
    return longest
  }
}
