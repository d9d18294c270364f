import FeedViewerBase
import FeedViewerFeeds
import FeedViewerSearch
import PangoText

/// A search of the entries that goes on while the reader types and while files are read.
final class EntrySearch {
  weak var follower: (any WindowEventFollower)?
  /// What is searched for; nil without a search.
  private(set) var query: SearchQuery?
  /// What was typed.
  private(set) var text = ""
  /// What was not understood of the text that was typed, even if nothing is left to search for.
  private(set) var notes: [SearchNote] = []
  /// The number of entries that were found so far; nil while the first answer is looked for, and without a search.
  var foundCount: Int? { found.map { $0.count + archives.count } }
  /// How many of the found entries the list does not show, because of its filter or because it shows one feed alone; 0 as long
  /// as that is not known.
  var hiddenCount: Int {
    guard let foundCount, entries.isArranged, !entries.isBusy, !archives.hasMore,
      entries.arrangement.isFiltering || entries.arrangement.scope != .all
    else { return 0 }
    return max(0, foundCount - entries.sections.reduce(0) { $0 + $1.rows.count })
  }
  /// How many of them are in other feeds than the one that is shown.
  ///
  /// - Complexity: O(rows of that feed) with a filter, else O(sections).
  var othersCount: Int {
    let scope = entries.arrangement.scope
    guard scope.feeds != .all else { return 0 }
    let hidden = hiddenCount
    guard hidden > 0, entries.arrangement.filter != .all else { return hidden }
    return max(0, (foundCount ?? 0) - foundCount(in: scope.feeds))
  }
  /// How many of the found entries are in some feeds.
  ///
  /// - Complexity: O(rows of these feeds), O(1) for all.
  func foundCount(in feeds: Scope.Feeds) -> Int {
    let library = entries.library
    guard feeds != .all, let found, let own = library.files(of: feeds) else { return foundCount ?? 0 }
    return library.sections.reduce(own.reduce(0) { $0 + (archives.rows[$1]?.count ?? 0) }) { count, section in
      guard let path = section.path, own.contains(path), !section.isOfOutlines else { return count }
      return count + section.rows.known.count(where: found.contains)
    }
  }
  /// Whether an answer is looked for.
  var isBusy: Bool { searching != nil || archives.isBusy }
  /// What was found among the rows that are known.
  private var found: FoundEntries?
  /// What is found in files that are read only where the list shows them.
  let archives: ArchiveSearches
  /// What the list shows.
  private var shownQuery: SearchQuery?
  /// What rows show of the texts in which something was found.
  let passages = SearchPassages()
  /// The passages of the rows that the answer to the query shows first.
  private var firstPassages: SearchPassages.Passages = [:]
  /// About how many rows are on the first two screens.
  private nonisolated static let firstCount = 32
  private let entries: ShownEntries
  private let index = SearchIndex()
  private var searching: Task<Void, Never>?
  private var isOutdated = false
  /// All rows of the library while it is searched; nil until they are needed.
  private var rows: [FeedRow]?
  /// Changes with the rows of the library.
  private(set) var rowsVersion = 0

  init(_ entries: ShownEntries) {
    // The list asks for passages, heights and identities of rows while a search goes on, and must not wait for the disk.
    DrawingThread.begin()
    self.entries = entries
    archives = ArchiveSearches(entries.library)
    entries.search = self
    archives.onChange = { [weak self] in
      // What is found meanwhile is shown with what comes next.
      if let self, !self.entries.isArranging || !self.archives.isBusy { self.show() }
    }
  }

  /// Folds the texts of all rows ahead of a search, on workers: while the reader types the first letter. Earlier, texts
  /// would take memory that most readers never need.
  func prepare() {
    let (sections, version) = (entries.library.sections, rowsVersion)
    Task { [weak self] in
      let rows = await Self.rows(of: sections)
      guard let self, version == self.rowsVersion else { return }
      self.index.prepare(rows, version: version)
    }
  }

  /// Searches for a text as typed; an empty query ends the search.
  func search(_ text: String) {
    self.text = text
    let new = SearchQuery(text)
    notes = new.notes
    guard !new.isEmpty else { return showAll() }
    guard new != query else { return }
    query = new
    run()
  }

  /// Ends the search: all entries are shown again.
  func end() {
    notes = []
    showAll()
  }

  private func showAll() {
    guard query != nil else { return }
    query = nil
    shownQuery = nil
    found = nil
    archives.end()
    rows = nil
    searching?.cancel()
    searching = nil
    isOutdated = false
    passages.show(nil)
    entries.find(nil)
    follower?.follow(.searchChanged)
  }

  /// Searches again after rows have come.
  func rowsChanged() {
    rows = nil
    rowsVersion += 1
    guard query != nil else { return }
    if searching == nil { run() } else { isOutdated = true }
  }

  /// Searches files that are read only where the list shows them as soon as their entries are counted.
  func filesChanged() {
    guard let query, found != nil, archives.search(query) else { return }
    show()
  }

  private func run() {
    searching?.cancel()
    isOutdated = false
    guard let query else { return }
    let (known, sections) = (rows, entries.library.sections)
    searching = Task { [weak self, index, rowsVersion] in
      var rows = known ?? []
      if known == nil { rows = await Self.rows(of: sections) }
      guard !Task.isCancelled else { return }
      if self?.rowsVersion == rowsVersion { self?.rows = rows }
      let found = await index.search(query, in: rows, version: rowsVersion)
      guard !Task.isCancelled, let found, let shown = self?.entries.sections else { return }
      let passages = await Self.firstPassages(of: query, in: shown, found)
      guard !Task.isCancelled, let self else { return }
      self.firstPassages = passages
      self.searching = nil
      self.found = found
      self.archives.search(query)
      self.show()
      if self.isOutdated { self.run() }
    }
  }

  @concurrent
  private nonisolated static func rows(of sections: [LibrarySection]) async -> [FeedRow] {
    // Outlines are no entries.
    sections.flatMap { $0.isOfOutlines ? [] : Array($0.rows.known) }
  }

  /// The passages of the first rows that are shown and were found: most queries narrow the one before, and the rows on screen then
  /// show what was found in them at once.
  @concurrent
  private nonisolated static func firstPassages(
    of query: SearchQuery, in sections: [LibrarySection], _ found: FoundEntries
  ) async -> SearchPassages.Passages {
    let rows = sections.lazy.flatMap(\.rows.known).filter(found.contains).prefix(firstCount)
    return await SearchPassages.passages(of: Array(rows), query)
  }

  /// Shows what was found so far.
  private func show() {
    guard var found else { return }
    let isNew = shownQuery != query
    if isNew { passages.show(query, first: firstPassages) }
    firstPassages = [:]
    shownQuery = query
    found.inArchives = archives.rows
    entries.find(found, isNew: isNew)
    follower?.follow(.searchChanged)
  }
}
