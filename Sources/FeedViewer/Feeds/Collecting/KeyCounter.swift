/// Counts the uses of keys by their hashes; the keys themselves may be gone already.
///
/// If two different keys have one hash (a chance of one in 10^7 in a file of a million entries), the second one gets
/// an unnecessary suffix. Open addressing with linear probing and eight bytes per slot: in a large file each new key
/// costs one cache miss, where a dictionary costs three.
struct KeyCounter {
  /// 0 marks a free slot.
  private var slots = [UInt64](repeating: 0, count: 1_024)
  /// The number of used slots; at most half of them, so that probing ends.
  private var count = 0
  /// The number of uses of keys that occurred more than once.
  private var repeated: [UInt64: Int32] = [:]
  /// Random in each run, so that no file can be crafted to make all its keys collide. A value for each counter would ask the
  /// system each time that a part of a text is read.
  private static let seed = UInt64.random(in: .min ... .max) | 1
  private let seed = Self.seed

  /// What `prepare` has read, so that it is not optimised away.
  private var fetched: UInt64 = 0

  /// Reads the first slots of hashes into the cache. None waits for another one.
  mutating func prepare(_ hashes: some Sequence<UInt64>) {
    for hash in hashes { fetched ^= slots[firstPlace(of: KeyCounter.stored(hash))] }
  }

  private func firstPlace(of wanted: UInt64) -> Int {
    Int(truncatingIfNeeded: wanted.multipliedFullWidth(by: seed).high ^ wanted &* seed) & (slots.count - 1)
  }

  /// The slot that holds a hash or where it would be inserted. O(1) on average. Valid until the next `insert`.
  func place(of hash: UInt64) -> Int {
    let wanted = KeyCounter.stored(hash)
    let mask = slots.count - 1
    var place = firstPlace(of: wanted)
    while slots[place] != 0, slots[place] != wanted { place = (place + 1) & mask }
    return place
  }

  /// The number of uses of the key at a slot; 0 for a free slot.
  subscript(place: Int) -> Int32 {
    get { slots[place] == 0 ? 0 : repeated[slots[place]] ?? 1 }
    set { repeated[slots[place]] = newValue }
  }

  /// Inserts a new key at its slot, with one use. O(1) on average.
  mutating func insert(_ hash: UInt64, at place: Int) {
    slots[place] = KeyCounter.stored(hash)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  /// Zero marks free slots.
  private static func stored(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

  private mutating func grow() {
    var old = [UInt64](repeating: 0, count: slots.count * 2)
    swap(&old, &slots)
    for hash in old where hash != 0 { slots[place(of: hash)] = hash }
  }
}
