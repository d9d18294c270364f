import Expectations
import RandomNumbers
import Testing

@testable import FeedViewer

struct HeightColumnTests {
  @Test(arguments: UInt64(0)..<10)
  func heightsAgreeWithADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var heights = HeightColumn()
    var model: [Int: Int] = [:]
    for step in 0..<300 {
      let ordinal = Int.random(in: 0..<1_000, using: &random)
      let height = [0, 1, 70, 65_535, 65_536][Int.random(in: 0..<5, using: &random)]
      heights.keep(height, ordinal: ordinal)
      if height < 65_536 { model[ordinal] = height == 0 ? nil : height }
      let asked = Int.random(in: 0..<1_000, using: &random)
      expect(heights[asked], equals: model[asked], "seed \(seed), step \(step)")
      let run = heights.unknownRun(from: asked)
      let next = model.keys.filter { $0 >= asked }.min() ?? .max
      expect(run <= next - asked || next == .max, "seed \(seed), step \(step)")
    }
  }

  @Test func rowsFarFromForgottenOnesAreAlike() {
    var heights = HeightColumn()
    expect(heights.unknownRun(from: 7), equals: .max)
    heights.keep(70, ordinal: 1_000_003)
    expect(heights.unknownRun(from: 7) == 1_000_000 - 7 && heights.unknownRun(from: 1_000_005) == 0)
    expect(heights.unknownRun(from: 1_000_100) == .max && heights[1_000_003] == 70)
  }

  @Test func filesHoldHeightsAndImpossibleNumbersAreNotRead() throws {
    // Files hold heights and the number of entries.
    var heights = HeightColumn()
    for ordinal in stride(from: 0, to: 5_000, by: 7) { heights.keep(ordinal + 1, ordinal: ordinal) }
    let file = heights.file(entryCount: 5_001)
    let again = try require(HeightColumn(file))
    expect(again.entryCount == 5_001 && heights.entryCount == nil)
    for ordinal in 0..<5_100 { expect(again[ordinal], equals: heights[ordinal]) }
    expect(again.numbers(in: 30..<40) == Array(30..<40) && again.numbers(in: 6_000..<7_000).isEmpty)
    expect(HeightColumn(HeightFile(count: 1, words: file.words)) == nil)
    expect(HeightColumn(HeightFile(count: 0, words: file.words.dropLast())) == nil)
    expect(HeightColumn(HeightFile(count: 0, words: [])) == nil)
    // Groups are in order.
    expect(HeightColumn(HeightFile(count: 0, words: [9, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1])) == nil)
    expect(HeightColumn(HeightFile(count: 0, words: [9, 1 << 40, 1, 1, 1, 1])) == nil)
    // Files of impossible numbers are not read.
    // Whoever can write a file of heights can write its check sum.
    func isRead(_ words: [UInt64]) -> Bool { HeightColumn(HeightFile(count: 0, words: words)) != nil }
    expect(isRead([17, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]))
    // The group is behind the last entry.
    expect(!isRead([16, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]) && !isRead([0, 0, 1, 1, 1, 1]))
    for count in [1 << 32, 1 << 53, 1 << 63 - 1, 1 << 63, .max] as [UInt64] {
      expect(!isRead([count]) && !isRead([count, 0, 1, 1, 1, 1]))
      expect(!isRead([99, count, 1, 1, 1, 1]))
    }
    let groups: [UInt64] = (0...HeightColumn.groupLimit).flatMap { [UInt64($0), 1, 1, 1, 1] }
    let fewer = [1 << 20] + Array(groups.dropLast(5))
    expect(!isRead([1 << 20] + groups) && isRead(fewer))
  }

  @Test func filesAreBounded() throws {
    var heights = HeightColumn()
    for group in 0..<HeightColumn.groupLimit + 5 { heights.keep(9, ordinal: 16 * group) }
    let again = try require(HeightColumn(heights.file(entryCount: 1 << 20)))
    let last = 16 * (HeightColumn.groupLimit - 1)
    expect(again[last] == 9 && again[last + 16] == nil)
    expect(heights.file(entryCount: 1).words.count, equals: 1 + 5 * HeightColumn.groupLimit)
  }
}
