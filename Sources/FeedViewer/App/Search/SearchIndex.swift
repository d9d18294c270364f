import FeedViewerFeeds
import FeedViewerSearch

/// The folded texts of all rows of a library, for searching. Made when the reader opens the search bar, and extended as
/// rows come.
final class SearchIndex {
  /// Rows that one worker folds.
  private nonisolated static let rowsPerTask = 2_000
  /// The index is made anew if fewer than this part of its entries are still in the library.
  private static let usedPart = 0.5

  private var text = SearchText()
  /// The last result; a query that narrows its query looks only at its matches.
  private var last: SearchResult?
  /// The numbers of the rows in the index. None is given twice, so that a row that was in an earlier index, and comes
  /// back, is not taken for another one.
  private var numbers = 0..<0
  /// Adds rows, one call after the other: texts are appended in the order of their numbers.
  private var adding: Task<Void, Never>?
  /// The version of the rows that were added last.
  private var addedVersion: Int?

  /// Folds the texts of rows ahead of a search.
  ///
  /// - Parameters:
  ///   - rows: As for `search`.
  ///   - version: As for `search`.
  func prepare(_ rows: [FeedRow], version: Int) { add(rows, version: version) }

  /// The rows that match a query.
  ///
  /// - Parameters:
  ///   - rows: All rows of the library.
  ///   - version: Another number whenever the rows are others than in the call before.
  /// - Returns: Nil if the task was cancelled.
  /// - Complexity: O(length of the texts that are new), and about 0.1 ms for each megabyte of text.
  func search(_ query: SearchQuery, in rows: [FeedRow], version: Int) async -> FoundEntries? {
    add(rows, version: version)
    await adding?.value
    guard !Task.isCancelled else { return nil }
    let numbers = numbers
    let first = numbers.lowerBound
    let states = query.usesStates ? await Self.states(of: rows, numbers: numbers) : EntryStates()
    guard let result = await text.concurrentSearch(query, states: states, after: last) else { return nil }
    // The index may have been made anew meanwhile.
    if first == self.numbers.lowerBound { last = result }
    let matches = result.matches
    let found = { @Sendable (row: FeedRow) in
      guard let number = row.searchNumber, number >= first else { return false }
      return matches.contains(number - first)
    }
    // Rows that were removed may be in the index still.
    let isExact = first == self.numbers.lowerBound && self.numbers.count == rows.count
    return FoundEntries(count: isExact ? matches.count : rows.count(where: found), contains: found)
  }

  /// Adds the rows of another version after those that are being added.
  private func add(_ rows: [FeedRow], version: Int) {
    guard version != addedVersion else { return }
    addedVersion = version
    adding = Task { [before = adding] in
      await before?.value
      await add(rows)
    }
  }

  /// Adds the rows that are not in the index.
  private func add(_ rows: [FeedRow]) async {
    if Double(rows.count) < Self.usedPart * Double(numbers.count) {
      text = SearchText()
      last = nil
      numbers = numbers.upperBound..<numbers.upperBound
    }
    let parts = await Self.fold(rows, notIn: numbers)
    for part in parts { text.append(part) }
    numbers = numbers.lowerBound..<numbers.upperBound + parts.reduce(0) { $0 + $1.count }
  }

  /// Numbers the rows that have no number of the index, and folds their texts.
  @concurrent
  private nonisolated static func fold(_ rows: [FeedRow], notIn numbers: Range<Int>) async -> [SearchText] {
    let new = rows.filter { number(of: $0, in: numbers) == nil }
    for (offset, row) in new.enumerated() { row.setSearchNumber(numbers.upperBound + offset) }
    let slices = stride(from: 0, to: new.count, by: rowsPerTask).map {
      new[$0..<min($0 + rowsPerTask, new.count)]
    }
    return await withTaskGroup(of: (Int, SearchText).self) { group in
      for (number, rows) in slices.enumerated() { group.addTask { (number, fold(rows)) } }
      var texts: [SearchText] = Array(repeating: SearchText(), count: slices.count)
      for await (number, text) in group { texts[number] = text }
      return texts
    }
  }

  /// The number of a row among those in the index; nil if it is not in the index.
  private nonisolated static func number(of row: FeedRow, in numbers: Range<Int>) -> Int? {
    row.searchNumber.flatMap { $0 < numbers.lowerBound ? nil : $0 - numbers.lowerBound }
  }

  /// The texts of rows; those of one file without an author share the feed's.
  private nonisolated static func fold(_ rows: ArraySlice<FeedRow>) -> SearchText {
    var text = SearchText()
    var start = rows.startIndex
    while start < rows.endIndex {
      var end = start + 1
      while end < rows.endIndex, rows[end].path == rows[start].path { end += 1 }
      let file = rows[start..<end]
      text.append(SearchText(entries(of: file), feedAuthor: file[start].page.context.feedAuthor))
      start = end
    }
    return text
  }

  /// The entries of rows. Each page is read once if its rows follow each other.
  private nonisolated static func entries(of rows: ArraySlice<FeedRow>) -> [FeedEntry] {
    var page: EntryPage?
    var read: [FeedEntry?] = []
    return rows.map { row in
      if row.page !== page {
        page = row.page
        read = row.page.readEntries()
      }
      return read[row.index] ?? row.entry
    }
  }

  @concurrent
  private nonisolated static func states(of rows: [FeedRow], numbers: Range<Int>) async -> EntryStates {
    var read = EntrySet(capacity: numbers.count)
    var starred = EntrySet(capacity: numbers.count)
    for row in rows {
      guard let number = number(of: row, in: numbers), number < numbers.count else { continue }
      if row.isRead { read.insert(number) }
      if row.isStarred { starred.insert(number) }
    }
    return EntryStates(read: read, starred: starred)
  }
}
