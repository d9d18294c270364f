import FeedViewerRows
import VirtualList
import WidgetTesting

/// `Benchmarks thrash STEPS SEED [FIRST-STEP] [--trace]`: edits, scrolls and resizes a list at random until a check fails.
///
/// The line that reports a failure begins with the arguments that reproduce it. With FIRST-STEP, the steps before it
/// are skipped: often the failure still occurs.
final class ThrashCommand {
  struct Usage: Error, CustomStringConvertible {
    var description: String {
      "Usage: thrash STEPS SEED [FIRST-STEP] [--trace], for example `thrash 5000 1`."
    }
  }

  static func run(_ arguments: [String]) throws -> Report {
    let numbers = arguments.prefix { !$0.hasPrefix("--") }.map { UInt64($0) }
    guard (2...3).contains(numbers.count), let steps = numbers[0], let seed = numbers[1],
      let first = numbers.count > 2 ? numbers[2] : 1, first >= 1, first <= steps
    else { throw Usage() }
    try BenchmarkWindow.initializeGTK()
    let start = ContinuousClock.now
    let thrash = ThrashRun(seed: seed)
    if arguments.contains("--trace") { thrash.trace = { say($0) } }
    try thrash.run(steps: Int(steps), firstStep: Int(first))
    var report = Report("thrash")
    report.add("steps", Int(steps))
    report.add("seed", Int(seed))
    report.add("seconds", (ContinuousClock.now - start) / .seconds(1))
    return report
  }
}
