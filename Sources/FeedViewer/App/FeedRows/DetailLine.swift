import FeedViewerRows
import PangoText

/// The last line of a row: "AUTHOR · DATE", in the direction of the text above it.
///
/// Each part is isolated from the others (Unicode Bidirectional Algorithm, FSI and PDI): otherwise a Hebrew or Arabic name
/// would turn a date beside it round, so that the day moves behind the month.
nonisolated struct DetailLine {
  let text: String
  /// Where each of the parts begins, in bytes of the text.
  let starts: [Int]

  private static let (isolate, end) = ("\u{2068}", "\u{2069}")

  /// - Parameters:
  ///   - parts: Not empty themselves.
  ///   - above: The text whose direction the line has, if it has one.
  init(_ parts: [String], below above: String) {
    var line = ""
    // Pango takes the direction of a paragraph from its first letter, isolated or not.
    let own = parts.lazy.compactMap { WritingDirection(of: $0) }.first
    if !parts.isEmpty, let direction = WritingDirection(of: above), direction != own { line = direction.mark }
    var starts: [Int] = []
    for part in parts {
      line += starts.isEmpty ? Self.isolate : RowContent.partBoundary
      starts.append(line.utf8.count)
      line += part
    }
    if !parts.isEmpty { line += Self.end }
    text = line
    self.starts = starts
  }
}
