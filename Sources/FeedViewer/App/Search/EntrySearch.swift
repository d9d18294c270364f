import Feeds
import Search

/// A search of the entries that goes on while the reader types and while files are read.
final class EntrySearch {
  /// Called when the answer to the query is shown, or the search has ended.
  var onChange: () -> Void = {}
  /// What is searched for; nil without a search.
  private(set) var query: SearchQuery?
  /// The number of entries that were found; nil while the first answer is looked for, and without a search.
  private(set) var foundCount: Int?
  /// Whether an answer is looked for.
  var isBusy: Bool { searching != nil }
  /// Distinguishes the contents that rows show for different queries.
  private(set) var generation: UInt64 = 0
  private let entries: ShownEntries
  private let index = SearchIndex()
  private var searching: Task<Void, Never>?
  private var isOutdated = false

  init(_ entries: ShownEntries) { self.entries = entries }

  /// Searches for a text as typed; an empty query ends the search.
  func search(_ text: String) {
    let new = SearchQuery(text)
    guard !new.isEmpty else { return end() }
    guard new != query else { return }
    query = new
    run()
  }

  /// Ends the search: all entries are shown again.
  func end() {
    guard query != nil else { return }
    query = nil
    foundCount = nil
    searching?.cancel()
    searching = nil
    isOutdated = false
    generation += 1
    entries.find(nil)
    onChange()
  }

  /// Searches again after rows have come.
  func rowsChanged() {
    guard query != nil else { return }
    if searching == nil { run() } else { isOutdated = true }
  }

  private func run() {
    searching?.cancel()
    isOutdated = false
    guard let query else { return }
    let rows = entries.library.sections.flatMap(\.rows)
    searching = Task { [weak self, index] in
      let result = await index.search(query, in: rows)
      guard !Task.isCancelled, let self, let result else { return }
      self.searching = nil
      self.show(result, rows)
      if self.isOutdated { self.run() }
    }
  }

  private func show(_ result: SearchResult, _ rows: [FeedRow]) {
    let matches = result.matches
    generation += 1
    foundCount = rows.count { $0.searchNumber.map(matches.contains) ?? false }
    entries.find(.init(generation: generation) { row in row.searchNumber.map(matches.contains) ?? false })
    onChange()
  }
}
