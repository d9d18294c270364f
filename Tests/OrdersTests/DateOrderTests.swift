import Orders
import RandomNumbers
import Testing

/// The order of entries by time.
struct DateOrderTests {
  @Test func entriesWithoutATimeComeLastInBothOrders() {
    let times: [Int64?] = [nil, 5, 7, nil, 5, -3]
    #expect(DateOrder.order(count: 6, isRising: true) { times[$0] } == [5, 1, 4, 2, 0, 3])
    #expect(DateOrder.order(count: 6, isRising: false) { times[$0] } == [2, 1, 4, 5, 0, 3])
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
        #expect(DateOrder.order(count: times.count, isRising: isRising) { times[$0] } == expected)
      }
    }
  }

  @Test func noEntriesHaveAnOrder() {
    #expect(DateOrder.order(count: 0, isRising: true) { _ in 1 } == [])
  }
}
