import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Numbers by their hash against a dictionary")
struct HashIndexTests {
  /// `variety` different hashes: with few of them, all searches collide.
  @Test(arguments: [(UInt64(1), 5), (UInt64(2), 40), (UInt64(3), 100_000), (UInt64(4), Int(UInt32.max))])
  func behavesLikeADictionary(seed: UInt64, variety: Int) {
    var random = SplitMix64(seed: seed)
    var index = HashIndex()
    var model: [Int: UInt32] = [:]
    for step in 0..<4000 {
      let number = Int.random(in: 0..<300, using: &random)
      if let hash = model[number] {
        index.remove(number, hash: hash)
        model[number] = nil
      } else {
        // Neighbouring hashes wrap around at the end of the table.
        let hash = UInt32.max - UInt32(Int.random(in: 0..<variety, using: &random))
        index.insert(number, hash: hash)
        model[number] = hash
      }
      expect(index.count, equals: model.count)
      guard step % 40 == 0 else { continue }
      for number in 0..<300 {
        let hash = model[number] ?? UInt32.max
        expect(
          (index.find(hash) { $0 == number } != nil), equals: model[number] != nil,
          "seed \(seed), step \(step)")
      }
    }
  }

  @Test func everyByteOfATextChangesTheHash() {
    let hash = TextHash()
    let text = "https://example.org/entries/1"
    var hashes: Set<UInt64> = [hash.hash(text), hash.hash(""), TextHash(start: 1).hash(text)]
    for place in text.indices {
      var other = text
      other.replaceSubrange(place...place, with: "~")
      hashes.insert(hash.hash(other))
      hashes.insert(hash.hash(String(text[..<place]) + "\0"))
    }
    expect(hashes.count, equals: 3 + 2 * text.count)
  }

  @Test func keysWithTheSameTextAreEqual() {
    let key = FingerprintedKey("https://example.org/" + String(repeating: "a", count: 3))
    expect(key == "https://example.org/aaa")
    expect(key != "https://example.org/aab")
    var cache = KeyedHeightCache<FingerprintedKey>(capacity: 4)
    let conditions = HeightKey(template: "row", width: 400, environment: LayoutEnvironment(), revision: 0)
    cache.store(40, forKey: key, for: conditions)
    expect(cache.height(forKey: "https://example.org/aaa", for: conditions) == 40)
  }
}
