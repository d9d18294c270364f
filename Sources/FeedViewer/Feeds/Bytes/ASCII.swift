import Glibc

/// Classes of ASCII bytes, and conversions between them.
enum ASCII {
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// A byte that may start an XML name: a letter, `_`, `:`, and generously anything beyond ASCII.
  @inline(__always)
  static func startsName(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte >= 0x80 || byte == 0x5F || byte == 0x3A
  }

  /// The bytes that end a name in a tag, as a bit set: white space, `/`, `<`, `=` and `>`.
  private static let nameEnds: UInt64 =
    1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x20 | 1 << 0x2F | 1 << 0x3C | 1 << 0x3D | 1 << 0x3E

  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool { byte < 64 && nameEnds >> UInt64(byte) & 1 != 0 }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without leading and trailing white space.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end, ASCII.isSpace(self[start]) { start += 1 }
    while end > start, ASCII.isSpace(self[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// Whether the bytes contain `byte`.
  func holds(_ byte: UInt8) -> Bool {
    guard let baseAddress else { return false }
    return memchr(baseAddress, Int32(byte), count) != nil
  }

  func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let baseAddress, let start = other.baseAddress else { return true }
    return memcmp(baseAddress, start, count) == 0
  }

  /// Whether the bytes equal `word` regardless of case. `word` is lower-case ASCII.
  func equalsIgnoringCase(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    let other = word.utf8Start
    for index in 0..<count where ASCII.lowercased(self[index]) != other[index] { return false }
    return true
  }

  /// Whether the bytes start with `word` regardless of case. `word` is lower-case ASCII.
  func startsIgnoringCase(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount
      && UnsafeBufferPointer(rebasing: self[..<word.utf8CodeUnitCount]).equalsIgnoringCase(word)
  }

  /// Whether the bytes end with `word` regardless of case. `word` is lower-case ASCII.
  func endsIgnoringCase(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount
      && UnsafeBufferPointer(rebasing: self[(count - word.utf8CodeUnitCount)...]).equalsIgnoringCase(word)
  }

  /// The bytes as a string; invalid UTF-8 becomes U+FFFD.
  var string: String { String(decoding: self, as: UTF8.self) }

  /// The bytes as a string, without validating them again: they must come from a `SourceText` and be cut at ASCII
  /// characters.
  var validString: String {
    assert(baseAddress.map { UTF8Check.examine($0, count: count).validCount == count } ?? true)
    return String(copying: UTF8Span(unchecked: Span(_unsafeElements: self), isKnownASCII: isASCII))
  }

  /// Whether all bytes are ASCII. O(length), eight bytes at a time.
  private var isASCII: Bool {
    let raw = UnsafeRawBufferPointer(self)
    var all: UInt64 = 0
    var index = 0
    while index + 8 <= count {
      all |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      all |= UInt64(self[index])
      index += 1
    }
    return WordSearch.isASCII(all)
  }
}
