import Glibc

/// Times of pieces of code. Each is repeated and its fastest run taken: everything that disturbs makes slower.
nonisolated enum Stopwatch {
  /// Nanoseconds for one of `count` operations that `body` does in one go.
  static func nanoseconds(per count: Int, repetitions: Int = 7, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      let start = ContinuousClock.now
      body()
      best = min(best, (ContinuousClock.now - start) / .nanoseconds(1))
    }
    return best / Double(count)
  }

  /// Milliseconds that `body` takes on what `prepare` made anew for each run.
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
  /// Seconds of a processor that `body` takes, the least of several runs: what it would take on a machine that does
  /// nothing else, as far as one can tell on a busy one. Reading from the disk's cache is included.
  static func processorSeconds(repetitions: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      let start = processorTime
      try body()
      best = min(best, processorTime - start)
    }
    return best
  }

  /// Seconds of processor time that the process has taken.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Keeps what was computed only for its time from being optimised away.
@inline(never)
nonisolated func consume<Value>(_ value: Value) {}

/// Repeatable random numbers (SplitMix64).
nonisolated struct RepeatableGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64 = 1) { self.state = state }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
