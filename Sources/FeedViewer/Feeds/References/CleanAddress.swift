/// Addresses as the URL standard reads them, so that an address is one line of visible text wherever it is used, shown or
/// stored. The readers clean every address of a file.
public enum CleanAddress {
  /// An address without the controls and spaces around it (and U+FFFD, which readers put in the place of controls), and
  /// without tabs and line feeds in it; other controls, and the separators of lines and paragraphs, are percent-encoded
  /// (WHATWG URL Standard, section 4.4).
  public static func of(_ address: String) -> String {
    var text = address
    return text.withUTF8 { isClean($0) } ? address : cleaned(address)
  }

  /// Whether bytes, which are UTF-8, are a clean address without backslashes, which may have to become slashes.
  static func isClean(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = address.first, let last = address.last else { return true }
    guard first > 0x20, last > 0x20 else { return false }
    // The first byte of U+FFFD, and of others.
    if first == 0xEF || address.count > 2 && address[address.count - 3] == 0xEF { return false }
    for (index, byte) in address.enumerated() {
      if byte < 0x20 || byte == 0x7F || byte == 0x5C { return false }
      // The beginnings of the C1 controls, and of the separators.
      if byte == 0xC2, index + 1 < address.count, address[index + 1] < 0xA0 { return false }
      if byte == 0xE2, index + 2 < address.count, address[index + 1] == 0x80,
        address[index + 2] & 0xFE == 0xA8
      {
        return false
      }
    }
    return true
  }

  private static func cleaned(_ address: String) -> String {
    var scalars = address.unicodeScalars[...]
    while let first = scalars.first, isAround(first) { scalars.removeFirst() }
    while let last = scalars.last, isAround(last) { scalars.removeLast() }
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: break
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
        for byte in UTF8.encode(scalar).map(Array.init) ?? [] {
          result.append("%")
          result.append(hexadecimal(byte >> 4))
          result.append(hexadecimal(byte & 15))
        }
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isAround(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar == "\u{FFFD}"
  }

  private static func hexadecimal(_ digit: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
  }
}
