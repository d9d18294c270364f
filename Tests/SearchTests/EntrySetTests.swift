import RandomNumbers
import Testing

@testable import Search

struct EntrySetTests {
  @Test func operationsEqualThoseOfASet() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let capacity = Int.random(in: 0...200, using: &random)
      let density = Double.random(in: 0...1, using: &random)
      let members = (0..<capacity).filter { _ in random.chance(density) }
      let set = EntrySet(members, capacity: capacity)
      #expect(Array(set) == members)
      #expect(set.count == members.count)
      #expect(set.isEmpty == members.isEmpty)
      let otherCapacity = Int.random(in: 0...200, using: &random)
      let others = (0..<otherCapacity).filter { _ in random.chance(0.5) }
      let other = EntrySet(others, capacity: otherCapacity)
      var result = set
      result.formIntersection(other)
      #expect(Array(result) == members.filter(others.contains))
      result = set
      result.subtract(other)
      #expect(Array(result) == members.filter { !others.contains($0) })
      result = set
      result.append(other)
      #expect(Array(result) == members + others.map { $0 + capacity })
      #expect(result.capacity == capacity + otherCapacity)
      result = set
      result.resize(to: otherCapacity)
      #expect(Array(result) == members.filter { $0 < otherCapacity })
      let low = Int.random(in: 0...capacity, using: &random)
      let high = Int.random(in: low...220, using: &random)
      #expect(Array(set.slice(low..<high)) == members.filter { (low..<high).contains($0) }.map { $0 - low })
      #expect(set.first(from: low) == members.first { $0 >= low })
      #expect(
        set.firstGap(from: low) == (low..<max(low, capacity)).first { !members.contains($0) } ?? capacity)
    }
  }

  @Test func setOfAllEntriesHasNoOthers() {
    for capacity in [0, 1, 63, 64, 65, 130] {
      #expect(Array(EntrySet(allBelow: capacity)) == Array(0..<capacity))
      #expect(!EntrySet(allBelow: capacity).contains(capacity))
    }
  }
}
