import Expectations
import RandomNumbers
import Testing

@testable import PangoText

@Suite("Small values by bytes") struct ByteKeyCacheTests {
  private typealias Cache = ByteKeyCache<Int32, UInt16>

  private struct Key: Hashable {
    let bytes: [CChar]
    let seed: UInt32

    /// Few keys with equal bytes, some of them with another seed.
    init(_ number: Int) {
      let (word, seed) = (number / 3, number % 3)
      var text = "\(word)"
      if word.isMultiple(of: 2) { text += String(repeating: "é", count: word % 29) }
      bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
      self.seed = UInt32(seed)
    }
  }

  private static func elements(_ number: Int) -> [UInt16] {
    (0..<number % 40).map { UInt16(truncatingIfNeeded: number * 7 + $0) }
  }

  private static func insert(_ number: Int, into cache: inout Cache) {
    let key = Key(number)
    elements(number).withUnsafeBufferPointer {
      cache.insert(Int32(number), $0, for: key.bytes, key.bytes.count, seed: key.seed)
    }
  }

  /// Whether the cache has a key, with the right value and elements, and with those again after it was renewed.
  private static func has(_ number: Int, in cache: inout Cache) -> Bool {
    let key = Key(number)
    guard let found = cache.find(key.bytes, key.bytes.count, seed: key.seed) else { return false }
    expect(found.value == number)
    expect(Array(found.elements), equals: elements(number))
    guard found.isOld else { return true }
    cache.renew(found, for: key.bytes, key.bytes.count, seed: key.seed)
    let renewed = cache.find(key.bytes, key.bytes.count, seed: key.seed)
    expect(renewed?.value == Int32(number) && renewed?.isOld == false)
    expect(renewed.map { Array($0.elements) }, equals: elements(number))
    return true
  }

  @Test(arguments: [UInt64(0), 2, 4, 9])
  func keysHaveTheirValuesAndElementsAndTheBudgetIsKept(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // A sixteenth of it is the share of a cache.
    let budget = CacheBudget(byteCount: 16 * 4_000 << seed)
    var cache = Cache(budget)
    var missing = 0
    for step in 0..<30_000 {
      // Some keys are asked for much more often than others.
      let number = min(Int.random(in: 0..<3_000, using: &random), Int.random(in: 0..<3_000, using: &random))
      if !Self.has(number, in: &cache) {
        missing += 1
        Self.insert(number, into: &cache)
        let hasNewest = Self.has(number, in: &cache)
        expect(hasNewest, "seed \(seed), step \(step)")
      }
      let byteCount = cache.byteCount
      expect(byteCount, equals: budget.usedByteCount, "seed \(seed), step \(step)")
      expect(byteCount <= max(budget.byteCount / 16, 4_000), "seed \(seed), step \(step)")
    }
    // With much memory, everything is kept.
    expect(missing <= 3_000, equals: seed == 9, "\(missing) of 3,000 keys were not found, seed \(seed)")
  }

  @Test func whatIsUsedSurvivesWhatIsNot() {
    var cache = Cache(CacheBudget(byteCount: 400_000))
    for number in 0..<30 { Self.insert(number, into: &cache) }
    for number in 30..<30_000 {
      Self.insert(number, into: &cache)
      let isKept = Self.has(number % 30, in: &cache)
      expect(isKept, "\(number)")
    }
    let isForgotten = !Self.has(100, in: &cache)
    expect(isForgotten)
  }

  @Test func anEmptiedCacheHasNoMemory() {
    let budget = CacheBudget(byteCount: 400_000)
    var cache = Cache(budget)
    for number in 0..<300 { Self.insert(number, into: &cache) }
    cache.removeAll()
    let isForgotten = !Self.has(7, in: &cache)
    expect(isForgotten && budget.usedByteCount == 0)
    Self.insert(7, into: &cache)
    let isThere = Self.has(7, in: &cache)
    expect(isThere)
  }
}
