import LayoutCore
import VirtualList

/// The matches of a search in an article, and which of them is the current one.
package nonisolated struct ArticleFind: Sendable {
  /// More matches than these are not looked for.
  package static let limit = 100_000

  /// In reading order.
  package private(set) var matches: [ArticleMatch] = []
  /// The index of the current match.
  package private(set) var current: Int?
  /// Whether all of the article was searched.
  package private(set) var isComplete = false
  /// Whether there are more matches than the limit.
  package private(set) var isCut = false
  /// The first match from here on is the first current one.
  private var origin: ListTextPosition

  package init(from origin: ListTextPosition) { self.origin = origin }

  package var currentMatch: ArticleMatch? { current.map { matches[$0] } }

  /// Adds matches that follow those before.
  ///
  /// - Parameter isEnd: Whether all of the article was searched.
  package mutating func append(_ new: [ArticleMatch], isEnd: Bool) {
    precondition(!isComplete, "A search that is over has no more matches.")
    let room = Self.limit - matches.count
    isCut = new.count > room
    matches += new.prefix(room)
    isComplete = isEnd || isCut
    if current == nil {
      current = matches.indices.suffix(new.count).first { matches[$0].range.lowerBound >= origin }
      if isComplete, current == nil, !matches.isEmpty { current = 0 }
    }
  }

  /// Makes the next or the previous match the current one; after the last one comes the first.
  package mutating func advance(forward: Bool) {
    guard !matches.isEmpty else { return }
    guard let current else {
      self.current = forward ? 0 : matches.count - 1
      return
    }
    self.current = (current + (forward ? 1 : matches.count - 1)) % matches.count
  }

  /// Rows begin and end elsewhere in their texts: moves the matches in them.
  ///
  /// - Complexity: O(log(matches) + matches in the rows).
  mutating func move(in rows: ClosedRange<Int>, _ move: (ListTextPosition) -> ListTextPosition) {
    origin = move(origin)
    let first = matches(in: RowIndexPath(section: 0, row: rows.lowerBound)).lowerBound
    let last = matches(in: RowIndexPath(section: 0, row: rows.upperBound)).upperBound
    for index in first..<max(first, last) { matches[index] = matches[index].moved(move) }
  }

  /// The indices of the matches that touch a row.
  ///
  /// - Complexity: O(log(matches) + result).
  package func matches(in row: RowIndexPath) -> Range<Int> {
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle].range.upperBound.row < row { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < matches.count, matches[end].range.lowerBound.row <= row { end += 1 }
    return low..<end
  }
}
