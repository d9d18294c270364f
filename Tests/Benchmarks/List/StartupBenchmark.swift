import CGtk
import Glibc

/// From the start of the program to the frame that shows the entries of the bundled sample, beside a program that
/// shows nothing but a GtkApplicationWindow with a header bar.
///
/// Each program prints a line right after that frame. The programs run by turns, and the medians are reported: if the
/// machine is slow for a moment, only single runs are.
final class StartupBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case noProgram(String)
    case failed(String, Int32)
    var description: String {
      switch self {
      case .noProgram(let path): "There is no program at \(path). Build all products first."
      case .failed(let program, let status): "\(program) ended with status \(status)."
      }
    }
  }

  private static let repetitions = 21

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let folder = ownPath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let (program, peer) = (folder + "/feed-viewer", folder + "/BareWindow")
    for path in [program, peer] where access(path, X_OK) != 0 { throw Failure.noProgram(path) }
    let sample = try DemoBenchmark.samplePath()
    setenv("FEED_VIEWER_EXIT_WHEN_SHOWN", "1", 1)
    var ours: [Times] = []
    var bare: [Times] = []
    for _ in 0..<repetitions {
      ours.append(try time(program, [sample]))
      bare.append(try time(peer, []))
    }
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let pairs = zip(ours, bare)
    var report = Report("startup")
    report.add("ours_wall_ms", middle(ours.map(\.wall)), peer: middle(bare.map(\.wall)))
    report.add("ours_cpu_ms", middle(ours.map(\.cpu)), peer: middle(bare.map(\.cpu)))
    report.add("wall_over_bare_window", middle(pairs.map { $0.wall / $1.wall }), bar: 1.25)
    report.add("cpu_over_bare_window", middle(pairs.map { $0.cpu / $1.cpu }))
    return report
  }

  /// Milliseconds.
  private struct Times {
    let wall: Double
    let cpu: Double
  }

  private static func time(_ program: String, _ arguments: [String]) throws -> Times {
    var process: pid_t = 0
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.failed(program, errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let start = ContinuousClock.now
    let spawned = posix_spawn(&process, program, &actions, nil, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard spawned == 0 else { throw Failure.failed(program, spawned) }
    var byte: UInt8 = 0
    let count = read(ends[0], &byte, 1)
    let wall = (ContinuousClock.now - start) / .milliseconds(1)
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    guard status == 0, count == 1 else { throw Failure.failed(program, status) }
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
    return Times(wall: wall, cpu: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
  }

  private static var ownPath: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
