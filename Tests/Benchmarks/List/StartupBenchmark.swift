import CGtk
import Glibc

/// From the start of the program to the frame that shows the entries of the bundled sample, beside a program that
/// shows nothing but a GtkApplicationWindow with a header bar.
///
/// Each program prints a line right after that frame. The programs run by turns, and the medians are reported: if the
/// machine is slow for a moment, only single runs are.
final class StartupBenchmark {
  private static let repetitions = 21

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let (program, peer) = (try ProgramStart.path(of: "feed-viewer"), try ProgramStart.path(of: "BareWindow"))
    let sample = try DemoBenchmark.samplePath()
    setenv("FEED_VIEWER_EXIT_WHEN_SHOWN", "1", 1)
    var ours: [ProgramStart] = []
    var bare: [ProgramStart] = []
    for _ in 0..<repetitions {
      ours.append(try ProgramStart(program, [sample]))
      bare.append(try ProgramStart(peer, []))
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
}
