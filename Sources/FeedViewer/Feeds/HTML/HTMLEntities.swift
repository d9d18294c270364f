import Glibc

/// The named character references of HTML, as UTF-8.
///
/// An open-addressing hash table built once from `HTMLEntityTable`. A look-up hashes the name once and does not
/// allocate.
struct HTMLEntities: Sendable {
  static let shared = HTMLEntities()
  /// The length of the longest name, `CounterClockwiseContourIntegral`.
  static let longestName = 31
  /// The lengths of the names that need no `;`: from `lt` to `Aacute`.
  private static let legacyLengths = 2...6

  private struct Entry {
    var nameStart: Int32
    var nameLength: UInt8
    var value: PackedUTF8
    /// Whether HTML accepts the name without `;`.
    var isLegacy = false
  }

  private static let slotCount = 8_192
  private var entries: [Entry] = []
  private var slots = [Int16](repeating: -1, count: HTMLEntities.slotCount)

  private init() {
    let text = HTMLEntityTable.text
    let base = text.utf8Start
    let end = text.utf8CodeUnitCount
    var position = 0
    while position < end {
      let nameStart = position
      while position < end, base[position] != 0x3D { position += 1 }
      let nameLength = position - nameStart
      var value = PackedUTF8(bytes: 0, length: 0)
      repeat {
        position += 1
        var scalar: UInt32 = 0
        while position < end, let digit = ASCII.hexValue(base[position]) {
          scalar = scalar << 4 | UInt32(digit)
          position += 1
        }
        let packed = PackedUTF8(scalar)
        value.bytes |= packed.bytes << UInt64(value.length * 8)
        value.length += packed.length
      } while position < end && base[position] == 0x2B
      while position < end, base[position] == 0x20 || base[position] == 0x0A { position += 1 }
      let hash = HTMLEntities.hash(base + nameStart, nameLength)
      var slot = hash
      while slots[slot] >= 0 { slot = (slot + 1) & (HTMLEntities.slotCount - 1) }
      slots[slot] = Int16(entries.count)
      entries.append(
        Entry(nameStart: Int32(nameStart), nameLength: UInt8(nameLength), value: value))
    }
    markLegacyNames()
  }

  private mutating func markLegacyNames() {
    let text = HTMLEntityTable.legacyNames
    let names = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for name in names.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let bytes = UnsafeBufferPointer(rebasing: name)
      guard let start = bytes.baseAddress, let index = index(of: start, length: bytes.count) else {
        preconditionFailure("Every legacy name is also in the table of all names.")
      }
      entries[index].isLegacy = true
    }
  }

  var count: Int { entries.count }

  private static func hash(_ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in 0..<length { hash = (hash ^ UInt32(name[index])) &* 16_777_619 }
    return Int((hash ^ hash >> 15) & UInt32(slotCount - 1))
  }

  /// The characters of a name (without `&` and `;`), or `nil` if it is unknown. Names are case-sensitive: `Aacute`
  /// and `aacute` differ.
  func value(of name: UnsafePointer<UInt8>, length: Int) -> PackedUTF8? {
    index(of: name, length: length).map { entries[$0].value }
  }

  /// The longest legacy name at the start of some letters and digits: its characters and its length; `nil` if there
  /// is none.
  /// - Parameter available: The number of bytes that may belong to the name.
  func legacyValue(at name: UnsafePointer<UInt8>, available: Int) -> (value: PackedUTF8, length: Int)? {
    var length = min(available, HTMLEntities.legacyLengths.upperBound)
    while length >= HTMLEntities.legacyLengths.lowerBound {
      if let index = index(of: name, length: length), entries[index].isLegacy {
        return (entries[index].value, length)
      }
      length -= 1
    }
    return nil
  }

  private func index(of name: UnsafePointer<UInt8>, length: Int) -> Int? {
    guard length > 0, length <= HTMLEntities.longestName else { return nil }
    let base = HTMLEntityTable.text.utf8Start
    var slot = HTMLEntities.hash(name, length)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if Int(entry.nameLength) == length, memcmp(base + Int(entry.nameStart), name, length) == 0 {
        return Int(slots[slot])
      }
      slot = (slot + 1) & (HTMLEntities.slotCount - 1)
    }
    return nil
  }
}
