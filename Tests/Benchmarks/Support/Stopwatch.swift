import Glibc

/// Measures the time of code. Each measurement is repeated, and the fastest run counts: disturbances only make code
/// slower.
nonisolated enum Stopwatch {
  /// The seconds of one run of `body` on the clock.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// The nanoseconds of one of `count` operations that `body` executes.
  static func nanoseconds(per count: Int, repetitions: Int = 7, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions { best = min(best, seconds(body)) }
    return best * 1e9 / Double(count)
  }

  /// The milliseconds of `body` on the value that `prepare` makes for each run.
  static func milliseconds<State>(
    repetitions: Int = 7, preparing prepare: () -> State, _ body: (inout State) -> Void
  ) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      var state = prepare()
      best = min(best, seconds { body(&state) })
    }
    return best * 1e3
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
  static var processorTime: Double { seconds(on: CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time of this thread in seconds, which depends little on other threads and processes.
  static var threadTime: Double { seconds(on: CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(on clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Keeps the optimiser from removing a computation whose result is not used.
@inline(never)
nonisolated func consume<Value>(_ value: Value) {}
