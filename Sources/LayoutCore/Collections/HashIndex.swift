/// An index of numbers by hash: open addressing with linear probing, so that a lookup reads one place in memory before
/// it reads the item that the number stands for.
///
/// An entry has four bytes, so that the entries of 100,000 numbers stay in a processor's cache. Its lower bits, as many
/// as an index into the table has, are the number plus one; the other bits are those of the hash. 0 is an empty entry.
@usableFromInline
struct HashIndex: Sendable {
  @usableFromInline var entries: [UInt32]
  @usableFromInline var count = 0
  /// The hash of each number, for moving its entry.
  private var hashes: [UInt32] = []

  @usableFromInline
  init() { entries = Array(repeating: 0, count: 16) }

  /// The bits of an index into the table.
  @inlinable var mask: UInt32 { UInt32(truncatingIfNeeded: entries.count &- 1) }

  /// The number with this hash for which `isMatch` is true; nil if there is none. O(1) on average.
  @inlinable
  func find(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    let mask = mask
    return entries.withUnsafeBufferPointer { entries in
      var place = hash & mask
      while entries[Int(place)] != 0 {
        let entry = entries[Int(place)]
        if (entry ^ hash) & ~mask == 0 {
          let number = Int(entry & mask) - 1
          if isMatch(number) { return number }
        }
        place = (place &+ 1) & mask
      }
      return nil
    }
  }

  /// Adds a number that is not in the index. O(1), amortised.
  @usableFromInline
  mutating func insert(_ number: Int, hash: UInt32) {
    let needed = max(count, number) + 1
    if needed * 5 > entries.count * 4 { grow(toHold: needed) }
    while hashes.count <= number { hashes.append(0) }
    hashes[number] = hash
    place(number)
    count += 1
  }

  /// Removes a number that is in the index. Later entries of its probe sequence move up, so that no gap ends a search
  /// too early.
  @usableFromInline
  mutating func remove(_ number: Int, hash: UInt32) {
    let entry = hash & ~mask | UInt32(number + 1)
    var gap = hash & mask
    while entries[Int(gap)] != entry { gap = (gap &+ 1) & mask }
    var place = (gap &+ 1) & mask
    while entries[Int(place)] != 0 {
      let home = hashes[Int(entries[Int(place)] & mask) - 1]
      if (place &- home) & mask >= (place &- gap) & mask {
        entries[Int(gap)] = entries[Int(place)]
        gap = place
      }
      place = (place &+ 1) & mask
    }
    entries[Int(gap)] = 0
    count -= 1
  }

  private mutating func grow(toHold needed: Int) {
    let old = entries.filter { $0 != 0 }.map { Int($0 & mask) - 1 }
    var size = entries.count
    while needed * 5 > size * 4 { size *= 2 }
    entries = Array(repeating: 0, count: size)
    for number in old { place(number) }
  }

  private mutating func place(_ number: Int) {
    let hash = hashes[number]
    var place = hash & mask
    while entries[Int(place)] != 0 { place = (place &+ 1) & mask }
    entries[Int(place)] = hash & ~mask | UInt32(number + 1)
  }
}
