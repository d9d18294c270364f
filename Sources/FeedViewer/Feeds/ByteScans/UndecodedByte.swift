/// Classes of bytes in text that was not decoded.
enum UndecodedByte {
  /// White space, without the form feed, which decoding removes.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether decoding removes a byte.
  @inline(__always)
  static func isRemoved(_ byte: UInt8) -> Bool { byte < 0x20 && !isSpace(byte) }
}
