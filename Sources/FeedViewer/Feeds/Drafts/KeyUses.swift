/// How often the keys of a file were asked for, by their hashes: the keys themselves may be gone already.
///
/// Of two different keys with one hash (one chance in 10^7 in a file of a million entries) the second gets a number that
/// it does not need. Open addressing with linear probing and eight bytes a slot, since in a large file each new key is a
/// miss of the processor's caches: of a dictionary it is three.
struct KeyUses {
  /// 0 in a free slot.
  private var slots = [UInt64](repeating: 0, count: 1_024)
  /// Slots that are taken; at most half of them, so that there always is a free one.
  private var count = 0
  /// How often the few keys that came again were asked for.
  private var repeated: [UInt64: Int32] = [:]
  /// Differs from run to run: a file can't be made so that all its keys fall on one slot.
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// Where a hash stands, or would stand. O(1) on average; good until the next `insert`.
  func place(of hash: UInt64) -> Int {
    let wanted = KeyUses.stored(hash)
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: wanted.multipliedFullWidth(by: seed).high ^ wanted &* seed) & mask
    while slots[place] != 0, slots[place] != wanted { place = (place + 1) & mask }
    return place
  }

  /// How often the key at a place was asked for; 0 for one that is new.
  subscript(place: Int) -> Int32 {
    get { slots[place] == 0 ? 0 : repeated[slots[place]] ?? 1 }
    set { repeated[slots[place]] = newValue }
  }

  /// Takes a key that is new, used once, at its place. O(1) on average.
  mutating func insert(_ hash: UInt64, at place: Int) {
    slots[place] = KeyUses.stored(hash)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  /// Zero has another meaning.
  private static func stored(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

  private mutating func grow() {
    var old = [UInt64](repeating: 0, count: slots.count * 2)
    swap(&old, &slots)
    for hash in old where hash != 0 { slots[place(of: hash)] = hash }
  }
}
