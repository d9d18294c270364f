import CGtk
import Glibc
import GtkInterop

/// From the start of the program to the frame that shows the entries of the bundled sample, beside a program that
/// shows nothing but a GtkApplicationWindow with a header bar.
///
/// Each program ends right after that frame; they take turns, and the fastest run of each counts.
final class StartupBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case noProgram(String)
    case failed(String, Int32)
    var description: String {
      switch self {
      case .noProgram(let path): "there is no program at \(path): build all products first."
      case .failed(let program, let status): "\(program) ended with status \(status)."
      }
    }
  }

  private static let repetitions = 7

  static func run() throws -> String {
    try BenchmarkWindow.initializeGTK()
    let own = ownPath
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let program = folder + "/feed-viewer"
    guard access(program, X_OK) == 0 else { throw Failure.noProgram(program) }
    let sample = try DemoBenchmark.samplePath()
    var ours: [Times] = []
    var bare: [Times] = []
    for _ in 0..<repetitions {
      ours.append(try time(program, ["--exit-when-shown", "--size", "480x800", sample]))
      bare.append(try time(own, ["bare-window"]))
    }
    func best(_ times: [Times], _ value: (Times) -> Double) -> Double { times.map(value).min() ?? 0 }
    var report = Report("startup")
    report.add("ours_wall_ms", best(ours, \.wall))
    report.add("bare_window_wall_ms", best(bare, \.wall))
    report.add("ours_cpu_ms", best(ours, \.cpu))
    report.add("bare_window_cpu_ms", best(bare, \.cpu))
    report.add("wall_over_bare_window", best(ours, \.wall) / best(bare, \.wall), bar: 1.25)
    report.add("cpu_over_bare_window", best(ours, \.cpu) / best(bare, \.cpu))
    return report.json
  }

  /// The peer: ends the process after the first frame of an empty window.
  static func showBareWindow() throws -> String {
    try BenchmarkWindow.initializeGTK()
    let application = gtk_application_new("io.github.feedviewer.BareWindow", G_APPLICATION_NON_UNIQUE)!
    Signal.connect(application, "activate") {
      let window = gtk_application_window_new(application)!
      gtk_window_set_titlebar(window.cast(), gtk_header_bar_new())
      gtk_window_set_default_size(window.cast(), 480, 800)
      gtk_window_present(window.cast())
      guard let clock = gtk_widget_get_frame_clock(window) else { return }
      Signal.connect(clock, "after-paint", after: true) { _ in _exit(0) }
    }
    _ = g_application_run(application.cast(), 0, nil)
    return ""
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
    let start = ContinuousClock.now
    let spawned = posix_spawn(&process, program, nil, nil, words, environ)
    guard spawned == 0 else { throw Failure.failed(program, spawned) }
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    let wall = (ContinuousClock.now - start) / .milliseconds(1)
    guard status == 0 else { throw Failure.failed(program, status) }
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
    return Times(wall: wall, cpu: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
  }

  private static var ownPath: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
