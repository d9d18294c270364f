/// Turns CR LF and CR into LF, removes other control characters than tabs, and replaces U+FFFE and U+FFFF.
enum TextCleaning {
  /// Cleans valid UTF-8 in place.
  ///
  /// - Parameters:
  ///   - followsCarriageReturn: Whether a CR is the last byte before these; afterwards, whether it is the last of these.
  ///   - drop: Called for each control character that is removed, with the number of bytes before it.
  /// - Returns: The number of bytes that are left.
  static func clean(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ followsCarriageReturn: inout Bool,
    _ drop: (_ byte: UInt8, _ output: Int) -> Void
  ) -> Int {
    var output = 0
    var index = 0
    if followsCarriageReturn, count > 0 {
      followsCarriageReturn = false
      if bytes[0] == 0x0A { index = 1 }
    }
    while index < count {
      let byte = bytes[index]
      index += 1
      if byte >= 0x20 || byte == 0x0A || byte == 0x09 {
        if byte == 0xEF, index + 1 < count, bytes[index] == 0xBF, bytes[index + 1] >= 0xBE {
          bytes[output] = 0xEF
          bytes[output + 1] = 0xBF
          bytes[output + 2] = 0xBD
          output += 3
          index += 2
        } else {
          bytes[output] = byte
          output += 1
        }
      } else if byte == 0x0D {
        bytes[output] = 0x0A
        output += 1
        if index == count { followsCarriageReturn = true } else if bytes[index] == 0x0A { index += 1 }
      } else {
        drop(byte, output)
      }
    }
    return output
  }
}
