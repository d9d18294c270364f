import FeedViewerBase
import FeedViewerFeeds
import Synchronization

/// What is kept of a file that was read, so that a later state of it is compared with this one instead of being read: its
/// rows, the places of its entries and their fingerprints, which are found after the rows are shown.
nonisolated final class LoadedFile: Sendable {
  /// What a later state is compared with.
  struct Known {
    var structure: FeedStructure
    /// The number of the first entries, of which this is the state in which the rows were made.
    var count: Int
    /// Nil until they are computed.
    var fingerprints: EntryFingerprints?
  }

  /// How long a file that keeps growing must rest.
  private static let restTime = Duration.seconds(5)

  /// All rows of the file, or the first ones of an archive.
  let rows: RowRuns
  let heading: FeedHeading
  /// Whether only those entries were read that the list shows.
  let isArchive: Bool
  /// The number of entries that were read for this state; the others are those of an earlier one.
  let readCount: Int
  /// How many states of the file were compared before.
  let number: Int
  private let storedKnown = Mutex<Known?>(nil)

  init(rows: RowRuns, heading: FeedHeading, isArchive: Bool, readCount: Int, number: Int = 0) {
    self.number = number
    self.rows = rows
    self.heading = heading
    self.isArchive = isArchive
    self.readCount = readCount
  }

  /// What a later state is compared with; nil if it must be read.
  var known: Known? { storedKnown.withLock { $0 } }

  /// Takes the places of the entries of a state that was compared with an earlier one.
  ///
  /// - Parameters:
  ///   - fingerprints: Those of the entries; nil if they are to be computed.
  ///   - earlier: The fingerprints of the state that the structure continues.
  func prepare(_ structure: FeedStructure, _ fingerprints: EntryFingerprints?, earlier: EntryFingerprints?) {
    let known = Known(
      structure: structure, count: isArchive ? structure.entryCount : rows.count, fingerprints: fingerprints)
    storedKnown.withLock { $0 = known }
    // All of a file that keeps growing is looked at when it rests.
    let waits = structure.continuedCount > 0 && earlier == nil
    if fingerprints == nil { computeFingerprints(structure, earlier, after: waits ? Self.restTime : .zero) }
  }

  /// Takes the places of the entries of a state that was read.
  ///
  /// - Parameters:
  ///   - structure: Where the entries are; nil if that is not known.
  ///   - before: The state of the file before it was read.
  /// - Returns: Whether a later state can be compared with this one: what was read may be another one.
  func prepare(_ structure: FeedStructure?, readAfter before: FileStatus?) -> Bool {
    guard let structure, let before, structure.holdsEntries(of: before), let count = count(in: structure)
    else {
      return false
    }
    storedKnown.withLock { $0 = Known(structure: structure, count: count) }
    computeFingerprints(structure, nil, after: .zero)
    return true
  }

  /// Computes fingerprints on a thread of its own, unless nothing refers to this file any more.
  private func computeFingerprints(
    _ structure: FeedStructure, _ earlier: EntryFingerprints?, after time: Duration
  ) {
    Task.detached(executorPreference: PatientThreads.shared, priority: .utility) { [weak self] in
      if time > .zero { try? await Task.sleep(for: time) }
      guard self != nil else { return }
      let found = structure.fingerprints(known: earlier) { self != nil }
      self?.storedKnown.withLock { $0?.fingerprints = found }
    }
  }

  /// The number of the first entries that are where they were read; nil if what follows the rows of an archive is not known.
  private func count(in structure: FeedStructure) -> Int? {
    // A file that is cut off ends with an entry that may have become longer.
    let limit = min(rows.count - (heading.isCutOff ? 1 : 0), structure.entryCount)
    let count =
      (0..<max(0, limit)).first { number in
        guard let place = rows[number].page.place(rows[number].index) else { return false }
        let found = structure.place(ofEntry: number)
        return found?.offset != place.offset || found?.count != place.count
      } ?? max(0, limit)
    if isArchive { return count == rows.count ? structure.entryCount : nil }
    return count
  }
}
