import Glibc

/// A hash table keyed by short byte strings, for the inner loop of text preparation: linear probing, all keys in one
/// block, and no reference counting.
nonisolated struct ByteKeyTable<Value: BitwiseCopyable> {
  private struct Entry {
    let hash: UInt64
    let key: UInt32
    let keyLength: UInt32
    let seed: UInt32
    let value: Value
  }

  /// Entry numbers, counted from 1. The count is a power of two, and at most half the slots are used.
  private var slots: [UInt32] = []
  private var entries: [Entry] = []
  private var keys: [UInt8] = []

  var count: Int { entries.count }

  mutating func removeAll() { self = ByteKeyTable() }

  /// - Parameter seed: Separates the keys of several caches in one table: equal bytes with another seed are another
  ///   key.
  @inline(__always)
  func find(_ bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32 = 0) -> Value? {
    if entries.isEmpty { return nil }
    let hash = Self.hash(bytes, length, seed)
    return slots.withUnsafeBufferPointer { slots in
      entries.withUnsafeBufferPointer { entries in
        keys.withUnsafeBufferPointer { keys in
          let mask = slots.count &- 1
          var slot = Int(truncatingIfNeeded: hash) & mask
          while slots[slot] != 0 {
            let entry = entries.baseAddress! + Int(slots[slot] &- 1)
            if entry.pointee.hash == hash, Int(entry.pointee.keyLength) == length, entry.pointee.seed == seed,
              memcmp(keys.baseAddress! + Int(entry.pointee.key), bytes, length) == 0
            {
              return entry.pointee.value
            }
            slot = (slot &+ 1) & mask
          }
          return nil
        }
      }
    }
  }

  /// Inserts a value for bytes that are not in the table.
  mutating func insert(
    _ value: Value, for bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32 = 0
  ) {
    if entries.count * 2 >= slots.count { grow() }
    let hash = Self.hash(bytes, length, seed)
    put(entries.count, hash)
    entries.append(
      Entry(hash: hash, key: UInt32(keys.count), keyLength: UInt32(length), seed: seed, value: value))
    keys.append(contentsOf: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: length))
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(slots.count * 2, 256))
    for index in entries.indices { put(index, entries[index].hash) }
  }

  private mutating func put(_ index: Int, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = UInt32(index + 1)
  }

  @inline(__always)
  private static func hash(_ bytes: UnsafePointer<CChar>, _ length: Int, _ seed: UInt32) -> UInt64 {
    let raw = UnsafeRawPointer(bytes)
    var hash = 0x9E37_79B9_7F4A_7C15 ^ (UInt64(seed) << 32 | UInt64(length)) &* 0xFF51_AFD7_ED55_8CCD
    var offset = 0
    while offset &+ 8 <= length {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
      offset &+= 8
    }
    if offset < length {
      var rest: UInt64 = 0
      while offset < length {
        rest = rest << 8 | UInt64(raw.load(fromByteOffset: offset, as: UInt8.self))
        offset &+= 1
      }
      hash = (hash ^ rest) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ hash >> 29
  }
}
