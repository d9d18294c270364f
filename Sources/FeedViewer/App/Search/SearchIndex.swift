import Feeds
import Search

/// The folded texts of all rows of a library, for searching. Made when the reader begins to search, and extended as rows
/// come.
final class SearchIndex {
  /// Rows that one worker folds.
  private static let rowsPerTask = 2_000
  /// The index is made anew if fewer than this part of its entries are still in the library.
  private static let usedPart = 0.5

  private(set) var text = SearchText()
  /// The last result; a query that narrows its query looks only at its matches.
  private var last: SearchResult?
  /// The rows that were given a number.
  private var numberedCount = 0

  /// The rows that match a query.
  ///
  /// - Parameter rows: All rows of the library.
  /// - Returns: Nil if the task was cancelled.
  /// - Complexity: O(length of the texts that are new), and about 0.1 ms for each megabyte of text.
  func search(_ query: SearchQuery, in rows: [FeedRow]) async -> SearchResult? {
    await add(rows)
    guard !Task.isCancelled else { return nil }
    let states = query.usesStates ? states(of: rows) : EntryStates()
    guard let result = await text.concurrentSearch(query, states: states, after: last) else { return nil }
    last = result
    return result
  }

  /// Forgets everything.
  func removeAll() {
    text = SearchText()
    last = nil
    numberedCount = 0
  }

  /// Adds the rows that are not in the index.
  private func add(_ rows: [FeedRow]) async {
    if numberedCount > 0, Double(rows.count) < Self.usedPart * Double(numberedCount) { removeAll() }
    // After the index was made anew, numbers of before are too large or belong to other rows.
    let new = rows.filter { ($0.searchNumber.map { $0 >= numberedCount } ?? true) || numberedCount == 0 }
    guard !new.isEmpty else { return }
    for (offset, row) in new.enumerated() { row.setSearchNumber(numberedCount + offset) }
    numberedCount += new.count
    let slices = stride(from: 0, to: new.count, by: Self.rowsPerTask).map {
      Array(new[$0..<min($0 + Self.rowsPerTask, new.count)])
    }
    for part in await Self.fold(slices) { text.append(part) }
  }

  @concurrent
  private nonisolated static func fold(_ slices: [[FeedRow]]) async -> [SearchText] {
    await withTaskGroup(of: (Int, SearchText).self) { group in
      for (number, rows) in slices.enumerated() { group.addTask { (number, fold(rows)) } }
      var texts: [SearchText] = Array(repeating: SearchText(), count: slices.count)
      for await (number, text) in group { texts[number] = text }
      return texts
    }
  }

  /// The texts of rows; those of one file without an author share the feed's.
  private nonisolated static func fold(_ rows: [FeedRow]) -> SearchText {
    var text = SearchText()
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].path == rows[start].path { end += 1 }
      let file = rows[start..<end]
      let feedAuthor = file.first { $0.entry.byline == nil }?.author
      text.append(SearchText(file.lazy.map(\.entry), feedAuthor: feedAuthor))
      start = end
    }
    return text
  }

  private func states(of rows: [FeedRow]) -> EntryStates {
    var read = EntrySet(capacity: numberedCount)
    var starred = EntrySet(capacity: numberedCount)
    for row in rows {
      guard let number = row.searchNumber else { continue }
      if row.isRead { read.insert(number) }
      if row.isStarred { starred.insert(number) }
    }
    return EntryStates(read: read, starred: starred)
  }
}
