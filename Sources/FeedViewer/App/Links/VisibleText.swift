/// Foreign text made so that what is seen is what is there.
nonisolated enum VisibleText {
  /// Text on one line in which characters that are not seen, or that reorder others, are spelled `[U+202E]`.
  ///
  /// - Parameter limit: Scalars that are shown; of a longer text the middle is left out.
  static func line(_ text: String, limit: Int = 300) -> String {
    shortened(text, limit: limit) { scalar in
      isPlain(scalar) || scalar == " " ? nil : "[U+\(hexadecimal(scalar.value, digits: 4))]"
    }
  }

  /// A part of an address: what is not seen, reorders others or is written from right to left is escaped by percent
  /// signs, as it is on its way.
  static func address(_ text: String, limit: Int) -> String {
    shortened(text, limit: limit) { scalar in
      if isPlain(scalar), !isRightToLeft(scalar) { return nil }
      return String(scalar).utf8.map { "%" + hexadecimal(UInt32($0), digits: 2) }.joined()
    }
  }

  private static func shortened(
    _ text: String, limit: Int, escape: (Unicode.Scalar) -> String?
  ) -> String {
    let scalars = text.unicodeScalars
    func visible(_ part: some Sequence<Unicode.Scalar>) -> String {
      part.map { escape($0) ?? String($0) }.joined()
    }
    let head = scalars.prefix(limit)
    if head.endIndex == scalars.endIndex { return visible(head) }
    return visible(head.prefix(limit * 2 / 3)) + "…" + visible(scalars.suffix(limit / 3))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if (0x21...0x7E).contains(scalar.value) { return true }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      return false
    default: return true
    }
  }

  /// Whether a character belongs to the blocks of scripts that are written from right to left.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
