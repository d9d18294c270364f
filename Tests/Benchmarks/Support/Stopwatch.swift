import Glibc

/// Measures the time of code. Each measurement is repeated, and the fastest run counts: disturbances only make code
/// slower.
nonisolated enum Stopwatch {
  /// The nanoseconds of one of `count` operations that `body` executes.
  static func nanoseconds(per count: Int, repetitions: Int = 7, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      let start = ContinuousClock.now
      body()
      best = min(best, (ContinuousClock.now - start) / .nanoseconds(1))
    }
    return best / Double(count)
  }

  /// The milliseconds of `body` on the value that `prepare` makes for each run.
  static func milliseconds<State>(
    repetitions: Int = 7, preparing prepare: () -> State, _ body: (inout State) -> Void
  ) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      var state = prepare()
      let start = ContinuousClock.now
      body(&state)
      best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
    }
    return best
  }
}

nonisolated extension Stopwatch {
  /// The processor seconds of `body`, the least of several runs: an estimate of its time on an idle machine. Reading
  /// from the disk's cache is included.
  static func processorSeconds(repetitions: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      let start = processorTime
      try body()
      best = min(best, processorTime - start)
    }
    return best
  }

  /// The processor time of the process in seconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Keeps the optimiser from removing a computation whose result is not used.
@inline(never)
nonisolated func consume<Value>(_ value: Value) {}
