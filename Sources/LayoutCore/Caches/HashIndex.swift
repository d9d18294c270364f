/// Numbers found by a hash: open addressing with linear probing, so that a find reads one place in memory before
/// it reads what the number stands for.
///
/// Entries are the hash in the upper half and the number plus one in the lower; 0 is empty.
@usableFromInline
struct HashIndex: Sendable {
  @usableFromInline var entries: [UInt64]
  @usableFromInline var count = 0

  @usableFromInline
  init() { entries = Array(repeating: 0, count: 16) }

  @inlinable var mask: Int { entries.count - 1 }

  /// The number with this hash for which `isMatch` holds; nil if there is none. O(1) on average.
  @inlinable
  func find(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    entries.withUnsafeBufferPointer { entries in
      var place = Int(hash) & mask
      while entries[place] != 0 {
        let entry = entries[place]
        if UInt32(truncatingIfNeeded: entry >> 32) == hash {
          let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
          if isMatch(number) { return number }
        }
        place = (place + 1) & mask
      }
      return nil
    }
  }

  /// Adds a number that is not there. O(1), amortised.
  @usableFromInline
  mutating func insert(_ number: Int, hash: UInt32) {
    if (count + 1) * 2 > entries.count { grow() }
    place(UInt64(hash) << 32 | UInt64(number + 1))
    count += 1
  }

  /// Removes a number that is there; what stood behind it moves up, so that no gap cuts a search short.
  @usableFromInline
  mutating func remove(_ number: Int, hash: UInt32) {
    let entry = UInt64(hash) << 32 | UInt64(number + 1)
    var gap = Int(hash) & mask
    while entries[gap] != entry { gap = (gap + 1) & mask }
    var place = (gap + 1) & mask
    while entries[place] != 0 {
      let home = Int(entries[place] >> 32) & mask
      if (place - home) & mask >= (place - gap) & mask {
        entries[gap] = entries[place]
        gap = place
      }
      place = (place + 1) & mask
    }
    entries[gap] = 0
    count -= 1
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 { place(entry) }
  }

  private mutating func place(_ entry: UInt64) {
    var place = Int(entry >> 32) & mask
    while entries[place] != 0 { place = (place + 1) & mask }
    entries[place] = entry
  }
}
