import FeedViewerFeeds

/// Entries of an archive in batches of a few megabytes, which workers read one after the other, several at a time.
nonisolated struct ArchiveBatches: Sendable {
  /// The most that a worker reads at once: what is decompressed for it begins up to 2 MB before.
  private static let size = 4 << 20
  private static let limit = 8_192
  private static let step = 64
  /// The most batches whose answers wait for one before them.
  private static let waitingLimit = 16

  let outline: FileOutline
  let entries: Range<Int>

  /// What is found in each batch, in the order of the entries. Releasing the stream ends the reading.
  ///
  /// - Parameters:
  ///   - body: Called on workers; returns nil if the reading has ended.
  ///   - willAnswer: Called with each answer in order, before a batch is read that begins later.
  /// - Complexity: O(length of the entries), read from the disk.
  func answers<Answer: Sendable>(
    _ body: @escaping @Sendable (Range<Int>) -> Answer?,
    willAnswer: @escaping @Sendable (inout Answer) -> Void = { _ in }
  ) -> AsyncStream<Answer> {
    AsyncStream { continuation in
      let task = Task.detached(executorPreference: PatientThreads.shared, priority: .userInitiated) {
        await run(continuation, body, willAnswer)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run<Answer: Sendable>(
    _ continuation: AsyncStream<Answer>.Continuation, _ body: @escaping @Sendable (Range<Int>) -> Answer?,
    _ willAnswer: @Sendable (inout Answer) -> Void
  ) async {
    await withTaskGroup(of: (number: Int, answer: Answer?).self) { group in
      var waiting: [Int: Answer] = [:]
      var (next, begun, ended, running) = (entries.lowerBound, 0, 0, 0)
      while !Task.isCancelled {
        while running < FeedReader.fastestThreadCount, begun - ended < Self.waitingLimit,
          next < entries.upperBound
        {
          let (number, range) = (begun, next..<end(ofBatchFrom: next))
          group.addTask { (number, body(range)) }
          next = range.upperBound
          begun += 1
          running += 1
        }
        guard let found = await group.next() else { return }
        running -= 1
        waiting[found.number] = found.answer
        while var answer = waiting.removeValue(forKey: ended) {
          willAnswer(&answer)
          continuation.yield(answer)
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
      end = min(end + Self.step, entries.upperBound)
      guard end < entries.upperBound, let start, let next = outline.structure.place(ofEntry: end)?.offset,
        next - start < Self.size
      else { break }
    } while end - first < Self.limit
    return end
  }
}
