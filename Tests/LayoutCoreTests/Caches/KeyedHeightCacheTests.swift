import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Heights by key")
struct KeyedHeightCacheTests {
  private func key(
    _ template: TemplateIdentifier = "row", width: Int = 400, revision: UInt64 = 0
  ) -> HeightKey {
    HeightKey(template: template, width: width, environment: LayoutEnvironment(), revision: revision)
  }

  @Test func templatesWithTheSameKeyDoNotCollide() {
    var cache = KeyedHeightCache<String>(capacity: 10)
    cache.store(40, forKey: "item", for: key())
    cache.store(60, forKey: "item", for: key("wide"))
    expect(cache.height(forKey: "item", for: key()), equals: 40)
    expect(cache.height(forKey: "item", for: key("wide")), equals: 60)
    expect(cache.height(forKey: "item", for: key(revision: 1)) == nil)
    expect(cache.height(forKey: "other", for: key()) == nil)
  }

  @Test func returningToAWidthIsACacheHit() {
    var cache = KeyedHeightCache<Int>(capacity: 10)
    cache.store(40, forKey: 1, for: key(width: 400))
    cache.store(32, forKey: 1, for: key(width: 500))
    expect(cache.height(forKey: 1, for: key(width: 400)), equals: 40)
  }

  @Test(arguments: UInt64(0)..<5)
  func behavesLikeAnOrderedList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var cache = KeyedHeightCache<Int>(capacity: 8)
    var model: [(key: Int, height: Int)] = []
    for step in 0..<3000 {
      let item = Int.random(in: 0..<20, using: &random)
      if random.chance(0.2) {
        cache.invalidate(item)
        model.removeAll { $0.key == item }
      } else if random.chance(0.005) {
        cache.invalidateAll()
        model = []
      } else if random.chance(0.3) {
        let place = model.firstIndex { $0.key == item }
        expect(cache.use(item, for: key()), equals: place.map { model[$0].height })
        if let place { model.append(model.remove(at: place)) }
      } else {
        cache.store(step, forKey: item, for: key())
        model.removeAll { $0.key == item }
        model.append((item, step))
        if model.count > 8 { model.removeFirst() }
      }
      let found = (0..<20).map { cache.height(forKey: $0, for: key()) }
      let expected = (0..<20).map { item in model.first { $0.key == item }?.height }
      expect(found, equals: expected, "seed \(seed), step \(step)")
      expect(cache.count, equals: model.count)
    }
  }

  @Test func aChangedRevisionIsACacheMissAndOtherHeightsStay() {
    var cache = KeyedHeightCache<String>(capacity: 10)
    for item in ["a", "b"] { cache.store(40, forKey: item, for: key()) }
    expect(cache.height(forKey: "a", for: key(revision: 1)) == nil)
    cache.store(52, forKey: "a", for: key(revision: 1))
    expect(cache.height(forKey: "a", for: key(revision: 1)), equals: 52)
    expect(cache.height(forKey: "b", for: key()), equals: 40)
  }

  @Test func fingerprintedKeysAreFoundByTheirText() {
    var cache = KeyedHeightCache<FingerprintedKey>(capacity: 2000)
    for item in 0..<1000 { cache.store(item, forKey: FingerprintedKey("item \(item)"), for: key()) }
    for item in 0..<1000 {
      expect(cache.height(forKey: FingerprintedKey("item \(item)"), for: key()), equals: item)
    }
    expect(cache.height(forKey: "item 1000", for: key()) == nil)
  }
}
