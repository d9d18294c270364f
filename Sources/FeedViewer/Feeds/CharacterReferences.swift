import Glibc

/// Decoding of `&name;`, `&#65;` and `&#x41;`, the same for XML and HTML.
enum CharacterReferences {
  enum Finding {
    /// The characters, the bytes that the reference took, and whether plain XML would have known it.
    case character(HTMLEntities.Packed, length: Int, isStandard: Bool)
    /// A well-formed name that nothing is known about; its bytes without `&` and `;`.
    case unknown(nameLength: Int)
    /// Just an ampersand.
    case none
  }

  /// What stands at an `&`.
  ///
  /// A reference needs its `;` (`&copy=3` in an address is text); numbers that are no character become
  /// U+FFFD and 128 to 159 are read as windows-1252 (formats.md, section 4).
  static func find(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Finding {
    let available = end - start
    guard available >= 3 else { return .none }
    if start[1] == 0x23 { return number(at: start, available: available) }
    let limit = min(available, HTMLEntities.longestName + 2)
    var position = 1
    while position < limit, ASCII.isLetter(start[position]) || ASCII.isDigit(start[position]) {
      position += 1
    }
    guard position > 1, position < limit, start[position] == 0x3B else {
      return position > 1 ? longName(at: start, from: position, available: available) : .none
    }
    let length = position - 1
    guard let value = HTMLEntities.shared.value(of: start + 1, length: length) else {
      return .unknown(nameLength: length)
    }
    return .character(value, length: position + 1, isStandard: isXML(start + 1, length))
  }

  /// A name with characters that no HTML name has: it may still be declared in the DOCTYPE.
  private static func longName(at start: UnsafePointer<UInt8>, from: Int, available: Int) -> Finding {
    var position = from
    let limit = min(available, 66)
    while position < limit,
      ASCII.startsName(start[position]) || ASCII.isDigit(start[position]) || start[position] == 0x2D
        || start[position] == 0x2E
    { position += 1 }
    return position < limit && start[position] == 0x3B ? .unknown(nameLength: position - 1) : .none
  }

  private static func isXML(_ name: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    switch length {
    case 2: (name[0] == 0x6C || name[0] == 0x67) && name[1] == 0x74
    case 3: memcmp(name, "amp", 3) == 0
    case 4: memcmp(name, "quot", 4) == 0 || memcmp(name, "apos", 4) == 0
    default: false
    }
  }

  private static func number(at start: UnsafePointer<UInt8>, available: Int) -> Finding {
    var position = 2
    var value: UInt32 = 0
    let isHex = start[2] == 0x78 || start[2] == 0x58
    if isHex { position = 3 }
    let firstDigit = position
    while position < available {
      let byte = start[position]
      let digit = isHex ? ASCII.hexValue(byte) : ASCII.isDigit(byte) ? byte - 0x30 : nil
      guard let digit else { break }
      value = min(0x11_0000, value &* (isHex ? 16 : 10) &+ UInt32(digit))
      position += 1
    }
    guard position > firstDigit, position < available, start[position] == 0x3B else { return .none }
    let isStandard: Bool
    switch value {
    case 0x80..<0xA0:
      value = Windows1252.scalar(of: UInt8(value))
      isStandard = false
    case 0x09, 0x0A, 0x0D: isStandard = true
    case 0..<0x20, 0xD800..<0xE000, 0xFFFE, 0xFFFF, 0x11_0000...:
      value = 0xFFFD
      isStandard = false
    default: isStandard = true
    }
    return .character(HTMLEntities.packed(value), length: position + 1, isStandard: isStandard)
  }
}
