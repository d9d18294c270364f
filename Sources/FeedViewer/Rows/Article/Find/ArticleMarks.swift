import LayoutCore
import VirtualList

/// The marks in the texts of an article while entries are searched: found in what is drawn, when it is drawn.
final class ArticleMarks {
  /// What a row shows: another one after each change.
  struct Version: Hashable {
    let generation: UInt64
    let revision: UInt64
  }

  private struct Place: Hashable {
    let version: Version
    let row: Int
    let text: SeenText
  }

  /// How much of the text around a part is looked at for matches that begin or end in the part, in bytes.
  private static let context = 1_024
  /// The most texts whose marks are remembered; then all are forgotten.
  private static let knownLimit = 1_024

  /// The parts of a text that are marked, in bytes of its UTF-8, in order; nil marks nothing.
  var find: ((String) -> [Range<Int>])? {
    didSet { known = [:] }
  }
  private var known: [Place: [Range<Int>]] = [:]

  /// The marks in the texts of a row that are drawn.
  ///
  /// - Parameters:
  ///   - row: The number of the row.
  ///   - texts: What is seen of its texts.
  ///   - document: The rows.
  ///   - version: Tells whether the row is still the same.
  /// - Complexity: O(length of the texts) when they are first drawn, then O(marks).
  func highlights(
    of row: Int, _ texts: [SeenText], in document: ArticleDocument, version: Version
  ) -> [TextHighlight] {
    guard let find else { return [] }
    var content: ArticleRow?
    return texts.flatMap { text in
      let place = Place(version: version, row: row, text: text)
      let marks: [Range<Int>]
      if let found = known[place] {
        marks = found
      } else {
        let row = content ?? document.row(at: row)
        content = row
        marks = Self.marks(in: text, of: row, document, find)
        if known.count >= Self.knownLimit { known = [:] }
        known[place] = marks
      }
      return marks.map { TextHighlight(text: text.number, bytes: $0, color: .match) }
    }
  }

  private static func marks(
    in text: SeenText, of row: ArticleRow, _ document: ArticleDocument, _ find: (String) -> [Range<Int>]
  ) -> [Range<Int>] {
    let (whole, start, limits) = surroundings(of: row, text.number, document)
    let part = start + text.bytes.lowerBound..<start + text.bytes.upperBound
    guard limits.lowerBound <= part.lowerBound, part.upperBound <= limits.upperBound else { return [] }
    let window =
      whole.characterStart(
        before: max(part.lowerBound - context, limits.lowerBound))..<whole.characterStart(
        before: min(part.upperBound + context, limits.upperBound))
    return find(String(whole.part(bytes: window))).compactMap { found in
      let absolute = found.lowerBound + window.lowerBound..<found.upperBound + window.lowerBound
      let mark = absolute.clamped(to: part)
      return mark.isEmpty ? nil : mark.lowerBound - start..<mark.upperBound - start
    }
  }

  /// A text with the parts of the same paragraph or line that other rows show.
  ///
  /// - Returns: The text, where the row's part of it begins, and the part that belongs together, in bytes.
  private static func surroundings(
    of row: ArticleRow, _ number: Int, _ document: ArticleDocument
  ) -> (whole: String, start: Int, limits: Range<Int>) {
    if row.cells.isEmpty, let index = row.number, let piece = document.piece(at: index),
      let text = document.longText(at: index)
    {
      return (document.text(ofBlock: piece.block), piece.range.lowerBound, text.bytes)
    }
    let texts = row.texts
    let string = number < texts.count ? texts[number].string : ""
    return (string, 0, 0..<string.utf8.count)
  }
}

extension String {
  /// The last character boundary, between Unicode scalars, at or before a byte of the UTF-8.
  fileprivate nonisolated func characterStart(before byte: Int) -> Int {
    let bytes = utf8
    var index = bytes.index(bytes.startIndex, offsetBy: byte)
    var byte = byte
    while index > bytes.startIndex, index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 {
      bytes.formIndex(before: &index)
      byte -= 1
    }
    return byte
  }
}
