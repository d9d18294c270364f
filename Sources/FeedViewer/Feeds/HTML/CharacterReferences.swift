import Glibc

/// Decodes `&name;`, `&#65;` and `&#x41;` in XML and HTML.
enum CharacterReferences {
  enum Finding {
    /// The decoded characters, the length of the reference in bytes, and whether XML defines it.
    case character(PackedUTF8, length: Int, isStandard: Bool)
    /// A well-formed but unknown name; its length without `&` and `;`.
    case unknown(nameLength: Int)
    /// Not a reference, just an ampersand.
    case none
  }

  /// Where a reference occurs in HTML.
  enum Place { case text, attribute }

  /// Decodes a reference in HTML, where some need no `;` (HTML standard, sections 13.2.5.72 to 13.2.5.80).
  ///
  /// Without a `;` the longest legacy name matches: `&notit;` is `¬it;`, `&copy=2` is `©=2`. In an attribute it
  /// matches only if neither `=` nor a letter or digit follows, because URLs are full of such text.
  /// - Returns: nil if there is no reference.
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

  /// Decodes a reference in XML, or in text that may be XML or HTML.
  ///
  /// The `;` is required (`&copy=3` in a URL is text). Numbers that are not characters become U+FFFD, and 128 to 159
  /// are decoded as windows-1252 (formats.md, section 4).
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

  /// A name with characters that no HTML name has; the DOCTYPE may still declare it.
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
    /// The length of the reference, including its `;` if there is one.
    var length: Int
    var isClosed: Bool
    /// Whether XML defines the reference.
    var isStandard: Bool
  }

  /// A numeric reference, with or without `;`; `nil` if there are no digits.
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
