import FeedViewerFeeds
import LayoutCore
import PangoText
import VirtualList

/// Texts whose division into rows depends on the width.
nonisolated extension ArticleDocument {
  /// The long text that a row is a part of.
  ///
  /// - Complexity: O(log(long texts)).
  func longText(at row: Int) -> LongText? {
    let index = LongText.index(in: longTexts, endingAfter: row)
    guard index < longTexts.count, longTexts[index].rows.contains(row) else { return nil }
    return longTexts[index]
  }

  /// The text of a block.
  func text(ofBlock block: Int) -> String { article.blocks[block].text }

  /// Where a row began in its block before the lines of long texts were known, in bytes; 0 for a row that is no part of the
  /// text.
  ///
  /// - Complexity: O(log(long texts)).
  func initialStart(ofRow row: Int) -> Int {
    guard let text = longText(at: row) else { return piece(at: row)?.range.lowerBound ?? 0 }
    return Int(text.starts[row - text.rows.lowerBound])
  }

  /// Divides long texts at other places.
  ///
  /// - Parameter pieces: What rows of one long text show from now on, in order, without gaps. The row after the last one
  ///   begins at `next`; its end stays, unless it would be before.
  /// - Returns: The rows that show something else, in order.
  /// - Complexity: O(pieces).
  mutating func divide(
    _ text: LongText, into pieces: [(row: Int, piece: ArticlePiece)],
    next: (start: Int, ArticleText.Separator)
  ) -> [Int] {
    guard let last = pieces.last?.row else { return [] }
    var changed: [Int] = []
    for (row, piece) in pieces where self.piece(at: row) != piece {
      setPiece(piece, at: row)
      changed.append(row)
    }
    let end = pieces[pieces.count - 1].piece.range.upperBound
    for row in last + 1..<max(text.rows.upperBound, last + 1) {
      guard let old = piece(at: row) else { break }
      // Nothing is left of a row that ends before.
      let isEmpty = old.range.upperBound <= next.start
      let new = ArticlePiece(
        block: text.block, range: isEmpty ? end..<end : next.start..<old.range.upperBound,
        separator: isEmpty ? ArticleText.Separator.none : next.1)
      if new != old {
        setPiece(new, at: row)
        changed.append(row)
      }
      if !isEmpty { break }
    }
    return changed
  }

  /// Shows each line of code that is a long text in one row, or divides it as if its lines were not known.
  ///
  /// - Returns: The rows that show something else, in order.
  /// - Complexity: O(rows of long texts).
  mutating func setJoinsCodeLines(_ joins: Bool) -> [Int] {
    joinsCodeLines = joins
    var changed: [Int] = []
    for text in longTexts where text.isCodeLine {
      let end = text.bytes.upperBound
      for (number, row) in text.rows.enumerated() {
        guard let old = piece(at: row) else { continue }
        let range =
          !joins
          ? Int(text.starts[number])..<Int(text.starts[number + 1]) : number == 0 ? text.bytes : end..<end
        let new = ArticlePiece(
          block: text.block, range: range,
          separator: number == 0 ? old.separator : ArticleText.Separator.none)
        if new == old { continue }
        setPiece(new, at: row)
        changed.append(row)
      }
    }
    return changed
  }

  // MARK: Places

  /// A place in this document, at the same byte of a long text as a place of a document with the same rows that divides
  /// it elsewhere. Places in other rows are the same.
  ///
  /// - Complexity: O(log(rows)).
  func place(_ place: ListTextPosition, of other: ArticleDocument) -> ListTextPosition {
    guard place.text == 0, let text = longText(at: place.row.row), let old = other.piece(at: place.row.row)
    else { return place }
    return self.place(ofByte: old.range.lowerBound + min(place.offset, old.range.count), of: text)
  }

  /// A place as it was before the lines of long texts were known, so that it can be found again at any width.
  ///
  /// - Complexity: O(log(rows)).
  func initialPlace(_ place: ListTextPosition) -> ListTextPosition {
    guard place.text == 0, let text = longText(at: place.row.row), let piece = piece(at: place.row.row) else {
      return place
    }
    let byte = piece.range.lowerBound + place.offset
    let row = Self.lastRow(of: text) { Int(text.starts[$0 - text.rows.lowerBound]) <= byte }
    return ListTextPosition(
      row: RowIndexPath(section: 0, row: row), offset: byte - Int(text.starts[row - text.rows.lowerBound]))
  }

  /// Where a place is now that `initialPlace` has given.
  ///
  /// - Complexity: O(log(rows)).
  func place(ofInitial place: ListTextPosition) -> ListTextPosition {
    guard place.text == 0, let text = longText(at: place.row.row) else { return place }
    return self.place(
      ofByte: Int(text.starts[place.row.row - text.rows.lowerBound]) + place.offset, of: text)
  }

  /// The place of a byte of a block, in the row that shows it.
  private func place(ofByte byte: Int, of text: LongText) -> ListTextPosition {
    var row = Self.lastRow(of: text) { piece(at: $0).map { $0.range.lowerBound <= byte } ?? false }
    while row > text.rows.lowerBound, textLength(at: row) == 0 { row -= 1 }
    let range = piece(at: row)?.range ?? 0..<0
    return ListTextPosition(
      row: RowIndexPath(section: 0, row: row), offset: min(max(byte - range.lowerBound, 0), range.count))
  }

  /// The last row of a text that begins early enough; the first one if none does.
  private static func lastRow(of text: LongText, _ isNearBeginning: (Int) -> Bool) -> Int {
    var low = text.rows.lowerBound
    var high = text.rows.upperBound - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if isNearBeginning(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
