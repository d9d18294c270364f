import LayoutCore
import VirtualList

/// What is found out about the rows of a document while it is shown.
extension ArticleView {
  /// Lays rows of wide tables out again that were too low.
  func showHighestCells(_ found: [(row: Int, cell: Int)]) {
    for (row, cell) in found { dataSource.setHighestCell(cell, ofRow: row) }
    reloadLater(found.map { $0.row })
  }
}

/// Following long texts that are divided elsewhere: what is read, selected, found and focused stays where it is in the text.
extension ArticleView {
  func divide(
    _ text: LongText, into pieces: [(row: Int, piece: ArticlePiece)],
    next: (start: Int, separator: ArticleText.Separator)
  ) {
    let old = document
    var new = old
    let changed = new.divide(text, into: pieces, next: next)
    guard !changed.isEmpty else { return }
    list.reloadRows(changed.map { RowIndexPath(section: 0, row: $0) }) {
      $0.moved(in: old, to: new) { new.place($0, of: old) }
    } _: {
      dataSource.document = new
      for row in changed { dataSource.changed(row) }
    }
    moved(from: old, in: changed)
  }

  /// Moves what is selected, found and focused to where it is in the text now.
  ///
  /// - Parameters:
  ///   - old: The document before, which has the same rows.
  ///   - changed: The rows that show something else, in order.
  func moved(from old: ArticleDocument, in changed: [Int]) {
    guard let first = changed.first, let last = changed.last else { return }
    let new = document
    let focused = links.focusedTarget
    selection.moved { new.place($0, of: old) }
    finder.moved(in: first...last) { new.place($0, of: old) }
    if let focused, changed.contains(focused.row.row) {
      links.move(focused, to: new.place(focused.place, of: old))
    }
  }
}

extension ReadingPlace {
  /// The same line where a document divides its long texts in another way.
  ///
  /// - Parameters:
  ///   - document: The document of this place.
  ///   - other: The document of the result; by default the same one.
  ///   - move: Where a character is in the result.
  func moved(
    in document: ArticleDocument, to other: ArticleDocument? = nil,
    _ move: (ListTextPosition) -> ListTextPosition
  ) -> ReadingPlace {
    guard let row, let character, row.row < document.count, document.longText(at: row.row) != nil else {
      return self
    }
    // A marker is at the first line, which stays.
    let isMarked = document.row(at: row.row).marker != nil
    if isMarked, character.byte == 0 { return self }
    let place = move(ListTextPosition(row: row, offset: character.byte))
    let isStillMarked = (other ?? document).kind(at: place.row.row) == .item
    return moved(
      to: place.row, text: isMarked == isStillMarked ? character.text : isStillMarked ? 1 : 0,
      byte: place.offset)
  }
}
