import FeedViewerBase
import FeedViewerFeeds
import FeedViewerSearch
import GtkInterop

/// What a search finds in the library's archives, file by file and in the order of their entries.
final class ArchiveSearches {
  /// The most rows of a file.
  static let rowLimit = 20_000
  /// How long what was found waits for more before it is shown, after the first entries.
  private static let interval = Duration.milliseconds(250)
  /// Shorter searches have no progress.
  private static let patience = Duration.seconds(1)

  /// The search of one file.
  private struct Search {
    let query: SearchQuery
    let outline: FileOutline
    let entries: Range<Int>
    /// The end of the entries that were looked at.
    var end: Int
    var rows: [FeedRow] = []
    var count = 0
    var task: Task<Void, Never>?
  }

  /// Called when more was found, or a search has ended.
  var onChange: () -> Void = {}
  private let library: FeedLibrary
  private var searches: [FilePath: Search] = [:]
  /// Whether files are not searched yet, because their entries are being counted.
  private var awaitsFiles = false
  private var lastChange: ContinuousClock.Instant?
  /// When the last search of a file was begun.
  private var begun: ContinuousClock.Instant?

  init(_ library: FeedLibrary) { self.library = library }

  /// The rows that were found, by file.
  var rows: [FilePath: [FeedRow]] { searches.mapValues(\.rows) }
  /// The number of entries that were found.
  var count: Int { searches.values.reduce(0) { $0 + $1.count } }
  /// Whether more was found than there are rows.
  var hasMore: Bool { searches.values.contains { $0.count > $0.rows.count } }
  /// Whether a file is being searched, or will be.
  var isBusy: Bool { awaitsFiles || searches.values.contains { $0.task != nil } }

  /// How many entries were looked at, and how many will be, if that takes long; nil at rest.
  var progress: (done: Int, all: Int)? {
    guard let begun, .now - begun >= Self.patience, searches.values.contains(where: { $0.task != nil }) else {
      return nil
    }
    return (
      searches.values.reduce(0) { $0 + $1.end - $1.entries.lowerBound },
      searches.values.reduce(0) { $0 + $1.entries.count }
    )
  }

  /// Searches all archives. Those that were searched for the same, and are as they were, are not searched again.
  ///
  /// - Returns: Whether other files are searched than before.
  @discardableResult
  func search(_ query: SearchQuery) -> Bool {
    awaitsFiles = false
    var hasChanged = false
    var old = searches
    searches = [:]
    for file in library.files {
      if library.isReplaced(file.path) {
        searches[file.path] = old.removeValue(forKey: file.path)
        continue
      }
      guard library.isArchive(file.path) else { continue }
      guard let (outline, entries) = library.archiveEntries(of: file.path) else {
        awaitsFiles = true
        continue
      }
      if let known = old[file.path], known.query == query, known.outline === outline, known.entries == entries
      {
        searches[file.path] = old.removeValue(forKey: file.path)
      } else {
        hasChanged = true
        begin(file.path, Search(query: query, outline: outline, entries: entries, end: entries.lowerBound))
      }
    }
    for search in old.values { search.task?.cancel() }
    return hasChanged || !old.isEmpty
  }

  /// Ends all searches.
  func end() {
    if !searches.isEmpty { HeapMemory.trimLater() }
    for search in searches.values { search.task?.cancel() }
    searches = [:]
    awaitsFiles = false
  }

  private func begin(_ path: FilePath, _ new: Search) {
    begun = .now
    var new = new
    let batches = ArchiveSearch(
      outline: new.outline, query: new.query, marks: library.marks(ofFile: path), entries: new.entries,
      rowLimit: Self.rowLimit
    ).batches
    new.task = Task { [weak self, outline = new.outline] in
      for await batch in batches {
        guard !Task.isCancelled, let self else { return }
        self.take(batch, of: path, outline)
      }
      guard !Task.isCancelled, let self else { return }
      self.searches[path]?.task = nil
      self.changed()
      HeapMemory.trimLater()
    }
    searches[path] = new
  }

  private func take(_ batch: ArchiveSearch.Batch, of path: FilePath, _ outline: FileOutline) {
    // A file that has changed is searched again.
    guard var search = searches[path], library.archiveEntries(of: path)?.outline === outline else { return }
    let isFirst = search.count == 0 && batch.count > 0
    library.showMarks(of: batch.rows, inFile: path)
    search.rows += batch.rows
    search.count += batch.count
    search.end = batch.end
    searches[path] = search
    library.noteRepairs(batch.repairs, by: outline, of: path)
    if isFirst || lastChange.map({ .now - $0 >= Self.interval }) ?? true { changed() }
  }

  private func changed() {
    lastChange = .now
    onChange()
  }
}
