/// Limits the texts of rows before they are prepared, shaped or drawn, because feeds are untrusted.
///
/// A row's text becomes one paragraph in a single pass that ends at the limit:
/// - Line and paragraph separators (line feed, vertical tab, form feed, carriage return, U+0085, U+2028, U+2029)
///   become spaces. Pango applies a line limit to each paragraph, so it would not limit a text of many paragraphs.
/// - Of extending characters (combining marks, format characters, default ignorables, emoji modifiers and joined
///   emoji, repeated jamo) at most `maximumRun` in a row are kept. Unicode's Stream-Safe Text Format (UAX #15) allows
///   30. So the length of every grapheme is bounded.
/// - Of the joiners in one chain of letters (Indic conjuncts), at most `maximumLinkCount` are kept.
/// - At most `maximumLength` Unicode scalars are kept, without dividing a grapheme.
public nonisolated enum RowText {
  /// The most Unicode scalars of a paragraph; more than six lines in the widest list.
  public static let maximumLength = 32_768
  /// The most extending characters in a row.
  static let maximumRun = 32
  /// The most viramas in one chain of letters: HarfBuzz takes time quadratic in its length. Words of living languages
  /// have at most five.
  static let maximumLinkCount = 8
  /// In scalars. A longer grapheme is a chain of letters (Indic conjuncts), which may be divided.
  private static let longestGrapheme = 2 * maximumRun

  /// `text` as one bounded paragraph, ready to be laid out; the same string if it is one already.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumLength: The maximum number of Unicode scalars; at least 1.
  /// - Complexity: O(`maximumLength`), apart from dropped characters.
  public static func paragraph(_ text: String, maximumLength: Int = maximumLength) -> String {
    bounded(text, maximumLength: maximumLength, ending: "")
  }

  /// The beginning of `text` for labels, tooltips and assistive tools, which show all of it. Ends with "…" if it was
  /// truncated.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumLength: The maximum number of Unicode scalars without the ellipsis; at least 1.
  /// - Complexity: O(`maximumLength`), apart from dropped characters.
  public static func label(_ text: String, maximumLength: Int) -> String {
    bounded(text, maximumLength: maximumLength, ending: "…")
  }

  /// Longer texts, in Unicode scalars, are not prepared as a whole.
  static let wholeLength = 1_024

  /// Whether only the beginning of `text` is laid out if it has a line limit.
  package static func isLong(_ text: String) -> Bool {
    guard text.utf8.count > wholeLength else { return false }
    let scalars = text.unicodeScalars
    return scalars.index(scalars.startIndex, offsetBy: wholeLength, limitedBy: scalars.endIndex).map {
      $0 < scalars.endIndex
    } ?? false
  }

  private static func bounded(_ text: String, maximumLength: Int, ending: String) -> String {
    precondition(maximumLength > 0, "The maximum length must be at least 1.")
    if text.utf8.count <= maximumLength, isPlain(text) { return text }
    var filter = RowTextFilter(maximumLength: maximumLength)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex, filter.take(scalars[index]) == .keep { scalars.formIndex(after: &index) }
    if index == scalars.endIndex { return text }
    // From the first change on, a new string is built.
    filter = RowTextFilter(maximumLength: maximumLength)
    var output = String.UnicodeScalarView()
    var graphemeStart = output.endIndex
    var graphemeLength = 0
    for scalar in scalars {
      switch filter.take(scalar) {
      case .keep:
        if filter.isAtGrapheme { (graphemeStart, graphemeLength) = (output.endIndex, 0) }
        graphemeLength += 1
        output.append(scalar)
      case .space:
        (graphemeStart, graphemeLength) = (output.endIndex, 1)
        output.append(" ")
      case .drop: break
      case .end:
        // The first character beyond the limit shows whether the last grapheme is complete.
        if !filter.isAtGrapheme, graphemeStart > output.startIndex, graphemeLength <= longestGrapheme {
          output.removeSubrange(graphemeStart...)
        }
        return String(output) + ending
      }
    }
    return String(output)
  }

  /// Whether all characters are kept as they are: ASCII and Latin letters and symbols.
  @inline(__always)
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy {
        (0x20..<0x7F).contains($0) || $0 == 0x09 || (0x80..<0xC0).contains($0) || (0xC3..<0xCC).contains($0)
      }
    } ?? false
  }
}
