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
  /// - Complexity: O(log(matches)).
  package func matches(in row: RowIndexPath) -> Range<Int> {
    indices(from: { $0.upperBound.row >= row }, to: { $0.lowerBound.row > row })
  }

  /// The indices of the matches with some of the text in a range.
  ///
  /// - Complexity: O(log(matches)).
  package func matches(in range: Range<ListTextPosition>) -> Range<Int> {
    indices(from: { $0.upperBound > range.lowerBound }, to: { $0.lowerBound >= range.upperBound })
  }

  /// The matches from the first one for which a condition holds to the first one for which another one does; each holds
  /// for all matches that follow.
  private func indices(
    from isStart: (Range<ListTextPosition>) -> Bool, to isEnd: (Range<ListTextPosition>) -> Bool
  ) -> Range<Int> {
    func first(_ from: Int, where holds: (Range<ListTextPosition>) -> Bool) -> Int {
      var low = from
      var high = matches.count
      while low < high {
        let middle = (low + high) / 2
        if holds(matches[middle].range) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first(0, where: isStart)
    return start..<first(start, where: isEnd)
  }
}
