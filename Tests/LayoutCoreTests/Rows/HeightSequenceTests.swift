import Expectations
import RandomEdits
import RandomNumbers
import TestRuns
import Testing

@testable import LayoutCore

@Suite("Sequence of heights against an array")
struct HeightSequenceTests {
  private func check(_ sequence: HeightSequence, _ model: [RowHeight], _ trace: Comment) {
    expect(sequence.packedHeights().map(\.rowHeight), equals: model, trace)
    expect(sequence.totalHeight, equals: model.reduce(0) { $0 + $1.value }, trace)
    expect(
      sequence.unmeasuredCount, equals: model.count { if case .estimated = $0 { true } else { false } }, trace
    )
    sequence.checkInvariants(trace)
  }

  /// A sequence with nodes of the default size, or with small ones, whose tree is deep and changes at every edit.
  ///
  /// - Parameter findsRuns: Whether equal heights are given as runs.
  private func sequence(
    _ heights: [RowHeight], hasSmallNodes: Bool, findsRuns: Bool = false
  ) -> HeightSequence {
    var sequence =
      hasSmallNodes ? HeightSequence(leafCapacity: 8, branchCapacity: 4) : HeightSequence()
    guard findsRuns else {
      sequence.rebuild(packed: heights.map(PackedHeight.init))
      return sequence
    }
    var runs = HeightRuns()
    var rest = heights[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      runs.append(first, count: count)
      rest = rest.dropFirst(count)
    }
    sequence.rebuild(runs)
    return sequence
  }

  /// Heights of which many consecutive ones are equal.
  private func heightsWithRuns(of length: Int, _ random: inout SplitMix64) -> [RowHeight] {
    (0..<12).flatMap { _ in
      let count = random.chance(0.3) ? Int.random(in: 1...5, using: &random) : length
      return Array(
        repeating: NaiveList.height(using: &random), count: Int.random(in: 1...count, using: &random))
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(2, full: 24)), [true, false])
  func randomEditsOfRunsAgreeWithAnArray(seed: UInt64, hasSmallNodes: Bool) {
    var random = SplitMix64(seed: seed + 500)
    let length = hasSmallNodes ? 60 : 900
    var model = heightsWithRuns(of: length, &random)
    var sequence = sequence(model, hasSmallNodes: hasSmallNodes, findsRuns: true)
    check(sequence, model, "seed \(seed), at the beginning")
    expect(sequence.leaves.hasRuns)
    for step in 0..<TestRun.count(100, full: 400) {
      let index = Int.random(in: 0...model.count, using: &random)
      // Often the height of a neighbour, which makes a run longer.
      let near =
        model.isEmpty
        ? nil : model[min(max(index - Int.random(in: 0...1, using: &random), 0), model.count - 1)]
      let height = random.chance(0.4) ? near ?? .estimated(3) : NaiveList.height(using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let count = random.chance(0.5) ? 1 : Int.random(in: 1...length, using: &random)
        model.insert(contentsOf: repeatElement(height, count: count), at: index)
        var runs = HeightRuns()
        runs.append(height, count: count)
        sequence.insert(runs, at: index)
      case 2:
        let end = min(index + (random.chance(0.5) ? 3 : length), model.count)
        model.removeSubrange(index..<end)
        sequence.remove(index..<end)
      case 3 where random.chance(0.05):
        for place in model.indices { model[place] = .estimated(model[place].value) }
        sequence.forgetMeasurements()
      default:
        guard index < model.count else { break }
        expect(sequence.set(height, at: index), equals: height.value - model[index].value)
        model[index] = height
      }
      if model.count > 12 * length {
        model.removeSubrange(length..<model.count - length)
        sequence.remove(length..<sequence.count - length)
      }
      check(sequence, model, "seed \(seed), step \(step)")
      checkQueries(of: sequence, model, random.chance(0.05) ? 1 : 97)
    }
  }

  /// Compares queries at every `distance`-th height.
  private func checkQueries(of sequence: HeightSequence, _ model: [RowHeight], _ distance: Int) {
    var offset = 0
    for (index, height) in model.enumerated() {
      defer { offset += height.value }
      guard index % distance == 0 else { continue }
      expect(sequence[index], equals: height)
      expect(sequence.offset(of: index), equals: offset)
      for inside in Set([0, height.value / 2, height.value - 1]) where inside >= 0 && inside < height.value {
        let found = sequence.index(atOffset: offset + inside)
        expect(found?.index == index && found?.inside == inside)
      }
      checkNextUnmeasured(from: index, in: sequence, model)
    }
    expect(sequence.totalHeight, equals: offset)
  }

  private func checkNextUnmeasured(from index: Int, in sequence: HeightSequence, _ model: [RowHeight]) {
    func isEstimate(_ index: Int) -> Bool { if case .estimated = model[index] { true } else { false } }
    expect(
      sequence.nextUnmeasured(from: index, forward: true),
      equals: model[index...].indices.first(where: isEstimate))
    expect(
      sequence.nextUnmeasured(from: index, forward: false),
      equals: model[...index].indices.last(where: isEstimate))
  }

