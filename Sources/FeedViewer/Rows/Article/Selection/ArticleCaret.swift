import LayoutCore
import VirtualList

/// Where the caret of a selection goes by key, as far as no lines are asked for.
struct ArticleCaret {
  /// How far the caret goes.
  enum Step { case character, word, paragraph, document }

  let document: ArticleDocument

  /// The place that a caret reaches; the place itself at the ends of the document.
  ///
  /// - Complexity: O(length of the rows that are passed).
  func place(_ step: Step, forward: Bool, from start: ListTextPosition) -> ListTextPosition {
    guard let start = nearest(to: start) else { return start }
    switch step {
    case .character: return character(forward, from: start)
    case .word: return word(forward, from: start)
    case .paragraph: return paragraph(forward, from: start)
    case .document: return end(forward)
    }
  }

  /// A place in a text that is there: beyond the end of a text or of the document it is their end.
  ///
  /// - Returns: Nil without texts.
  func nearest(to place: ListTextPosition) -> ListTextPosition? {
    guard place.row.row < document.count else { return text(false, from: document.count).map { end(of: $0) } }
    let row = document.row(at: place.row.row)
    let texts = row.texts
    guard !row.isHidden, !texts.isEmpty else {
      return text(true, from: place.row.row).map { start(of: $0) }
        ?? text(false, from: place.row.row).map { end(of: $0) }
    }
    var place = place
    if place.text >= texts.count {
      place.text = texts.count - 1
      place.offset = .max
    }
    place.offset = min(place.offset, texts[place.text].string.utf8.count)
    return place
  }

  private func character(_ forward: Bool, from start: ListTextPosition) -> ListTextPosition {
    if let found = WordBoundaries(of: string(at: start)).character(forward, from: start.offset) {
      return ListTextPosition(row: start.row, text: start.text, offset: found)
    }
    guard let next = text(forward, beyond: start) else { return start }
    let edge = forward ? self.start(of: next) : end(of: next)
    // The parts of a paragraph that is divided meet at one place.
    let later = forward ? next.row : start.row
    guard next.row != start.row, document.row(at: later.row).separator == .none else { return edge }
    return WordBoundaries(of: string(at: edge)).character(forward, from: edge.offset).map {
      ListTextPosition(row: edge.row, text: edge.text, offset: $0)
    } ?? edge
  }

  private func word(_ forward: Bool, from start: ListTextPosition) -> ListTextPosition {
    var place = start
    while true {
      if let found = WordBoundaries(of: string(at: place)).word(forward, from: place.offset) {
        return ListTextPosition(row: place.row, text: place.text, offset: found)
      }
      guard let next = text(forward, beyond: place) else { return end(forward) }
      place = forward ? self.start(of: next) : end(of: next)
    }
  }

  private func paragraph(_ forward: Bool, from start: ListTextPosition) -> ListTextPosition {
    let edge = forward ? end(of: start) : self.start(of: start)
    guard edge == start, let next = text(forward, beyond: start) else { return edge }
    return forward ? end(of: next) : self.start(of: next)
  }

  private func end(_ forward: Bool) -> ListTextPosition {
    let found = forward ? text(false, from: document.count) : text(true, from: -1)
    guard let found else { return ListTextPosition(row: RowIndexPath(section: 0, row: 0), offset: 0) }
    return forward ? end(of: found) : start(of: found)
  }

  /// The next text in a direction, in the row of a place or another one.
  private func text(_ forward: Bool, beyond place: ListTextPosition) -> ListTextPosition? {
    let number = place.text + (forward ? 1 : -1)
    if document.row(at: place.row.row).texts.indices.contains(number) {
      return ListTextPosition(row: place.row, text: number, offset: 0)
    }
    return text(forward, from: place.row.row)
  }

  /// The first text of the rows after an index, or the last text of the rows before it.
  private func text(_ forward: Bool, from index: Int) -> ListTextPosition? {
    var index = index + (forward ? 1 : -1)
    while (0..<document.count).contains(index) {
      if document.textLength(at: index) > 0 {
        let row = document.row(at: index)
        if !row.isHidden, !row.texts.isEmpty {
          return ListTextPosition(
            row: RowIndexPath(section: 0, row: index), text: forward ? 0 : row.texts.count - 1, offset: 0)
        }
      }
      index += forward ? 1 : -1
    }
    return nil
  }

  private func string(at place: ListTextPosition) -> String {
    document.row(at: place.row.row).texts[place.text].string
  }

  private func start(of place: ListTextPosition) -> ListTextPosition {
    ListTextPosition(row: place.row, text: place.text, offset: 0)
  }

  private func end(of place: ListTextPosition) -> ListTextPosition {
    ListTextPosition(row: place.row, text: place.text, offset: string(at: place).utf8.count)
  }
}
