/// The base direction of text, for lines composed of texts in different scripts.
public nonisolated enum WritingDirection: Sendable {
  /// As in Latin script.
  case leftToRight
  /// As in Hebrew and Arabic script.
  case rightToLeft

  /// The direction of the first strong character (Unicode Bidirectional Algorithm, rule P2), or nil.
  public init?(of text: String) {
    // Looking properties up takes a hundred times as long as comparing ASCII bytes.
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 || Self.isASCIILetter($0) }) else { return nil }
    if Self.isASCIILetter(bytes[first]) {
      self = .leftToRight
      return
    }
    for scalar in text.unicodeScalars[first...] {
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        // Digits in these blocks have no strong direction.
        if scalar.properties.numericType != nil { continue }
        self = .rightToLeft
        return
      default:
        guard scalar.properties.isAlphabetic else { continue }
        self = .leftToRight
        return
      }
    }
    return nil
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// The invisible mark that gives a paragraph this direction.
  public var mark: String {
    switch self {
    case .leftToRight: "\u{200E}"
    case .rightToLeft: "\u{200F}"
    }
  }
}
