/// Bounds the texts of rows before anything prepares, shapes or draws them: a feed is somebody else's file.
///
/// A row's text becomes one paragraph by these rules, in one pass that ends where the bound is reached:
/// - Line and paragraph separators (line feed, vertical tab, form feed, carriage return, U+0085, U+2028, U+2029) become
///   spaces. Pango counts a limit of lines for each paragraph, so a text of many paragraphs would have no limit.
/// - Of characters that attach to the one before them (combining marks, format characters, default ignorables, emoji
///   modifiers and joined emoji, repeated jamo) at most `maximumRun` in a row are kept. Unicode's Stream-Safe Text
///   Format (UAX #15) allows 30 non-starters. So every grapheme has a bounded length.
/// - Of the signs that join letters into one chain (Indic conjuncts) at most `maximumLinkCount` in a chain are kept.
/// - At most `maximumLength` Unicode scalars are kept, and no grapheme is cut.
public nonisolated enum RowText {
  /// Unicode scalars of a paragraph: more than six lines show in the widest list.
  public static let maximumLength = 32_768
  /// Attached characters in a row.
  static let maximumRun = 32
  /// Letters that are joined by viramas into one chain: HarfBuzz takes time by the square of its length. Words of living
  /// languages have five at most.
  static let maximumLinkCount = 16
  /// Scalars; what is longer is a chain of letters (Indic conjuncts), and cut.
  private static let longestGrapheme = 2 * maximumRun

  /// `text` as one bounded paragraph, ready to be laid out; the same string if it is one.
  ///
  /// - Parameter maximumLength: The most Unicode scalars; 1 or more.
  /// - Complexity: O(`maximumLength`), apart from dropped characters.
  public static func paragraph(_ text: String, maximumLength: Int = maximumLength) -> String {
    bounded(text, maximumLength: maximumLength, ending: "")
  }

  /// The beginning of `text` for labels, tooltips and assistive tools, which show all that they are given: it ends with
  /// "…" if anything was left out at the end.
  ///
  /// - Parameter maximumLength: The most Unicode scalars without the ellipsis; 1 or more.
  /// - Complexity: O(`maximumLength`), apart from dropped characters.
  public static func label(_ text: String, maximumLength: Int) -> String {
    bounded(text, maximumLength: maximumLength, ending: "…")
  }

  /// Unicode scalars of a text that is prepared as a whole.
  static let wholeLength = 1_024

  /// Whether only the beginning of a text is laid out where there is a limit of lines.
  package static func isLong(_ text: String) -> Bool {
    guard text.utf8.count > wholeLength else { return false }
    let scalars = text.unicodeScalars
    return scalars.index(scalars.startIndex, offsetBy: wholeLength, limitedBy: scalars.endIndex).map {
      $0 < scalars.endIndex
    } ?? false
  }

  private static func bounded(_ text: String, maximumLength: Int, ending: String) -> String {
    precondition(maximumLength > 0, "A text needs room for at least one character.")
    if text.utf8.count <= maximumLength, isPlain(text) { return text }
    var filter = RowTextFilter(maximumLength: maximumLength)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex, filter.take(scalars[index]) == .keep { scalars.formIndex(after: &index) }
    if index == scalars.endIndex { return text }
    // From the first change on the text is another one.
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
        // The first character that did not fit tells whether the last grapheme is whole.
        if !filter.isAtGrapheme, graphemeStart > output.startIndex, graphemeLength <= longestGrapheme {
          output.removeSubrange(graphemeStart...)
        }
        return String(output) + ending
      }
    }
    return String(output)
  }

  /// Whether all characters stand for themselves: letters and signs of ASCII, and Latin letters.
  @inline(__always)
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy {
        (0x20..<0x7F).contains($0) || $0 == 0x09 || (0x80..<0xC0).contains($0) || (0xC3..<0xCC).contains($0)
      }
    } ?? false
  }
}
