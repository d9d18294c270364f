import Dispatch
import Expectations
import RandomNumbers
import Testing

@testable import PangoText

@Suite("Caches with a common budget") struct CacheBudgetTests {
  /// A cache of numbers by number whose entries have one size.
  private typealias Numbers = GenerationCache<Int, Int>

  private static func fill(_ cache: inout Numbers, _ keys: Range<Int>, byteCount: Int = 100) {
    for key in keys { cache.insert(-key, for: key, byteCount: byteCount) }
  }

  /// The memory of the only entry of a cache.
  private static var entryByteCount: Int {
    var cache = Numbers(CacheBudget(byteCount: 1))
    fill(&cache, 0..<1)
    return cache.byteCount
  }

  @Test func aCacheReturnsItsMemory() {
    let budget = CacheBudget(byteCount: 100_000)
    do {
      var cache = Numbers(budget)
      expect(budget.usedByteCount, equals: 0)
      Self.fill(&cache, 0..<20)
      expect(budget.usedByteCount, equals: 20 * Self.entryByteCount)
      cache.removeAll()
      expect(budget.usedByteCount, equals: 0)
      Self.fill(&cache, 0..<3)
    }
    expect(budget.usedByteCount, equals: 0)
  }

  @Test func oneCacheLeavesRoomForOthers() {
    let budget = CacheBudget(byteCount: 160_000)
    var first = Numbers(budget)
    Self.fill(&first, 0..<10_000)
    let full = first.byteCount
    expect(full > 5_000 && full <= 10_000)
    var second = Numbers(budget)
    Self.fill(&second, 0..<10_000)
    expect(second.byteCount, equals: full)
    expect(first.byteCount, equals: full)
  }

  @Test func sharesBecomeSmallerWhenMoreCachesAreUsed() {
    let budget = CacheBudget(byteCount: 320_000)
    var caches: [Numbers.Shared] = (0..<32).map { _ in Numbers.Shared(budget) }
    for cache in caches { Self.fill(&cache.cache, 0..<10_000) }
    expect(budget.usedByteCount <= budget.byteCount + 32 * Self.entryByteCount)
    // Those that were filled first make room as soon as they are used again.
    for cache in caches { Self.fill(&cache.cache, 10_000..<20_000) }
    expect((160_000...320_000).contains(budget.usedByteCount))
    expect(caches.allSatisfy { $0.cache.byteCount <= 10_000 })
    caches.removeLast(28)
    expect(budget.usedByteCount <= 40_000)
  }

  @Test func idleCachesLeaveRoomForANewOne() {
    let budget = CacheBudget(byteCount: 1_600_000)
    let idle = (0..<40).map { _ in Numbers.Shared(budget) }
    for cache in idle { Self.fill(&cache.cache, 0..<10_000) }
    var cache = Numbers(budget)
    Self.fill(&cache, 0..<10_000)
    expect(cache.byteCount > budget.byteCount / 5 / 41 / 3)
    expect(budget.usedByteCount <= budget.byteCount)
  }

  @Test func anEntryThatIsLargerThanTheBudgetIsKeptAlone() {
    let budget = CacheBudget(byteCount: 10_000)
    var cache = Numbers(budget)
    Self.fill(&cache, 0..<5)
    cache.insert(1, for: -1, byteCount: 1_000_000)
    let found = cache.value(for: -1)
    expect(found, equals: 1)
    expect(budget.usedByteCount < 1_000_000 + 500)
    Self.fill(&cache, 0..<1)
    expect(budget.usedByteCount, equals: Self.entryByteCount)
  }

  @Test(arguments: UInt64(0)..<6)
  func noCacheReturnsAnotherValueOrExceedsTheBudget(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let budget = CacheBudget(byteCount: 20_000 << seed)
    var caches: [Numbers.Shared] = []
    var models: [[Int: Int]] = []
    var largest = 0
    for step in 0..<20_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0 where caches.count < 12:
        caches.append(Numbers.Shared(budget))
        models.append([:])
      case 1 where !caches.isEmpty:
        let index = Int.random(in: 0..<caches.count, using: &random)
        caches.remove(at: index)
        models.remove(at: index)
      case 2 where !caches.isEmpty: caches.randomElement(using: &random)?.cache.removeAll()
      default:
        guard let index = caches.indices.randomElement(using: &random) else { continue }
        let key = Int.random(in: 0..<400, using: &random)
        if random.chance(0.5) {
          let found = caches[index].cache.value(for: key)
          expect(found == nil || found == models[index][key], "seed \(seed), step \(step)")
        } else {
          let byteCount = Int.random(in: 0..<500, using: &random)
          caches[index].cache.insert(step, for: key, byteCount: byteCount)
          models[index][key] = step
          let newest = caches[index].cache.value(for: key)
          expect(newest, equals: step, "seed \(seed), step \(step)")
          largest = max(largest, byteCount + Self.entryByteCount)
        }
      }
      let total = caches.reduce(0) { $0 + $1.cache.byteCount }
      expect(total, equals: budget.usedByteCount, "seed \(seed), step \(step)")
      expect(total <= budget.byteCount + caches.count * largest, "seed \(seed), step \(step)")
    }
  }

  @Test func threadsShareTheBudget() {
    let budget = CacheBudget(byteCount: 200_000)
    let entryByteCount = Self.entryByteCount
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SplitMix64(seed: UInt64(thread))
      var cache = Numbers(budget)
      for _ in 0..<20_000 {
        let key = Int.random(in: 0..<2_000, using: &random)
        if let found = cache.value(for: key) {
          expect(found, equals: key + thread)
        } else {
          cache.insert(key + thread, for: key, byteCount: 100)
        }
        expect(budget.usedByteCount <= budget.byteCount + 4 * entryByteCount)
      }
    }
    expect(budget.usedByteCount, equals: 0)
  }
}

extension GenerationCache {
  /// A cache in an array.
  fileprivate final class Shared {
    var cache: GenerationCache
    init(_ budget: CacheBudget) { cache = GenerationCache(budget) }
  }
}
