import Feeds
import ReadingState
import Search

/// A search of entries of which only those were read that the list shows. All of them are read for it, on workers, but only
/// what is found is kept.
nonisolated struct HeldSearch: Sendable {
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

  /// The most that a worker reads at once: what is decompressed for it begins up to 2 MB before.
  private static let batchSize = 4 << 20
  private static let batchLimit = 8_192
  private static let batchStep = 64
  /// The most batches whose answers wait for one before them.
  private static let waitingLimit = 16

  let outline: FileOutline
  let query: SearchQuery
  /// What the reader did with the feed's entries, for queries about that.
  let marks: FeedMarks
  /// The entries to look at.
  let entries: Range<Int>
  /// After so many entries no more rows are made.
  let rowLimit: Int

  /// What is found, in the order of the entries. Releasing the stream ends the search.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  var batches: AsyncStream<Batch> {
    AsyncStream { continuation in
      let task = Task.detached(executorPreference: PatientThreads.shared, priority: .userInitiated) {
        await run(continuation)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run(_ continuation: AsyncStream<Batch>.Continuation) async {
    await withTaskGroup(of: (number: Int, batch: Batch?).self) { group in
      var waiting: [Int: Batch] = [:]
      var (next, begun, ended, running) = (entries.lowerBound, 0, 0, 0)
      var rowCount = 0
      while !Task.isCancelled {
        while running < FeedReader.fastestThreadCount, begun - ended < Self.waitingLimit,
          next < entries.upperBound
        {
          let (number, range, makesRows) = (begun, next..<end(ofBatchFrom: next), rowCount < rowLimit)
          group.addTask { (number, search(range, makesRows: makesRows)) }
          next = range.upperBound
          begun += 1
          running += 1
        }
        guard let answer = await group.next() else { return }
        running -= 1
        waiting[answer.number] = answer.batch
        while var batch = waiting.removeValue(forKey: ended) {
          batch.rows.removeLast(max(0, rowCount + batch.rows.count - rowLimit))
          rowCount += batch.rows.count
          continuation.yield(batch)
          ended += 1
        }
      }
    }
  }

  /// The end of the entries that are read together.
  private func end(ofBatchFrom first: Int) -> Int {
    let start = outline.structure.place(ofEntry: first)?.offset
    var end = first
    repeat {
      end = min(end + Self.batchStep, entries.upperBound)
      guard end < entries.upperBound, let start, let next = outline.structure.place(ofEntry: end)?.offset,
        next - start < Self.batchSize
      else { break }
    } while end - first < Self.batchLimit
    return end
  }

  /// - Returns: Nil if the search has ended.
  private func search(_ ordinals: Range<Int>, makesRows: Bool) -> Batch? {
    var read = outline.structure.entries(ordinals)
    let known = read.indices.filter { read[$0] != nil }
    let text = SearchText(known.lazy.compactMap { read[$0]?.entry }, feedAuthor: outline.feed.author)
    let states = query.usesStates ? states(of: known.compactMap { read[$0]?.entry.key }) : EntryStates()
    guard let result = text.search(query, states: states, isCancelled: { Task.isCancelled }) else {
      return nil
    }
    var batch = Batch(count: result.matches.count, end: ordinals.upperBound)
    guard makesRows, batch.count > 0 else { return batch }
    for (number, index) in known.enumerated() where !result.matches.contains(number) { read[index] = nil }
    batch.rows = outline.rows(of: read, from: ordinals.lowerBound)
    batch.repairs = read.flatMap { $0?.repairs ?? [] }
    return batch
  }

  private func states(of keys: [String]) -> EntryStates {
    var states = EntryStates(read: EntrySet(capacity: keys.count), starred: EntrySet(capacity: keys.count))
    for (number, key) in keys.enumerated() {
      let marks = marks.marks(of: key)
      if marks.contains(.read) { states.read.insert(number) }
      if marks.contains(.starred) { states.starred.insert(number) }
    }
    return states
  }
}
