import FeedViewerFeeds
import PangoText

/// A text without line feeds at its pieces' ends that is divided into several rows: a long paragraph, or a part of one.
///
/// The rows of a long text are always the same ones. Where each begins depends on the width: at first where the text can
/// be divided without knowing its lines, later at the line start before that place.
nonisolated struct LongText: Sendable {
  let block: Int
  /// The rows of the document that show it.
  let rows: Range<Int>
  /// Where the rows begin before their lines are known, and where the text ends, in bytes of the block.
  let starts: [UInt32]
  /// The direction of the text as a paragraph, if it is a single one with strong characters.
  let direction: WritingDirection?
  /// Whether characters may run from right to left somewhere.
  let mayBeBidirectional: Bool
  /// How wide it is.
  let width: TextWidth
  /// Whether it is one line of code, which is shown in one row unless its lines are broken.
  let isCodeLine: Bool

  /// - Parameters:
  ///   - pieces: At least two pieces that follow each other without a line feed.
  ///   - firstRow: The row of the first piece.
  ///   - text: The text of the block.
  ///   - isCode: Whether the block is code.
  /// - Complexity: O(length of the pieces).
  init(_ pieces: ArraySlice<ArticlePiece>, firstRow: Int, text: String, isCode: Bool) {
    precondition(pieces.count > 1, "A text of one row is not divided.")
    let first = pieces[pieces.startIndex]
    let end = pieces[pieces.endIndex - 1].range.upperBound
    block = first.block
    rows = firstRow..<firstRow + pieces.count
    starts = pieces.map { UInt32($0.range.lowerBound) } + [UInt32(end)]
    let whole = text.part(bytes: first.range.lowerBound..<end)
    let bytes = whole.utf8
    var width = TextWidth()
    width.add(whole)
    self.width = width
    isCodeLine = isCode && !whole.unicodeScalars.contains(where: Self.endsLine)
    mayBeBidirectional = bytes.contains {
      (0xD6...0xDF).contains($0) || $0 == 0xE0 || $0 == 0xEF || $0 >= 0xF0
    }
    direction =
      mayBeBidirectional && !bytes.contains(0x0A)
      ? WritingDirection(of: String(whole.unicodeScalars.prefix(ArticlePiece.Limits().scalarsWithoutSpace)))
      : nil
  }

  /// Whether Pango begins another line after a scalar.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  var bytes: Range<Int> { Int(starts[0])..<Int(starts[starts.count - 1]) }

  /// The long texts among the pieces of a block.
  ///
  /// - Parameter firstRow: The row of the first piece.
  static func all(in pieces: [ArticlePiece], firstRow: Int, text: String, isCode: Bool) -> [LongText] {
    var found: [LongText] = []
    var start = 0
    for end in 1...max(pieces.count, 1) where end >= pieces.count || pieces[end].separator == .lineFeed {
      if end - start > 1 {
        found.append(
          LongText(pieces[start..<end], firstRow: firstRow + start, text: text, isCode: isCode))
      }
      start = end
    }
    return found
  }

  /// The first text whose rows end after a row.
  ///
  /// - Complexity: O(log(texts)).
  static func index(in texts: [LongText], endingAfter row: Int) -> Int {
    var low = 0
    var high = texts.count
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].rows.upperBound <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
