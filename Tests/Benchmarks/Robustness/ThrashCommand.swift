import EntryRows
import VirtualList
import WidgetTesting

/// `Benchmarks thrash STEPS SEED [FIRST-STEP] [--trace]`: does random things to a list in a window until a check fails.
///
/// The line that reports a failure begins with the arguments that reproduce it. A first step leaves out the steps
/// before it: often the failure still occurs.
final class ThrashCommand {
  struct Usage: Error, CustomStringConvertible {
    var description: String {
      "say how many steps, and a seed: `thrash 5000 1`; then the first step, if not 1."
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
