import FeedViewerRows
import Glibc
import LayoutCore
import VirtualList

/// The number of rows that an idle list measures in a second, with one core and with two.
final class PrecacheBenchmark {
  private static let rowCount = 100_000
  private static let turns = 4

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    var report = Report("precache")
    report.add("rows", rowCount)
    // The runs alternate, and the fastest of each kind counts: on a shared machine, two cores are seldom free.
    var one = try seconds(cores: 1)
    var two = try seconds(cores: 2)
    for _ in 1..<turns {
      let (again, againWithTwo) = (try seconds(cores: 1), try seconds(cores: 2))
      if again.wall < one.wall { one = again }
      if againWithTwo.wall < two.wall { two = againWithTwo }
    }
    report.add("one_core_rows_per_s", Double(rowCount) / one.wall)
    report.add("two_cores_s", two.wall, peer: one.wall)
    report.add("two_cores_rows_per_s", Double(rowCount) / two.wall)
    report.add("main_thread_cpu_s", two.mainThread)
    report.add("two_cores_times_faster", one.wall / two.wall, atLeast: 1.7)
    report.add("cpu_when_done_percent", two.idle, bar: 0.5)
    return report
  }

  /// - Parameter cores: The number of processors that the process may use.
  private static func seconds(cores: Int) throws -> (wall: Double, mainThread: Double, idle: Double) {
    var all = cpu_set_t()
    _ = getAffinity(0, MemoryLayout<cpu_set_t>.size, &all)
    defer { restrictThreads(to: all) }
    restrictThreads(to: all.first(cores))
    let start = ContinuousClock.now
    let cpu = FrameMeter.threadTime
    let subject = ListSubject(BenchmarkRows(count: rowCount), width: 900, height: 800)
    defer { subject.close() }
    guard Loop.spin(300, until: { subject.list.isPrecacheFinished }) else {
      throw ScrollBenchmark.Failure.precacheNotFinished
    }
    let wall = (ContinuousClock.now - start) / .seconds(1)
    let mainThread = (FrameMeter.threadTime - cpu) / 1000
    Loop.spin(1)
    // The main loop is run by hand here, and the time in which it sleeps in poll is measured.
    return (wall, mainThread, idlePercent())
  }

  /// The fraction of a second in which an idle process works.
  private static func idlePercent() -> Double {
    let before = Stopwatch.processorTime
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end { Loop.wait(milliseconds: 200) }
    return (Stopwatch.processorTime - before) * 100
  }

  /// Sets the affinity of all existing threads; later threads inherit it.
  private static func restrictThreads(to set: cpu_set_t) {
    var set = set
    guard let folder = opendir("/proc/self/task") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let thread = pid_t(name) { _ = setAffinity(thread, MemoryLayout<cpu_set_t>.size, &set) }
    }
  }
}

extension cpu_set_t {
  /// The first `count` processors of the set.
  fileprivate func first(_ count: Int) -> cpu_set_t {
    var result = cpu_set_t()
    withUnsafeBytes(of: self) { all in
      withUnsafeMutableBytes(of: &result) { some in
        var left = count
        for bit in 0..<all.count * 8 where left > 0 && all[bit / 8] >> (bit % 8) & 1 == 1 {
          some[bit / 8] |= 1 << (bit % 8)
          left -= 1
        }
      }
    }
    return result
  }
}

// Glibc's module leaves these out.
@_silgen_name("sched_getaffinity")
nonisolated private func getAffinity(_ thread: pid_t, _ size: Int, _ set: UnsafeMutablePointer<cpu_set_t>)
  -> Int32
@_silgen_name("sched_setaffinity")
nonisolated private func setAffinity(_ thread: pid_t, _ size: Int, _ set: UnsafePointer<cpu_set_t>) -> Int32
