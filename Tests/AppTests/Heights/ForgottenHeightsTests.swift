import RandomNumbers
import Testing

@testable import FeedViewer

struct ForgottenHeightsTests {
  @Test(arguments: UInt64(0)..<10)
  func heightsAgreeWithADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var heights = ForgottenHeights()
    var model: [Int: Int] = [:]
    for step in 0..<300 {
      let ordinal = Int.random(in: 0..<1_000, using: &random)
      let height = [0, 1, 70, 65_535, 65_536][Int.random(in: 0..<5, using: &random)]
      heights.keep(height, ordinal: ordinal)
      if height < 65_536 { model[ordinal] = height == 0 ? nil : height }
      let asked = Int.random(in: 0..<1_000, using: &random)
      #expect(heights[asked] == model[asked], "seed \(seed), step \(step)")
      let run = heights.unknownRun(from: asked)
      let next = model.keys.filter { $0 >= asked }.min() ?? .max
      #expect(run <= next - asked || next == .max, "seed \(seed), step \(step)")
    }
  }

  @Test func rowsFarFromForgottenOnesAreAlike() {
    var heights = ForgottenHeights()
    #expect(heights.unknownRun(from: 7) == .max)
    heights.keep(70, ordinal: 1_000_003)
    #expect(heights.unknownRun(from: 7) == 1_000_000 - 7 && heights.unknownRun(from: 1_000_005) == 0)
    #expect(heights.unknownRun(from: 1_000_100) == .max && heights[1_000_003] == 70)
  }
}
