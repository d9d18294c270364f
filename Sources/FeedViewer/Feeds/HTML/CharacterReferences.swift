import Glibc

/// Decoding of `&name;`, `&#65;` and `&#x41;` in XML and HTML.
enum CharacterReferences {
  enum Finding {
    /// The characters, the bytes that the reference took, and whether plain XML would have known it.
    case character(PackedUTF8, length: Int, isStandard: Bool)
    /// A well-formed name that nothing is known about; its bytes without `&` and `;`.
    case unknown(nameLength: Int)
    /// Just an ampersand.
    case none
  }

  /// Where in HTML a reference stands.
  enum Place { case text, attribute }

  /// What stands at an `&` of HTML, where some references need no `;` (HTML standard, sections 13.2.5.72 to 13.2.5.80).
  ///
  /// Without it, the longest of the old names counts: `&notit;` is `¬it;`, `&copy=2` is `©=2`. In an attribute it counts only
  /// if neither `=` nor a letter or digit follows, since addresses are full of them.
  /// - Returns: A character or nothing.
  /// - Complexity: O(length of the reference).
  static func findInHTML(
    at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, _ place: Place
  ) -> (characters: PackedUTF8, length: Int)? {
    let available = end - start
    guard available >= 3 else { return nil }
    if start[1] == 0x23 {
      return number(at: start, available: available).map { ($0.characters, $0.length) }
    }
    if case .character(let packed, let length, _) = find(at: start, before: end) { return (packed, length) }
    var nameLength = 0
    while nameLength < min(available - 1, 6), isAlphanumeric(start[1 + nameLength]) { nameLength += 1 }
    guard let (value, length) = HTMLEntities.shared.legacyValue(at: start + 1, available: nameLength) else {
      return nil
    }
    if place == .attribute, 1 + length < available {
      let next = start[1 + length]
      guard next != 0x3D, !isAlphanumeric(next) else { return nil }
    }
    return (value, 1 + length)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }

  /// What stands at an `&` of XML, or of a text of which nobody knows what it is.
  ///
  /// A reference needs its `;` (`&copy=3` in an address is text); numbers that are no character become
  /// U+FFFD and 128 to 159 are read as windows-1252 (formats.md, section 4).
  static func find(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Finding {
    let available = end - start
    guard available >= 3 else { return .none }
    if start[1] == 0x23 {
      guard let number = number(at: start, available: available), number.isClosed else { return .none }
      return .character(number.characters, length: number.length, isStandard: number.isStandard)
    }
    let limit = min(available, HTMLEntities.longestName + 2)
    var position = 1
    while position < limit, isAlphanumeric(start[position]) { position += 1 }
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

  private struct Number {
    var characters: PackedUTF8
    /// Of the reference, with its `;` if it has one.
    var length: Int
    var isClosed: Bool
    /// Whether plain XML would have known it.
    var isStandard: Bool
  }

  /// The reference by number, closed or not; `nil` if there are no digits.
  private static func number(at start: UnsafePointer<UInt8>, available: Int) -> Number? {
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
    guard position > firstDigit else { return nil }
    let isClosed = position < available && start[position] == 0x3B
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
    return Number(
      characters: PackedUTF8(value), length: isClosed ? position + 1 : position, isClosed: isClosed,
      isStandard: isStandard)
  }
}
