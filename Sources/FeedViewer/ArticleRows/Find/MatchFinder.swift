import LayoutCore
import VirtualList

/// A place of the searched text in an article.
package nonisolated struct ArticleMatch: Sendable, Hashable {
  package let range: Range<ListTextPosition>

  package init(_ range: Range<ListTextPosition>) { self.range = range }

  /// The same match where rows begin and end elsewhere in their texts.
  func moved(_ move: (ListTextPosition) -> ListTextPosition) -> ArticleMatch {
    ArticleMatch(move(range.lowerBound)..<move(range.upperBound))
  }

  /// The matched part of a text of a row; nil if there is none.
  ///
  /// - Parameter length: The length of the text in bytes.
  package func part(of row: RowIndexPath, text: Int, length: Int) -> Range<Int>? {
    ArticleSelection(.character, range).part(of: row, text: text, length: length)
  }
}

/// Finds a text in an article, row by row, without regard to case and diacritics.
///
/// The automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", 1977) reads folded text once and keeps its
/// state from row to row, so that matches are found across the parts of a paragraph that is divided. Matches do not
/// overlap, and cover whole characters of the text.
package nonisolated struct MatchFinder: Sendable {
  /// What is searched for, folded.
  private let pattern: [UInt32]
  /// For each number of units that match, how many of them a shorter match has that ends there.
  private let failures: [Int]
  /// The number of units that match so far.
  private var state = 0
  /// Where the last units begin, one for each of the pattern, in a ring.
  private var starts: [ListTextPosition]
  private var unitCount = 0
  /// A match that ends before the next unit, unless that makes another letter of its last one.
  private var pending: (start: ListTextPosition, end: ListTextPosition)?
  /// The matches found since they were last taken.
  private var found: [ArticleMatch] = []

  /// - Parameter query: What to find. White space at its ends is ignored.
  /// - Returns: Nil if nothing is left of it.
  package init?(_ query: String) {
    var pattern = SearchFold.units(of: query)
    while pattern.first == 0x20 { pattern.removeFirst() }
    while pattern.last == 0x20 { pattern.removeLast() }
    guard !pattern.isEmpty else { return nil }
    self.pattern = pattern
    var failures = [0, 0]
    for index in pattern.indices.dropFirst() {
      var length = failures[index]
      while length > 0, pattern[length] != pattern[index] { length = failures[length] }
      failures.append(pattern[length] == pattern[index] ? length + 1 : 0)
    }
    self.failures = failures
    starts = Array(
      repeating: ListTextPosition(row: RowIndexPath(section: 0, row: 0), offset: 0), count: pattern.count)
  }

  /// Searches rows that follow on those before.
  ///
  /// - Parameter isEnd: Whether no rows follow.
  /// - Returns: The matches, in reading order. One that ends with these rows is returned with those that follow.
  /// - Complexity: O(length of the rows' text).
  package mutating func find(in rows: Range<Int>, of document: ArticleDocument, isEnd: Bool) -> [ArticleMatch]
  {
    for index in rows where document.textLength(at: index) > 0 {
      let row = document.row(at: index)
      for (number, text) in row.texts.enumerated() {
        if number > 0 || !row.isContinuation {
          reset()
        } else if row.separator == .lineFeed || row.separator.isSpace {
          // The parts are joined by the line feed or the space that neither has.
          take(
            0x20, at: ListTextPosition(row: RowIndexPath(section: 0, row: index), text: 0, offset: 0),
            length: 0)
        }
        read(
          text.string, ListTextPosition(row: RowIndexPath(section: 0, row: index), text: number, offset: 0))
      }
    }
    if isEnd { reset() }
    defer { found = [] }
    return found
  }

  private mutating func read(_ text: String, _ start: ListTextPosition) {
    var place = start
    var units: [UInt32] = []
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      units.removeAll(keepingCapacity: true)
      SearchFold.append(scalar, to: &units)
      if units.isEmpty {
        // What is ignored belongs to the character before.
        if pending?.end == place { pending?.end.offset += length }
      }
      for unit in units { take(unit, at: place, length: length) }
      place.offset += length
    }
  }

  /// Reads a unit of the scalar at a place.
  private mutating func take(_ unit: UInt32, at place: ListTextPosition, length: Int) {
    if let (start, end) = pending {
      if SearchFold.makesAnotherLetter(unit) {
        pending = nil
      } else if place >= end {
        found.append(ArticleMatch(start..<end))
        pending = nil
        state = 0
      }
    }
    while state > 0, state == pattern.count || pattern[state] != unit { state = failures[state] }
    if pattern[state] == unit { state += 1 }
    starts[unitCount % pattern.count] = place
    unitCount += 1
    // A match covers all of the scalar in which it ends: no other one ends there.
    guard state == pattern.count, pending == nil else { return }
    var end = place
    end.offset += length
    pending = (starts[unitCount % pattern.count], end)
  }

  /// The text ends here: what follows does not continue it.
  private mutating func reset() {
    if let (start, end) = pending { found.append(ArticleMatch(start..<end)) }
    pending = nil
    state = 0
  }
}
