import Glibc

/// Pieces of text that were shaped before, each in a font, script, language and direction: words with the spaces
/// after them, and short items.
///
/// One table with linear probing, whose keys and values lie in two arenas. It never grows beyond its limits: when
/// one is reached, everything is dropped, which costs a text or two their speed.
nonisolated final class ShapedPieceCache {
  /// Bytes; longer pieces hardly ever come again.
  static let maximumLength = 64
  private static let maximumCount = 1 << 15
  private static let slotCount = 1 << 16

  struct Entry {
    fileprivate let hash: UInt64
    fileprivate let font: UInt32
    fileprivate let key: UInt32
    fileprivate let keyLength: UInt16
    fileprivate let count: UInt16
    fileprivate let value: UInt32
    let total: Int32
  }

  private var slots: [UInt32] = []
  private var entries: [Entry] = []
  private var keys: [UInt8] = []
  private var values: [PieceShaper.Character] = []

  var count: Int { entries.count }

  func removeAll() {
    slots = []
    entries = []
    keys = []
    values = []
  }

  /// - Parameter font: A number for the font, script, language and direction.
  /// - Returns: The entry's number.
  @inline(__always)
  func find(_ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32) -> Int? {
    if entries.isEmpty { return nil }
    let hash = Self.hash(bytes, length, font)
    return slots.withUnsafeBufferPointer { slots in
      entries.withUnsafeBufferPointer { entries in
        var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[slot] != 0 {
          let index = Int(slots[slot] &- 1)
          let entry = entries[index]
          if entry.hash == hash, entry.font == font, Int(entry.keyLength) == length,
            keys.withUnsafeBufferPointer({ memcmp($0.baseAddress! + Int(entry.key), bytes, length) }) == 0
          {
            return index
          }
          slot = (slot &+ 1) & (Self.slotCount - 1)
        }
        return nil
      }
    }
  }

  /// Appends an entry's characters to `target`.
  /// - Returns: How many there are, and their width.
  @inline(__always)
  func copy(_ index: Int, to target: UnsafeMutablePointer<PieceShaper.Character>) -> (
    count: Int, total: Int32
  ) {
    let entry = entries[index]
    values.withUnsafeBufferPointer {
      target.update(from: $0.baseAddress! + Int(entry.value), count: Int(entry.count))
    }
    return (Int(entry.count), entry.total)
  }

  /// Whether so many entries can be added without dropping others.
  func hasRoom(for more: Int) -> Bool { entries.count + more <= Self.maximumCount }

  /// Adds a piece that is not there yet. If the cache is full, all others go.
  func insert(
    _ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32,
    _ characters: UnsafeBufferPointer<PieceShaper.Character>
  ) {
    precondition(length <= Self.maximumLength, "Long pieces are not kept.")
    if entries.count >= Self.maximumCount { removeAll() }
    if slots.isEmpty { slots = [UInt32](repeating: 0, count: Self.slotCount) }
    let hash = Self.hash(bytes, length, font)
    var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    while slots[slot] != 0 { slot = (slot &+ 1) & (Self.slotCount - 1) }
    slots[slot] = UInt32(entries.count + 1)
    entries.append(
      Entry(
        hash: hash, font: font, key: UInt32(keys.count), keyLength: UInt16(length),
        count: UInt16(characters.count), value: UInt32(values.count),
        total: characters.reduce(0) { $0 + $1.width }))
    keys.append(
      contentsOf: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: length))
    values.append(contentsOf: characters)
  }

  @inline(__always)
  private static func hash(_ bytes: UnsafePointer<CChar>, _ length: Int, _ font: UInt32) -> UInt64 {
    let raw = UnsafeRawPointer(bytes)
    var hash = 0x9E37_79B9_7F4A_7C15 ^ (UInt64(font) << 32 | UInt64(length)) &* 0xFF51_AFD7_ED55_8CCD
    var offset = 0
    while offset &+ 8 <= length {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
      offset &+= 8
    }
    if offset < length {
      var rest: UInt64 = 0
      for index in offset..<length {
        rest = rest << 8 | UInt64(raw.load(fromByteOffset: index, as: UInt8.self))
      }
      hash = (hash ^ rest) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ hash >> 29
  }
}
