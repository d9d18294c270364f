/// How often the keys of a file were asked for, by their hashes: the keys themselves may be gone already.
///
/// Of two different keys with one hash (one chance in 10^7 in a file of a million entries) the second gets a number that
/// it does not need. Open addressing with linear probing: hash and number lie side by side, so that a key costs one
/// look at memory where a dictionary takes three.
struct KeyUses {
  private struct Slot {
    var hash: UInt64 = 0
    /// 0 in a free slot.
    var uses: Int32 = 0
  }

  private var slots: [Slot]
  /// Slots that are taken; at most half of them, so that there always is a free one.
  private var count = 0
  /// Differs from run to run: a file can't be made so that all its keys fall on one slot.
  private let seed = UInt64.random(in: .min ... .max) | 1

  init() { slots = [Slot](repeating: Slot(), count: 1_024) }

  /// Where a hash stands, or would stand. O(1) on average; good until the next `insert`.
  func place(of hash: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash.multipliedFullWidth(by: seed).high ^ hash &* seed) & mask
    while slots[place].uses != 0, slots[place].hash != hash { place = (place + 1) & mask }
    return place
  }

  /// How often the key at a place was asked for; 0 for one that is new.
  subscript(place: Int) -> Int32 {
    get { slots[place].uses }
    set { slots[place].uses = newValue }
  }

  /// Takes a key that is new, used once, at its place. O(1) on average.
  mutating func insert(_ hash: UInt64, at place: Int) {
    slots[place] = Slot(hash: hash, uses: 1)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var old = [Slot](repeating: Slot(), count: slots.count * 2)
    swap(&old, &slots)
    for slot in old where slot.uses != 0 { slots[place(of: slot.hash)] = slot }
  }
}
