import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Heights under their conditions against arrays")
struct HeightStoreTests {
  private func key(_ width: Int, template: TemplateIdentifier = "row", revision: UInt64 = 0) -> HeightKey {
    HeightKey(template: template, width: width, environment: LayoutEnvironment(), revision: revision)
  }

  @Test(arguments: UInt64(0)..<4)
  func theLastConditionsOfEachItemAreKept(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys = (1...4).flatMap { width in
      [key(width), key(width, template: "other"), key(width, revision: 1)]
    }
    let width = Int(seed) + 1
    var store = HeightStore(width: width)
    var model: [Int: [(key: HeightKey, height: Int)]] = [:]
    for step in 0..<2000 {
      if model.count < 10, random.chance(0.1) {
        let item = store.add()
        expect(model[item] == nil)
        model[item] = []
      }
      guard let item = model.keys.sorted().randomElement(using: &random),
        let key = keys.randomElement(using: &random)
      else { continue }
      if random.chance(0.02) {
        store.remove(item)
        model[item] = nil
        continue
      }
      store.store(step, of: item, for: key)
      model[item]?.removeAll { $0.key == key }
      model[item]?.insert((key, step), at: 0)
      if model[item]?.count ?? 0 > width { model[item]?.removeLast() }
      expect(store.count, equals: model.count)
      for (item, heights) in model {
        for key in keys {
          expect(
            store.height(of: item, for: key), equals: heights.first { $0.key == key }?.height,
            "seed \(seed), step \(step)")
        }
      }
    }
  }

  @Test func theNumberOfConditionsIsBounded() {
    var table = ConditionTable()
    let numbers = (1...ConditionTable.capacity).map { table.number(adding: key($0)) }
    expect(Set(numbers).count, equals: numbers.count)
    expect((1...ConditionTable.capacity).map { table.number(for: key($0)) }, equals: numbers)
    let next = table.number(adding: key(1_000_000))
    expect(!numbers.contains(next) && next != ConditionTable.none)
    expect(table.number(for: key(1)) == nil)
    expect(table.number(for: key(ConditionTable.capacity)), equals: numbers.last)
    expect(table.count <= ConditionTable.capacity)
  }
}
