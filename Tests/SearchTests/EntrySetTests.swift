import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerSearch

struct EntrySetTests {
  @Test func operationsEqualThoseOfASet() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let capacity = Int.random(in: 0...200, using: &random)
      let density = Double.random(in: 0...1, using: &random)
      let members = (0..<capacity).filter { _ in random.chance(density) }
      let set = EntrySet(members, capacity: capacity)
      expect(Array(set), equals: members)
      expect(set.count, equals: members.count)
      expect(set.isEmpty, equals: members.isEmpty)
      let otherCapacity = Int.random(in: 0...200, using: &random)
      let others = (0..<otherCapacity).filter { _ in random.chance(0.5) }
      let other = EntrySet(others, capacity: otherCapacity)
      var result = set
      result.formIntersection(other)
      expect(Array(result), equals: members.filter(others.contains))
      result = set
      result.subtract(other)
      expect(Array(result), equals: members.filter { !others.contains($0) })
      result = set
      result.append(other)
      expect(Array(result), equals: members + others.map { $0 + capacity })
      expect(result.capacity, equals: capacity + otherCapacity)
      let low = Int.random(in: 0...capacity, using: &random)
      let high = Int.random(in: low...220, using: &random)
      expect(
        Array(set.slice(low..<high)), equals: members.filter { (low..<high).contains($0) }.map { $0 - low })
      expect(set.first(from: low), equals: members.first { $0 >= low })
      expect(
        set.firstGap(from: low),
        equals: (low..<max(low, capacity)).first { !members.contains($0) } ?? capacity)
    }
  }

  @Test func setOfAllEntriesHasNoOthers() {
    for capacity in [0, 1, 63, 64, 65, 130] {
      expect(Array(EntrySet(allBelow: capacity)), equals: Array(0..<capacity))
      expect(!EntrySet(allBelow: capacity).contains(capacity))
    }
  }

  @Test(arguments: UInt64(0)..<20) func runsInARangeAreThoseOfASet(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = Int.random(in: 1...400, using: &random)
    var numbers = EntrySet(capacity: limit)
    var model: Set<Int> = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let first = Int.random(in: 0..<limit, using: &random)
      // Runs that end where a word does, too.
      let end = random.chance(0.3) ? (first / 64 + 1) * 64 : first + Int.random(in: 1...20, using: &random)
      for number in first..<min(end, limit) {
        numbers.insert(number)
        model.insert(number)
      }
    }
    for _ in 0..<30 {
      let ends = [0, limit].map { _ in Int.random(in: 0...limit, using: &random) }.sorted()
      for range in [ends[0]..<ends[1], 0..<limit] {
        let runs = numbers.runs(in: range)
        expect(runs.flatMap(Array.init), equals: model.filter(range.contains).sorted())
        expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }
}
