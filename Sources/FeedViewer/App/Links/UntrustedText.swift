import FeedViewerBase
import PangoText

/// Ways to show text from a feed that can neither fill the window nor mislead the reader.
nonisolated enum UntrustedText {
  /// The text as one line of at most 500 scalars, ending with "…" if it is longer: for titles, names and accessible
  /// descriptions.
  static func line(_ text: String) -> String { RowText.label(text, maximumLength: 500) }

  /// The text on one line with invisible characters and direction overrides spelled out as `[U+202E]`: where the reader
  /// decides by what the text says.
  ///
  /// - Parameter limit: The most scalars shown; longer text loses its middle.
  static func revealed(_ text: String, limit: Int = 300) -> String {
    LineText.shortened(text, limit: limit) { scalar in
      isPlain(scalar) || scalar == " " ? nil : "[U+\(hexadecimal(scalar.value, digits: 4))]"
    }
  }

  /// Part of an address with invisible characters, direction overrides and right-to-left letters percent-encoded, as
  /// they are in requests.
  ///
  /// - Parameter limit: The most scalars shown; longer text loses its middle.
  static func address(_ text: String, limit: Int) -> String {
    LineText.shortened(text, limit: limit) { scalar in
      if isPlain(scalar), !scalar.isRightToLeft { return nil }
      return String(scalar).utf8.map { "%" + hexadecimal(UInt32($0), digits: 2) }.joined()
    }
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

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
