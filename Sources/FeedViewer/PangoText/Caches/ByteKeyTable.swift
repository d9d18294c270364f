import Glibc

/// A hash table keyed by short byte strings, for the inner loop of text preparation: linear probing, all keys in one block
/// and all elements in another, and no reference counting. Entries are not removed.
nonisolated struct ByteKeyTable<Value: BitwiseCopyable, Element: BitwiseCopyable>: ~Copyable {
  private struct Entry: BitwiseCopyable {
    let hash: UInt32
    let seed: UInt32
    let key: UInt32
    let firstElement: UInt32
    let keyLength: UInt16
    let elementCount: UInt16
    let value: Value
  }

  /// Entry numbers, counted from 1, or 0. There are twice as many as entries have room.
  private var slots: UnsafeMutablePointer<UInt32>?
  private var entries: Block<Entry> = Block()
  private var keys: Block<UInt8> = Block()
  private var elements: Block<Element> = Block()

  deinit { free(slots) }

  /// The memory of the table in bytes.
  var byteCount: Int {
    slotCount * MemoryLayout<UInt32>.stride + entries.byteCount + keys.byteCount
      + elements.byteCount
  }

  /// The value of a key and its elements, which stay at their place until another entry is inserted.
  ///
  /// - Parameters:
  ///   - hash: `ByteKey.hash` of the same bytes and seed.
  ///   - seed: Separates the keys of several caches in one table: equal bytes with another seed are another key.
  @inline(__always)
  func find(
    _ bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32, hash: UInt32
  ) -> (value: Value, elements: UnsafeBufferPointer<Element>)? {
    guard let slots else { return nil }
    var slot = firstSlot(hash)
    while slots[slot] != 0 {
      let entry = entries.start + Int(slots[slot] &- 1)
      if entry.pointee.hash == hash, Int(entry.pointee.keyLength) == length, entry.pointee.seed == seed,
        memcmp(keys.start + Int(entry.pointee.key), bytes, length) == 0
      {
        let count = Int(entry.pointee.elementCount)
        let start = count == 0 ? nil : UnsafePointer(elements.start + Int(entry.pointee.firstElement))
        return (entry.pointee.value, UnsafeBufferPointer(start: start, count: count))
      }
      slot = nextSlot(slot)
    }
    return nil
  }

  private var slotCount: Int { 2 &* entries.capacity }

  /// The place of a hash among all hashes, as one among the slots: their number need not be a power of two (Lemire 2019).
  @inline(__always)
  private func firstSlot(_ hash: UInt32) -> Int { (Int(hash) &* slotCount) >> 32 }

  @inline(__always)
  private func nextSlot(_ slot: Int) -> Int { slot &+ 1 == slotCount ? 0 : slot &+ 1 }

  /// The memory by which the table grows when an entry is inserted, in bytes.
  func growth(keyLength: Int, elementCount: Int) -> Int {
    entries.growth(1) * (MemoryLayout<Entry>.stride + 2 * MemoryLayout<UInt32>.stride)
      + keys.growth(keyLength) + elements.growth(elementCount) * MemoryLayout<Element>.stride
  }

  /// Inserts an entry for bytes that are not in the table.
  mutating func insert(
    _ value: Value, _ found: UnsafeBufferPointer<Element>, for bytes: UnsafePointer<CChar>, _ length: Int,
    seed: UInt32, hash: UInt32
  ) {
    if entries.growth(1) > 0 { grow() }
    let entry = Entry(
      hash: hash, seed: seed, key: UInt32(keys.count), firstElement: UInt32(elements.count),
      keyLength: UInt16(length), elementCount: UInt16(found.count), value: value)
    put(entries.count, hash)
    withUnsafePointer(to: entry) { entries.append($0, count: 1) }
    bytes.withMemoryRebound(to: UInt8.self, capacity: length) { keys.append($0, count: length) }
    if let start = found.baseAddress { elements.append(start, count: found.count) }
  }

  private mutating func grow() {
    entries.grow(by: entries.growth(1))
    // Freed first, so that both are never there together.
    free(slots)
    slots = .allocate(zeroed: slotCount)
    for index in 0..<entries.count { put(index, entries.start[index].hash) }
  }

  private func put(_ index: Int, _ hash: UInt32) {
    guard let slots else { return }
    var slot = firstSlot(hash)
    while slots[slot] != 0 { slot = nextSlot(slot) }
    slots[slot] = UInt32(index + 1)
  }
}

/// The hashes of short byte strings.
nonisolated enum ByteKey {
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32) -> UInt32 {
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
    return UInt32(truncatingIfNeeded: hash ^ hash >> 29)
  }
}

/// An array whose capacity is known before it grows, and which grows in place where the C library can.
private nonisolated struct Block<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private(set) var capacity = 0
  private var memory: UnsafeMutablePointer<Element>?

  deinit { free(memory) }

  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  @inline(__always)
  var start: UnsafeMutablePointer<Element> { memory.unsafelyUnwrapped }

  /// The number of elements by which the capacity grows when `more` are appended: a quarter, because little memory is
  /// wasted then, and most of the time the C library moves no memory.
  func growth(_ more: Int) -> Int { count + more > capacity ? max(more, capacity / 4, 64) : 0 }

  mutating func grow(by growth: Int) {
    capacity += growth
    guard let found = realloc(memory, byteCount) else { fatalError("There is no memory left.") }
    memory = found.assumingMemoryBound(to: Element.self)
  }

  mutating func append(_ more: UnsafePointer<Element>, count added: Int) {
    // Without elements, there may be no memory yet.
    guard added > 0 else { return }
    let growth = growth(added)
    if growth > 0 { grow(by: growth) }
    (start + count).update(from: more, count: added)
    count += added
  }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// - Returns: Memory with bytes of value 0, to be freed with `free`.
  fileprivate nonisolated static func allocate(zeroed count: Int) -> Self {
    guard let found = calloc(count, MemoryLayout<Pointee>.stride) else {
      fatalError("There is no memory left.")
    }
    return found.assumingMemoryBound(to: Pointee.self)
  }
}
