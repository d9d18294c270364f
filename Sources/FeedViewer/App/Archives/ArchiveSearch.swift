import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerSearch
import Synchronization

/// A search of entries of which only those were read that the list shows. All of them are read for it, on workers, but only
/// what is found is kept.
nonisolated struct ArchiveSearch: Sendable {
  /// What was found of consecutive entries.
  struct Batch: Sendable {
    /// The rows of entries that were found, without marks; none if there are rows enough.
    var rows: [FeedRow] = []
    /// What was repaired of those entries.
    var repairs: [FoundRepair] = []
    /// The number of entries that were found.
    var count = 0
    /// The end of the entries that were looked at so far.
    var end: Int
  }

  let outline: FileOutline
  let query: SearchQuery
  /// What the reader did with the feed's entries. Those that were removed are not found.
  let marks: FeedMarks
  /// The entries to look at.
  let entries: Range<Int>
  /// After so many entries no more rows are made.
  let rowLimit: Int

  /// What is found, in the order of the entries. Releasing the stream ends the search.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  var batches: AsyncStream<Batch> {
    let rowCount = RowCount()
    return ArchiveBatches(outline: outline, entries: entries).answers(
      { search($0, makesRows: rowCount.number.load(ordering: .relaxed) < rowLimit) },
      willAnswer: { batch in
        let known = rowCount.number.load(ordering: .relaxed)
        batch.rows.removeLast(max(0, known + batch.rows.count - rowLimit))
        rowCount.number.store(known + batch.rows.count, ordering: .relaxed)
      })
  }

  /// How many rows were made so far.
  private final class RowCount: Sendable { let number = Atomic(0) }

  /// - Returns: Nil if the search has ended.
  private func search(_ ordinals: Range<Int>, makesRows: Bool) -> Batch? {
    var read = outline.structure.entries(ordinals)
    let known = read.indices.filter { index in
      read[index].map { !marks.marks(of: $0.entry, twinsAreKnown: false).contains(.removed) } ?? false
    }
    let text = SearchText(known.lazy.compactMap { read[$0]?.entry }, feedAuthor: outline.feed.author)
    let states = query.usesStates ? states(of: known.compactMap { read[$0]?.entry }) : EntryStates()
    guard let result = text.search(query, states: states, isCancelled: { Task.isCancelled }) else {
      return nil
    }
    var batch = Batch(count: result.matches.count, end: ordinals.upperBound)
    guard makesRows, batch.count > 0 else { return batch }
    let found = Set(known.indices.lazy.filter(result.matches.contains).map { known[$0] })
    for index in read.indices where !found.contains(index) { read[index] = nil }
    batch.rows = outline.rows(of: read, from: ordinals.lowerBound)
    batch.repairs = read.flatMap { $0?.repairs ?? [] }
    return batch
  }

  private func states(of entries: [FeedEntry]) -> EntryStates {
    var states = EntryStates(
      read: EntrySet(capacity: entries.count), starred: EntrySet(capacity: entries.count))
    for (number, entry) in entries.enumerated() {
      let marks = marks.marks(of: entry, twinsAreKnown: false)
      if marks.contains(.read) { states.read.insert(number) }
      if marks.contains(.starred) { states.starred.insert(number) }
    }
    return states
  }
}
