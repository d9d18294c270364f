import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState

/// Sets or removes a mark of entries of archives, most of which have no rows: their keys are read by workers.
final class ArchiveMarking {
  /// Entries of a file that are to be marked.
  struct Part {
    let outline: FileOutline
    let entries: Range<Int>
    /// Only entries that have these marks are to be marked.
    var required: EntryMarks = []
    /// Only entries of this day are to be marked; nil for any.
    var day: Today?
    /// Whether one of them is to be marked.
    let isWanted: @Sendable (Int) -> Bool
  }

  /// The keys of consecutive entries that were not read.
  struct Batch: Sendable {
    let keys: [EntryKey]
    /// The keys that earlier versions of the program gave them; empty if the feed has no marks of theirs.
    let earlier: [String]
    let count: Int
    /// How many of them are marked as read then, without those that were removed.
    let readCount: Int
  }

  /// The entries that were marked, by feed.
  private(set) var marked: [FeedKey: [EntryKey]] = [:]
  /// How many entries were looked at, and how many will be.
  private(set) var progress = (done: 0, all: 0)
  private let library: FeedLibrary
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - mark: One mark.
  ///   - isOn: Whether entries get it, or lose it.
  ///   - didMark: Called when some were marked.
  ///   - then: Called when all were, or their files were closed or have changed.
  init(
    _ parts: [Part], _ mark: EntryMarks, _ isOn: Bool, in library: FeedLibrary, didMark: @escaping () -> Void,
    then: @escaping (ArchiveMarking) -> Void
  ) {
    self.library = library
    progress.all = parts.reduce(0) { $0 + $1.entries.count }
    task = Task {
      for part in parts {
        let path = part.outline.placeholder.path
        let feed = FeedKey(library.feedKeys[path] ?? path.text)
        var (end, readCount) = (part.entries.lowerBound, 0)
        for await batch in Self.keys(part, library.state.marks(of: feed), mark, isOn) {
          guard library.listedEntries(of: path)?.outline === part.outline else { break }
          library.state.adopt(batch.earlier, by: batch.keys, of: feed)
          library.state.set(mark, isOn, batch.keys, of: feed, twinsAreKnown: false)
          self.marked[feed, default: []] += batch.keys
          self.progress.done += batch.count
          end += batch.count
          readCount += batch.readCount
          didMark()
        }
        if library.listedEntries(of: path)?.entries == part.entries, end == part.entries.upperBound {
          library.noteReadCount(of: part.outline, readCount)
        }
        library.marksChanged(of: feed)
      }
      then(self)
      self.task = nil
    }
  }

  /// The keys of the entries that do not have a mark, or have it.
  static func keys(
    _ part: Part, _ marks: FeedMarks, _ mark: EntryMarks, _ isOn: Bool
  ) -> AsyncStream<Batch> {
    ArchiveBatches(outline: part.outline, entries: part.entries).answers { range in
      if Task.isCancelled { return nil }
      var (keys, earlier, readCount): ([EntryKey], [String], Int) = ([], [], 0)
      part.outline.structure.forEachEntry(in: range) { ordinal, entry, _, _ in
        guard let entry else { return }
        let old = marks.marks(of: entry, twinsAreKnown: false)
        let isWanted =
          old.isSuperset(of: part.required) && part.day?.contains(entry.date) ?? true
          && part.isWanted(ordinal)
        let new = !isWanted ? old : isOn ? old.union(mark) : old.subtracting(mark)
        if new != old {
          keys.append(EntryKey(entry.identity))
          if marks.hasEarlierMarks { earlier.append(entry.key) }
        }
        if new.contains(.read), !new.contains(.removed) { readCount += 1 }
      }
      return Batch(keys: keys, earlier: earlier, count: range.count, readCount: readCount)
    }
  }
}
