import GtkInterop

/// Pictures whose bytes are in their address (RFC 2397): `data:image/png;base64,...`.
nonisolated enum DataAddress {
  /// Whether an address contains its data. No path of a file does: paths begin with a slash.
  static func contains(_ address: String) -> Bool {
    address.utf8.prefix(5).elementsEqual("data:".utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  /// The bytes of an address.
  ///
  /// - Throws: `.fileTooLarge` if the address is longer than `maximumSize` bytes, before it is decoded; `.undecodable` for
  ///   an address without data.
  static func bytes(of address: String, maximumSize: Int) throws(PictureFailure) -> [UInt8] {
    var address = address
    guard address.utf8.count <= maximumSize else { throw .fileTooLarge }
    let found = address.withUTF8 { bytes -> [UInt8]? in
      guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return nil }
      let data = percentDecoded(bytes[(comma + 1)...])
      let isBase64 = bytes[..<comma].suffix(7).elementsEqual(";base64".utf8) { $0 | 0x20 == $1 | 0x20 }
      return isBase64 ? base64Decoded(data) : data
    }
    guard let found, !found.isEmpty else { throw .undecodable }
    return found
  }

  private static func percentDecoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Base64 with white space, and with or without padding, as the URL of a picture may have it; nil for anything else.
  private static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    var isPadded = false
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        isPadded = true
        continue
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
      default: return nil
      }
      guard !isPadded else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // A single digit is no byte.
    return count == 6 ? nil : result
  }
}
