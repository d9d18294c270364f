/// Looks for bytes in words of eight, the first byte being the lowest.
enum WordSearch {
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let low: UInt64 = 0x0101_0101_0101_0101

  /// The index of the first of such bytes; 8 if there is none.
  @inline(__always)
  static func first(_ byte: UInt8, in word: UInt64) -> Int { index(of: marks(byte, in: word)) }

  /// A word whose lowest mark (the high bit of a byte) is right; marks above it may be wrong.
  @inline(__always)
  static func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (low &* UInt64(byte))
    return (difference &- low) & ~difference & high
  }

  /// Marks for such bytes, every one of them right.
  @inline(__always)
  static func exactMarks(_ byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (low &* UInt64(byte))
    return ~((difference & ~high) &+ ~high | difference) & high
  }

  /// Marks for bytes below 32, the lowest of which is right.
  @inline(__always)
  static func controlMarks(in word: UInt64) -> UInt64 { (word &- low &* 0x20) & ~word & high }

  /// The index of the byte with the lowest mark; 8 if there is none.
  @inline(__always)
  static func index(of marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// Marks for bytes of 128 and more, every one of them right.
  @inline(__always)
  static func beyondASCII(_ word: UInt64) -> UInt64 { word & high }

  @inline(__always)
  static func isASCII(_ word: UInt64) -> Bool { word & high == 0 }
}
