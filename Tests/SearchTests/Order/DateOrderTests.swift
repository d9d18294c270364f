import Expectations
import FeedViewerSearch
import RandomNumbers
import Testing

/// The order of entries by time.
struct DateOrderTests {
  @Test func entriesWithoutATimeComeLastInBothOrders() {
    let times: [Int64?] = [nil, 5, 7, nil, 5, -3]
    expect(DateOrder.order(count: 6, isRising: true) { times[$0] }, equals: [5, 1, 4, 2, 0, 3])
    expect(DateOrder.order(count: 6, isRising: false) { times[$0] }, equals: [2, 1, 4, 5, 0, 3])
  }

  @Test func equalTimesKeepTheirOrder() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let times = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        Bool.random(using: &random) ? Int64.random(in: -4...4, using: &random) : nil
      }
      for isRising in [true, false] {
        // Groups of equal times, one after the other.
        let groups = (isRising ? Array(-4...4) : (-4...4).reversed()).map(Optional.some) + [nil]
        let expected = groups.flatMap { time in times.indices.filter { times[$0] == time.map(Int64.init) } }
        expect(order(times, isRising: isRising), equals: expected)
      }
    }
  }

  private func order(_ times: [Int64?], isRising: Bool) -> [Int] {
    DateOrder.order(count: times.count, isRising: isRising) { times[$0] }.map(Int.init)
  }

  /// However far times are apart: what they are sorted by has one digit, several, or all bits of 64.
  @Test func distancesOfAllSizesAreSorted() {
    var random = SplitMix64(seed: 2)
    for bits in 1...64 {
      let base = Int64(truncatingIfNeeded: random.next())
      let times: [Int64?] = (0..<200).map { _ in
        random.chance(0.1) ? nil : base &+ Int64(truncatingIfNeeded: random.next() >> UInt64(64 - bits))
      }
      for isRising in [true, false] {
        let dated = times.indices.filter { times[$0] != nil }.sorted {
          let (one, other) = (times[$0]!, times[$1]!)
          return one == other ? $0 < $1 : isRising == (one < other)
        }
        expect(order(times, isRising: isRising), equals: dated + times.indices.filter { times[$0] == nil })
      }
    }
  }

  @Test func theLowestAndTheHighestTimeHaveAnOrder() {
    let times: [Int64?] = [.max, 0, .min]
    expect(order(times, isRising: true), equals: [2, 1, 0])
    expect(order(times, isRising: false), equals: [0, 1, 2])
  }

  @Test func noEntriesHaveAnOrder() {
    expect(DateOrder.order(count: 0, isRising: true) { _ in 1 }, equals: [])
  }
}
