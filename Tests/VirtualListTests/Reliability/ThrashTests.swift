import TestRuns
import Testing
import WidgetTesting

/// Everything that can happen to a list, in random order; `Benchmarks thrash` does the same for longer.
@Suite(.serialized, .needsDisplay)
struct ThrashTests {
  @Test(arguments: [1, 2] as [UInt64])
  func listIsConsistentAfterEveryRandomStep(seed: UInt64) throws {
    try ThrashRun(seed: seed).run(steps: TestRun.count(40))
  }
}
