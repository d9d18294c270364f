import LayoutCore
import VirtualList

/// A selection of an article's text: from the unit where it began to where it ends now.
package nonisolated struct ArticleSelection: Sendable, Equatable {
  /// What is selected at once.
  package enum Unit: Sendable { case character, word, text }

  package let unit: Unit
  /// Where the selection began.
  private var anchor: Range<ListTextPosition>
  package private(set) var range: Range<ListTextPosition>
  /// The end of the range that moves when the selection is extended.
  package private(set) var caret: ListTextPosition

  package init(_ unit: Unit, _ place: Range<ListTextPosition>) {
    self.unit = unit
    anchor = place
    range = place
    caret = place.upperBound
  }

  /// Everything, however much it is.
  package static let all = ArticleSelection(
    .character,
    ListTextPosition(
      row: RowIndexPath(section: 0, row: 0), offset: 0)..<ListTextPosition(
        row: RowIndexPath(section: 0, row: .max), text: .max, offset: 0))

  package var isEmpty: Bool { range.isEmpty }

  /// Extends the selection from its anchor to another unit.
  package mutating func extend(to other: Range<ListTextPosition>) {
    range =
      min(anchor.lowerBound, other.lowerBound)..<max(anchor.upperBound, other.upperBound)
    caret = other.lowerBound < anchor.lowerBound ? other.lowerBound : other.upperBound
  }

  /// The same selection where rows begin and end elsewhere in their texts.
  func moved(_ move: (ListTextPosition) -> ListTextPosition) -> ArticleSelection {
    var selection = self
    selection.anchor = move(anchor.lowerBound)..<move(anchor.upperBound)
    selection.range = move(range.lowerBound)..<move(range.upperBound)
    selection.caret = move(caret)
    return selection
  }

  /// The same selection in another state of the article; nil if a text at one of its ends is not there any more.
  func found(_ place: (ListTextPosition) -> ListTextPosition?) -> ArticleSelection? {
    if self == .all { return self }
    guard let (first, last) = places(range, place), let start = places(anchor, place), let end = place(caret),
      first <= last, start.0 <= start.1
    else { return nil }
    var selection = self
    selection.anchor = start.0..<start.1
    selection.range = first..<last
    selection.caret = end
    return selection
  }

  private func places(
    _ range: Range<ListTextPosition>, _ place: (ListTextPosition) -> ListTextPosition?
  ) -> (ListTextPosition, ListTextPosition)? {
    guard let start = place(range.lowerBound), let end = place(range.upperBound) else { return nil }
    return (start, end)
  }

  /// Whether a place is inside the selection.
  package func contains(_ place: ListTextPosition) -> Bool { range.contains(place) }

  /// The selected part of a text, in bytes; nil if there is none.
  ///
  /// - Parameter length: The length of the text in bytes.
  package func part(of row: RowIndexPath, text: Int, length: Int) -> Range<Int>? {
    let place = (row, text)
    let (first, last) = (range.lowerBound, range.upperBound)
    guard place >= (first.row, first.text), place <= (last.row, last.text) else { return nil }
    let start = place == (first.row, first.text) ? min(first.offset, length) : 0
    let end = place == (last.row, last.text) ? min(last.offset, length) : length
    return start < end ? start..<end : nil
  }

  /// The indices of the rows of a document that the selection touches.
  package func rows(of document: ArticleDocument) -> Range<Int> {
    let end = min(range.upperBound.row.row, document.count - 1) + 1
    return min(range.lowerBound.row.row, end)..<end
  }

  /// The selected text of a document, as it is copied.
  ///
  /// - Parameter isForWidget: Whether it is for a text widget: addresses of links follow their words, and all rows begin in
  ///   lines of their own, because such widgets lay out a line at once.
  /// - Complexity: O(length of the selected text).
  func text(of document: ArticleDocument, isForWidget: Bool) -> String {
    var result = ""
    for index in rows(of: document) {
      let row = document.row(at: index)
      guard !row.isHidden else { continue }
      let texts = row.texts
      let parts = texts.enumerated().map { number, text in
        part(of: RowIndexPath(section: 0, row: index), text: number, length: text.string.utf8.count)
      }
      // Empty cells between others are selected with them.
      guard let first = parts.firstIndex(where: { $0 != nil }),
        let last = parts.lastIndex(where: { $0 != nil })
      else { continue }
      let isWhole = self == .all
      for number in (isWhole ? 0 : first)...(isWhole ? parts.count - 1 : last) {
        if number > (isWhole ? 0 : first) {
          result += ArticleText.Separator.tab.rawValue
        } else if !result.isEmpty {
          result += isForWidget && row.separator.isInLine ? "\n" : row.separator.rawValue
        }
        guard let part = parts[number] else { continue }
        if let marker = row.copiedMarker, part.lowerBound == 0 { result += "\(marker) " }
        result += isForWidget ? row.addressedText(number) : String(texts[number].string.part(bytes: part))
      }
    }
    return result
  }

  /// The selected text of a document, as it is copied.
  ///
  /// - Complexity: O(length of the selected text).
  package func text(of document: ArticleDocument) -> String { text(of: document, isForWidget: false) }
}
