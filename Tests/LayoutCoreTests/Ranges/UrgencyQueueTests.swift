import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Order of work")
struct UrgencyQueueTests {
  private func drain(_ queue: inout UrgencyQueue<Int>) -> [Int] {
    var items: [Int] = []
    while let (item, _) = queue.next() { items.append(item) }
    return items
  }

  @Test func anItemThatBecomesMoreUrgentIsReturnedOnce() {
    var queue = UrgencyQueue<Int>()
    for item in 1...4 { queue.add(item, for: .preload) }
    queue.add(3, for: .visible)
    queue.add(3, for: .preload)
    expect(queue.urgency(of: 3), equals: .visible)
    expect(drain(&queue), equals: [3, 1, 2, 4])
  }

  @Test func renamedItemsKeepTheirOrder() {
    var queue = UrgencyQueue<Int>()
    for item in 1...4 { queue.add(item, for: .preload) }
    queue.add(9, for: .visible)
    queue.rename { $0 == 2 ? nil : $0 + 10 }
    expect(drain(&queue), equals: [19, 11, 13, 14])
  }

  @Test(arguments: UInt64(0)..<5)
  func theQueueAgreesWithASortedList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var queue = UrgencyQueue<Int>()
    // The range and the order of each waiting item.
    var model: [Int: (kind: RangeKind, number: Int)] = [:]
    for number in 0..<3_000 {
      let item = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let first = model.min {
          ($0.value.kind.rawValue, $0.value.number) < ($1.value.kind.rawValue, $1.value.number)
        }
        let next = queue.next()
        expect(next?.item == first?.key && next?.kind == first?.value.kind, "seed \(seed)")
        if let first { model[first.key] = nil }
      case 1:
        queue.remove(item)
        model[item] = nil
      default:
        let kind = RangeKind.allCases[Int.random(in: 0..<3, using: &random)]
        queue.add(item, for: kind)
        if let known = model[item], known.kind.rawValue <= kind.rawValue { continue }
        model[item] = (kind, number)
      }
      expect(queue.count, equals: model.count)
    }
  }
}
