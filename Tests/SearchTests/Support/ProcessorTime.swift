import Glibc

/// The processor time of this thread, which other processes do not lengthen much.
enum ProcessorTime {
  static func seconds(_ body: () -> Void) -> Double {
    let start = now
    body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
