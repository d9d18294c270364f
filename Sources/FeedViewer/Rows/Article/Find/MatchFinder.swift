import FeedViewerBase
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

/// Finds a text in an article, row by row, as a search for entries does (`TextFolder`).
///
/// The automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", 1977) reads folded text once and keeps its
/// state from row to row, so that matches are found across the parts of a paragraph that is divided. Matches do not
/// overlap, and cover whole characters of the text.
package nonisolated struct MatchFinder: Sendable {
  /// What is searched for, folded.
  private let pattern: [UInt8]
  /// For each number of bytes that match, how many of them a shorter match has that ends there.
  private let failures: [Int]
  /// The number of bytes that match so far.
  private var state = 0
  /// Where the last bytes of the paragraph so far begin, fewer than the pattern has.
  private var tail: ArraySlice<ListTextPosition> = []
  private var endsWithSpace = false

  /// - Parameter query: What to find. White space at its ends is ignored.
  /// - Returns: Nil if nothing is left of it.
  package init?(_ query: String) {
    let pattern = TextFolder.fold(query)
    guard !pattern.isEmpty else { return nil }
    self.pattern = pattern
    var failures = [0, 0]
    for index in pattern.indices.dropFirst() {
      var length = failures[index]
      while length > 0, pattern[length] != pattern[index] { length = failures[length] }
      failures.append(pattern[length] == pattern[index] ? length + 1 : 0)
    }
    self.failures = failures
  }

  /// Searches rows that follow on those before.
  ///
  /// - Returns: The matches that end in these rows, in reading order.
  /// - Complexity: O(length of the rows' text).
  package mutating func find(in rows: Range<Int>, of document: ArticleDocument) -> [ArticleMatch] {
    var matches: [ArticleMatch] = []
    for index in rows where document.textLength(at: index) > 0 {
      let row = document.row(at: index)
      for (number, text) in row.texts.enumerated() {
        let start = ListTextPosition(row: RowIndexPath(section: 0, row: index), text: number, offset: 0)
        if number > 0 || !row.isContinuation {
          // The text before ends there.
          (state, tail, endsWithSpace) = (0, [], false)
        } else if row.separator == .lineFeed || row.separator.isSpace
          || text.string.unicodeScalars.first?.properties.isWhitespace == true
        {
          // The parts are joined by the line feed or the space that neither has.
          takeSpace(at: start)
        }
        matches += find(in: text.string, start)
      }
    }
    return matches
  }

  private mutating func find(in text: String, _ start: ListTextPosition) -> [ArticleMatch] {
    var text = text
    // Where a match begins that began in an earlier row.
    var earlier: ListTextPosition?
    let found = text.withUTF8 { bytes in
      let units = FoldedUnits(bytes, in: 0..<bytes.count, isWhole: false)
      let folded = units.view
      var found: [Range<Int>] = []
      for (index, byte) in folded.enumerated() {
        take(byte)
        let end = index + 1
        guard state == pattern.count,
          end == folded.count || !TextFolder.changesLetter(folded.baseAddress! + end)
        else { continue }
        state = 0
        let first = end - pattern.count
        if first < 0 { earlier = tail[tail.endIndex + first] }
        found.append(units.textRange(of: max(0, first)..<end))
      }
      let last = max(0, folded.count - (pattern.count - 1))..<folded.count
      keep(last.map { start.moved(by: units.textRange(of: $0..<$0 + 1).lowerBound) })
      return found
    }
    guard !found.isEmpty else { return [] }
    var matches = CharacterBoundaries.characters(touching: found, in: text).map {
      ArticleMatch(start.moved(by: $0.lowerBound)..<start.moved(by: $0.upperBound))
    }
    if let earlier { matches[0] = ArticleMatch(earlier..<matches[0].range.upperBound) }
    return matches
  }

  private mutating func take(_ byte: UInt8) {
    while state > 0, state == pattern.count || pattern[state] != byte { state = failures[state] }
    if pattern[state] == byte { state += 1 }
    endsWithSpace = byte == 0x20
  }

  private mutating func takeSpace(at place: ListTextPosition) {
    guard !endsWithSpace else { return }
    take(0x20)
    keep([place])
  }

  /// Remembers where the last bytes begin.
  private mutating func keep(_ places: [ListTextPosition]) {
    tail = (tail + places).suffix(pattern.count - 1)
  }
}

extension ListTextPosition {
  fileprivate nonisolated func moved(by count: Int) -> ListTextPosition {
    var position = self
    position.offset += count
    return position
  }
}
