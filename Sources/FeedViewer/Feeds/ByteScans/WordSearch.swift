/// Finds bytes in 64-bit words (SWAR). The first byte is the lowest one.
enum WordSearch {
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let low: UInt64 = 0x0101_0101_0101_0101

  /// Sets the high bit of the bytes that equal `byte`. Only the lowest mark is reliable.
  @inline(__always)
  static func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (low &* UInt64(byte))
    return (difference &- low) & ~difference & high
  }

  /// Sets the high bit of the bytes that equal `byte`. All marks are reliable.
  @inline(__always)
  static func exactMarks(_ byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (low &* UInt64(byte))
    return ~((difference & ~high) &+ ~high | difference) & high
  }

  /// Sets the high bit of the bytes below 32. Only the lowest mark is reliable.
  @inline(__always)
  static func controlMarks(in word: UInt64) -> UInt64 { (word &- low &* 0x20) & ~word & high }

  /// Sets the high bit of the bytes up to 32, and of `/`, `<`, `=` and `>`. Only the lowest mark is reliable.
  @inline(__always)
  static func nameEndMarks(in word: UInt64) -> UInt64 {
    // Of all bytes, these three differ from `<` by less than three.
    let differences = word ^ low &* 0x3C
    return (word &- low &* 0x21) & ~word & high | (differences &- low &* 3) & ~differences & high
      | marks(0x2F, in: word)
  }

  /// The index of the byte with the lowest mark; 8 if there is none.
  @inline(__always)
  static func index(of marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  @inline(__always)
  static func isASCII(_ word: UInt64) -> Bool { word & high == 0 }
}
