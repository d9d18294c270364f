/// Decodes base64 (RFC 4648) as it is found in feeds: bytes that are not of its alphabet are skipped.
enum Base64 {
  /// Decodes up to the padding, and ignores what follows it.
  ///
  /// - Returns: Nil if a group of four is incomplete, or if there is none.
  static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    if text.isEmpty { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    var isPadded = false
    for byte in text {
      if byte == UInt8(ascii: "=") {
        switch count {
        case 1: return nil
        case 2 where isPadded: return result + [UInt8(truncatingIfNeeded: bits >> 4)]
        case 3: return result + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default:
          isPadded = true
          continue
        }
      }
      guard let value = value(byte) else { continue }
      // Only padding may follow padding.
      guard !isPadded else { return nil }
      bits = bits << 6 | value
      count += 1
      guard count == 4 else { continue }
      for shift in [UInt32(16), 8, 0] { result.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      count = 0
    }
    return count == 0 && !result.isEmpty ? result : nil
  }

  /// Shorter texts may be words, and so may lines that are shorter than the second number, but the last one.
  private static let leastLength = 64
  private static let leastLineLength = 20

  /// Whether a text is certainly Base64: nothing but its alphabet in long lines (RFC 2045, section 6.8).
  ///
  /// - Complexity: O(length).
  static func isCertain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    var lineLength = leastLineLength
    var startsLine = true
    for byte in text {
      if ASCII.isSpace(byte) {
        startsLine = true
        continue
      }
      if startsLine {
        guard lineLength >= leastLineLength else { return false }
        lineLength = 0
        startsLine = false
      }
      guard byte == UInt8(ascii: "=") || value(byte) != nil else { return false }
      length += 1
      lineLength += 1
    }
    return length >= leastLength
  }

  /// The six bits that a letter stands for; nil for other bytes.
  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
