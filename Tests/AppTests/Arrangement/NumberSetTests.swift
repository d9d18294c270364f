import RandomNumbers
import Testing

@testable import FeedViewer

struct NumberSetTests {
  @Test(arguments: UInt64(0)..<20) func runsAreThoseOfASet(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = Int.random(in: 1...400, using: &random)
    var numbers = NumberSet(limit: limit)
    var model: Set<Int> = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let first = Int.random(in: 0..<limit, using: &random)
      // Runs that end where a word does, too.
      let end = random.chance(0.3) ? (first / 64 + 1) * 64 : first + Int.random(in: 1...20, using: &random)
      for number in first..<min(end, limit) {
        numbers.insert(UInt32(number))
        model.insert(number)
      }
    }
    for _ in 0..<30 {
      let ends = [0, limit].map { _ in Int.random(in: 0...limit, using: &random) }.sorted()
      for range in [ends[0]..<ends[1], 0..<limit] {
        let runs = numbers.runs(in: range)
        #expect(runs.flatMap(Array.init) == model.filter(range.contains).sorted())
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }
}
