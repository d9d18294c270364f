import Feeds
import ReadingState

/// Marks entries of held files as read, most of which have no rows: their keys are read by workers.
final class HeldMarking {
  /// Entries of a file that are to be marked.
  struct Part {
    let outline: FileOutline
    let entries: Range<Int>
    /// Whether one of them is to be marked.
    let isWanted: @Sendable (Int) -> Bool
  }

  /// The keys of consecutive entries that were not read.
  private struct Batch: Sendable {
    let keys: [EntryKey]
    let count: Int
  }

  /// The entries that were marked, by feed.
  private(set) var marked: [FeedKey: [EntryKey]] = [:]
  /// How many entries were looked at, and how many will be.
  private(set) var progress = (done: 0, all: 0)
  private let library: FeedLibrary
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - didMark: Called when some were marked.
  ///   - then: Called when all were, or their files were closed or have changed.
  init(
    _ parts: [Part], in library: FeedLibrary, didMark: @escaping () -> Void,
    then: @escaping (HeldMarking) -> Void
  ) {
    self.library = library
    progress.all = parts.reduce(0) { $0 + $1.entries.count }
    task = Task {
      for part in parts {
        let path = part.outline.awaitedRow.path
        let feed = FeedKey(library.feedKeys[path] ?? path)
        for await batch in Self.unread(part, library.state.marks(of: feed)) {
          guard library.outlinedEntries(of: path)?.outline === part.outline else { break }
          library.state.setRead(true, batch.keys, of: feed)
          self.marked[feed, default: []] += batch.keys
          self.progress.done += batch.count
          didMark()
        }
        library.marksChanged(of: feed)
      }
      then(self)
      self.task = nil
    }
  }

  private static func unread(_ part: Part, _ marks: FeedMarks) -> AsyncStream<Batch> {
    HeldBatches(outline: part.outline, entries: part.entries).answers { range in
      if Task.isCancelled { return nil }
      let entries = part.outline.structure.entries(range)
      let keys = zip(range, entries).compactMap { ordinal, entry -> EntryKey? in
        guard let entry, part.isWanted(ordinal) else { return nil }
        let key = EntryKey(entry.entry.key)
        return marks.isRead(key) ? nil : key
      }
      return Batch(keys: keys, count: range.count)
    }
  }
}
