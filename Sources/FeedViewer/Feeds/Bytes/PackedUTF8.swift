/// A few characters of UTF-8 packed into a word: `length` bytes, the first one lowest.
struct PackedUTF8: Equatable {
  var bytes: UInt64
  var length: Int
}

extension PackedUTF8 {
  /// Encodes a scalar value; an invalid one becomes U+FFFD.
  init(_ scalar: UInt32) {
    self.init(bytes: 0, length: 0)
    for byte in Unicode.Scalar(scalar).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter {
      bytes |= UInt64(byte) << UInt64(8 * length)
      length += 1
    }
  }
}
