import FeedViewerBase
import FeedViewerReadingState
import LayoutCore

/// Entries that the reader has removed: their rows are left out as soon as it is known that they have this mark. Files are never
/// changed.
extension FeedLibrary {
  /// The rows of removed entries that are in their sections still.
  ///
  /// - Complexity: O(n) for all rows of the library whose entries are known.
  var removedRows: [FeedRow] {
    var removed: [FeedRow] = []
    for section in sections { section.rows.forEachRead { if $1.isRemoved { removed.append($1) } } }
    return removed
  }

  /// Leaves out rows of removed entries, which may be known after they were shown.
  ///
  /// Those of archives that were not counted yet stay until they are (`canEditWaitingRows`).
  func leaveOutRemoved() { leaveOut(removedRows) }

  /// Leaves out those of some rows in their sections whose entries were removed.
  func leaveOut(_ rows: some Sequence<FeedRow>) {
    let removed = rows.filter(\.isRemoved)
    guard !removed.isEmpty else { return }
    deliverEdits()
    delete(removed)
  }

  /// Whether the reader has removed entries of the feed in an open file.
  ///
  /// - Complexity: O(marks of the feed).
  func hasRemovedEntries(_ path: FilePath) -> Bool { !marks(ofFile: path).removedEntries.isEmpty }

  /// Brings back all entries of feeds that the reader has removed.
  ///
  /// - Parameter paths: Open files.
  func restoreRemoved(of paths: [FilePath]) {
    let feeds = Set(paths.filter(hasRemovedEntries).map { FeedKey(feedKeys[$0] ?? $0.text) })
    for feed in feeds {
      state.setRemoved(false, state.marks(of: feed).removedEntries, of: feed, twinsAreKnown: false)
    }
    forgetMarksOfOthers()
    bringBack(feeds)
  }

  /// Reads the open files of feeds again, entries of which are not removed any more.
  func bringBack(_ feeds: Set<FeedKey>) {
    readAgain(files.map(\.path).filter { feeds.contains(FeedKey(feedKeys[$0] ?? $0.text)) })
  }

  /// Reads open files again, so that rows come back that were left out.
  func readAgain(_ paths: [FilePath]) {
    guard !paths.isEmpty else { return }
    start(paths)
    consumer?.apply(.files)
  }
}