  @Test func rowsThatAreAlikeTakeOneLeafWhateverTheirNumber() {
    var runs = HeightRuns()
    runs.append(.measured(31))
    runs.append(.estimated(60), count: 1_000_000_000)
    var sequence = HeightSequence()
    sequence.rebuild(runs)
    expect(sequence.leaves.usedCount, equals: 2)
    expect(sequence.totalHeight, equals: 60_000_000_031)
    expect(sequence.index(atOffset: 60_000_000_030)?.index, equals: 1_000_000_000)
    // A height in the middle is stored with its neighbours.
    expect(sequence.set(.measured(100), at: 500_000_000), equals: 40)
    expect(sequence.leaves.usedCount, equals: 4)
    for index in 499_999_990..<500_000_010 { _ = sequence.set(.measured(70), at: index) }
    expect(sequence.leaves.usedCount <= 6)
    sequence.insert(runs, at: 250_000_000)
    sequence.remove(0..<600_000_000)
    expect(sequence.count, equals: 1_400_000_002)
    expect(sequence.leaves.usedCount <= 8)
    expect(sequence.nextUnmeasured(from: 1_400_000_001, forward: false), equals: 1_400_000_001)
    sequence.checkInvariants("rows that are alike")
  }

  @Test(arguments: 0..<UInt64(TestRun.count(2, full: 8)), [true, false])
  func randomEditsAgreeWithAnArray(seed: UInt64, hasSmallNodes: Bool) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...(hasSmallNodes ? 500 : 5000), using: &random)
    var model = (0..<count).map { _ in NaiveList.height(using: &random) }
    var sequence = sequence(model, hasSmallNodes: hasSmallNodes)
    let growth = seed % 2 == 0 ? 0.65 : 0.35
    for step in 0..<TestRun.count(800, full: 1_500) {
      if random.chance(growth) {
        let size = random.chance(0.02) ? Int.random(in: 0...400, using: &random) : 1
        let index = random.chance(0.3) ? 0 : Int.random(in: 0...model.count, using: &random)
        if random.chance(0.2) {
          let height = NaiveList.height(using: &random)
          model.insert(contentsOf: repeatElement(height, count: size), at: index)
          var runs = HeightRuns()
          runs.append(height, count: size)
          sequence.insert(runs, at: index)
        } else {
          let added = (0..<size).map { _ in NaiveList.height(using: &random) }
          model.insert(contentsOf: added, at: index)
          sequence.insert(added, at: index)
        }
      } else if !model.isEmpty {
        let low = Int.random(in: 0..<model.count, using: &random)
        let high = min(low + (random.chance(0.1) ? 300 : 5), model.count)
        model.removeSubrange(low..<high)
        sequence.remove(low..<high)
      }
      if let index = model.indices.randomElement(using: &random) {
        let height = NaiveList.height(using: &random)
        expect(sequence.set(height, at: index), equals: height.value - model[index].value)
        model[index] = height
      }
      if step % 50 == 0 { check(sequence, model, "seed \(seed), step \(step)") }
    }
    check(sequence, model, "seed \(seed), at the end")
  }

  @Test(arguments: 0..<UInt64(TestRun.count(2, full: 4)), [true, false])
  func everyQueryAgreesWithAnArray(seed: UInt64, hasSmallNodes: Bool) {
    var random = SplitMix64(seed: seed)
    let model = (0..<700).map { _ in
      random.chance(0.9) ? RowHeight.measured(random.chance(0.4) ? 0 : 7) : NaiveList.height(using: &random)
    }
    let sequence = sequence(model, hasSmallNodes: hasSmallNodes)
    var offset = 0
    for (index, height) in model.enumerated() {
      expect(sequence[index], equals: height)
      expect(sequence.offset(of: index), equals: offset)
      for inside in 0..<height.value {
        let found = sequence.index(atOffset: offset + inside)
        expect(found?.index == index && found?.inside == inside, "seed \(seed), offset \(offset + inside)")
      }
      offset += height.value
      checkNextUnmeasured(from: index, in: sequence, model)
    }
    expect(sequence.offset(of: model.count), equals: offset)
    expect(sequence.index(atOffset: offset) == nil)
    expect(sequence.index(atOffset: -1) == nil)
  }

  @Test func aMillionRowsOfTwentyMillionPixelsDoNotOverflow() {
    var sequence = HeightSequence(repeatElement(.measured(20_000_000), count: 1_000_000))
    expect(sequence.totalHeight, equals: 20_000_000_000_000)
    expect(sequence.index(atOffset: 19_999_999_999_999)?.index, equals: 999_999)
    expect(sequence.offset(of: 999_999), equals: 19_999_980_000_000)
    expect(sequence.set(.measured(Int(Int32.max)), at: 0), equals: 2_127_483_647)
    expect(sequence.offset(of: 1), equals: 2_147_483_647)
    expect(sequence.set(.estimated(3), at: 999_999), equals: -19_999_997)
    expect(sequence.nextUnmeasured(from: 0, forward: true), equals: 999_999)
  }

  @Test func prependingHeightsFillsTheLeaves() {
    var sequence = HeightSequence()
    for _ in 0..<50_000 { sequence.insert([.estimated(40)], at: 0) }
    expect(sequence.leaves.usedCount < 50_000 / 50)
  }

  @Test func emptiedSequencesFreeTheirNodes() {
    var sequence = HeightSequence(repeatElement(.measured(10), count: 20_000))
    while sequence.count > 100 { sequence.remove(sequence.count / 3..<sequence.count / 3 + 1) }
    expect(sequence.leaves.usedCount < 10)
    sequence.remove(0..<100)
    expect(sequence.depth, equals: 0)
    sequence.insert([.measured(5)], at: 0)
    expect(sequence.totalHeight, equals: 5)
  }

  @Test func theDepthOfTheTreeIsLogarithmic() {
    // Ten times as many rows add at most one level, and no query reads more than one node of a level.
    let depths = [1000, 10_000, 100_000, 1_000_000].map {
      HeightSequence(repeatElement(.measured(1), count: $0)).depth
    }
    expect(depths, equals: [1, 2, 3, 3])
  }
}
