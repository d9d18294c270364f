/// A few characters of UTF-8 packed into a word: `length` bytes, the first one lowest.
struct PackedUTF8: Equatable {
  var bytes: UInt64
  var length: Int
}

extension PackedUTF8 {
  /// Encodes a scalar value; an invalid one becomes U+FFFD.
  init(_ scalar: UInt32) {
    switch scalar {
    case 0..<0x80:
      self.init(bytes: UInt64(scalar), length: 1)
    case 0x80..<0x800:
      self.init(bytes: UInt64(0xC0 | scalar >> 6) | UInt64(0x80 | scalar & 0x3F) << 8, length: 2)
    case 0xD800..<0xE000, 0x11_0000...:
      self.init(0xFFFD)
    case 0x800..<0x1_0000:
      self.init(
        bytes: UInt64(0xE0 | scalar >> 12) | UInt64(0x80 | scalar >> 6 & 0x3F) << 8
          | UInt64(0x80 | scalar & 0x3F) << 16, length: 3)
    default:
      self.init(
        bytes: UInt64(0xF0 | scalar >> 18) | UInt64(0x80 | scalar >> 12 & 0x3F) << 8
          | UInt64(0x80 | scalar >> 6 & 0x3F) << 16 | UInt64(0x80 | scalar & 0x3F) << 24, length: 4)
    }
  }
}
