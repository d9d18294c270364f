import LayoutCore
import VirtualList

/// Finds text in an article as it is typed: what begins it at once, the rest off the main thread, slice by slice.
package final class ArticleFinder: ArticlePart {
  /// The text that is searched at once, and in a slice, in bytes: a few milliseconds.
  nonisolated private static let sliceLength = 1 << 16
  nonisolated private static let rowsOfSlice = 4_096
  /// The colours behind matches, and behind the current one.
  private static let currentColor = FilledBox.Color(red: 1, green: 0.5, blue: 0, opacity: 0.55)

  weak var view: ArticleView?
  /// The matches; nil while nothing is searched for.
  package private(set) var find: ArticleFind?
  private let list: ListView
  private var query = ""
  private var work: Task<Void, Never>?
  /// Where the reader was when the search began.
  private var origin: ListTextPosition?

  init(of list: ListView) { self.list = list }

  /// Whether a search goes on.
  package var isBusy: Bool { work != nil }

  /// Begins a search at a place of the article: the first match from there on is shown first.
  package func begin(at place: ListTextPosition?) {
    origin = place ?? list.visibleRows.first.map { ListTextPosition(row: $0, offset: 0) }
  }

  /// Finds a text; an empty one ends the search.
  package func search(for query: String) {
    guard query != self.query || find == nil else { return }
    self.query = query
    start(showsMatch: true)
  }

  /// The document has other rows, or is another one: searches again, and leaves the reader where he is.
  ///
  /// - Parameter move: Where a place of the text is now; nil for one that is not there any more.
  func documentChanged(_ move: (ListTextPosition) -> ListTextPosition? = { $0 }) {
    origin = (find?.currentMatch?.range.lowerBound ?? origin).flatMap(move)
    if find != nil { start(showsMatch: false) }
  }

  /// Rows begin and end elsewhere in their texts: the matches stay where they are in the texts.
  func moved(in rows: ClosedRange<Int>, _ move: (ListTextPosition) -> ListTextPosition) {
    origin = origin.map(move)
    find?.move(in: rows, move)
  }

  /// Ends the search, and removes its marks.
  package func end() {
    query = ""
    origin = nil
    stop()
    guard find != nil else { return }
    find = nil
    changed()
  }

  /// Shows the next or the previous match.
  package func advance(forward: Bool) {
    guard find != nil else { return }
    find?.advance(forward: forward)
    changed()
    showCurrent()
  }

  func highlights(of row: RowIndexPath) -> [TextHighlight] {
    guard let find, !find.matches.isEmpty else { return [] }
    return list.seenTexts(of: row).flatMap { text in
      let start = ListTextPosition(row: row, text: text.number, offset: text.bytes.lowerBound)
      let end = ListTextPosition(row: row, text: text.number, offset: text.bytes.upperBound)
      return find.matches(in: start..<end).compactMap { index in
        find.matches[index].part(of: row, text: text.number, length: text.bytes.upperBound).map {
          TextHighlight(
            text: text.number, bytes: $0, color: index == find.current ? Self.currentColor : .match)
        }
      }
    }
  }

  // MARK: Search

  private func start(showsMatch: Bool) {
    stop()
    guard let finder = MatchFinder(query) else {
      find = nil
      return changed()
    }
    find = ArticleFind(
      from: origin ?? ListTextPosition(row: RowIndexPath(section: 0, row: 0), offset: 0))
    let document = document
    // A row that is longer is searched off the main thread.
    let slice = Self.slice(from: 0, of: document, takesLongRow: false)
    var first = finder
    let matches = first.find(in: slice, of: document)
    take(matches, of: document, isEnd: slice.upperBound == document.count, showsMatch: showsMatch)
    if find?.isComplete == true { return changed() }
    let state = first
    work = Task { [weak self] in
      var state = state
      var row = slice.upperBound
      while row < document.count, !Task.isCancelled {
        let found = await Self.search(from: row, of: document, state)
        state = found.state
        row = found.rows.upperBound
        guard !Task.isCancelled, let self else { return }
        self.take(found.matches, of: document, isEnd: row == document.count, showsMatch: showsMatch)
        if self.find?.isComplete == true { break }
        self.changed()
      }
      guard !Task.isCancelled, let self else { return }
      self.work = nil
      self.changed()
    }
    changed()
  }

  private func stop() {
    work?.cancel()
    work = nil
  }

  /// - Parameter searched: The document as it was when the search began.
  private func take(_ matches: [ArticleMatch], of searched: ArticleDocument, isEnd: Bool, showsMatch: Bool) {
    let before = find?.current
    let document = document
    // Meanwhile rows may begin elsewhere in their texts.
    let moved =
      document.longTexts.isEmpty
      ? matches : matches.map { $0.moved { document.place($0, of: searched) } }
    find?.append(moved, isEnd: isEnd)
    if showsMatch, before == nil, find?.current != nil { showCurrent() }
  }

  private func showCurrent() {
    guard let range = find?.currentMatch?.range else { return }
    let start = range.lowerBound
    view?.openDisclosures(around: start.row.row)
    let isInOneText = range.upperBound.row == start.row && range.upperBound.text == start.text
    let end = isInOneText ? range.upperBound.offset : start.offset
    list.scroll(toText: start.text, bytes: start.offset..<end, of: start.row)
  }

  private func changed() {
    list.redrawRows()
    view?.owner?.matchesChanged()
  }

  /// The rows of the slice that begins with a row.
  ///
  /// - Parameter takesLongRow: Whether the last one may be longer than a slice; without it there may be no rows.
  nonisolated private static func slice(
    from first: Int, of document: ArticleDocument, takesLongRow: Bool = true
  ) -> Range<Int> {
    var length = 0
    var end = first
    while end < document.count, end - first < rowsOfSlice, length < sliceLength {
      length += document.textLength(at: end)
      if length > sliceLength, !takesLongRow { break }
      end += 1
    }
    return first..<end
  }

  @concurrent
  nonisolated private static func search(
    from first: Int, of document: ArticleDocument, _ finder: MatchFinder
  ) async -> (matches: [ArticleMatch], rows: Range<Int>, state: MatchFinder) {
    var finder = finder
    // Several slices, so that the main thread is not asked too often.
    var matches: [ArticleMatch] = []
    var end = first
    for _ in 0..<8 where end < document.count && !Task.isCancelled {
      let slice = slice(from: end, of: document)
      matches += finder.find(in: slice, of: document)
      end = slice.upperBound
    }
    return (matches, first..<end, finder)
  }
}
