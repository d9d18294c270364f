import FeedViewerBase

/// Where the entries of a feed file are: found in a fraction of the time that reading them takes.
///
/// The entries are those that `FeedReader` reads from the file, in the same order; each is read when it is needed. What
/// depends on other entries, such as keys and sections, is not known.
public struct FeedStructure: Sendable {
  /// What is known of the feed: it has no entries, and of its repairs only those that were made while its structure was
  /// found.
  public let feed: Feed
  /// Where the entries can be read.
  public let text: FeedText
  let index: EntryIndex
  /// Repairs that were made while the structure was found, and whose lines are not known.
  public var unplacedRepairs: [FoundRepair] = []
  /// Entries that can't be read alone, by their numbers, without keys.
  var keptEntries: [Int: FeedEntry] = [:]
  /// The state of the file; nil if there is no file.
  public internal(set) var status: FileStatus?
  /// Where the scan goes on if the file grows; nil if it must be scanned as a whole.
  var growth: GrowthMark?
  /// The number of entries, from the first one on, that were taken from an earlier state of the file.
  public internal(set) var continuedCount = 0
  /// The number of bytes in which entries were looked for.
  package internal(set) var scannedSize = 0

  /// Whether there are entries that can only be read with all before them.
  public var needsReading: Bool { index.unreadableCount > keptEntries.count }

  /// The number of entries in the file.
  public var entryCount: Int { index.count }

  /// Those entries of which nothing but a guess of their number is known, so that they can't be read; empty if all entries were
  /// counted.
  public var unknownEntries: Range<Int> { index.unknown }

  /// Compares the entries of a file that were counted with what was guessed.
  ///
  /// - Returns: By how many there are more than were guessed, in the middle and at the end; nil if what was found at the
  ///   end were no entries.
  /// - Complexity: O(`entryCount` / 64).
  public func surplus(to estimate: FeedStructure) -> (middle: Int, end: Int)? {
    let first = estimate.index.unknown.upperBound
    guard first < estimate.entryCount, let place = estimate.place(ofEntry: first),
      let found = index.number(ofEntryAt: place.offset)
    else { return nil }
    return (found - first, entryCount - found - (estimate.entryCount - first))
  }

  /// Compares a file with what it was before: how many of the first entries, and of those after them how many of the last
  /// ones, have the same lengths, and thus most probably are the same.
  ///
  /// - Complexity: O(`entryCount`).
  public func commonEntries(with other: FeedStructure) -> (first: Int, last: Int) {
    index.commonLengths(with: other.index)
  }

  /// Whether the entries of a state that the file had before are the first ones of this structure, as far as the system
  /// tells: the file was not written to since, or has become longer.
  public func holdsEntries(of earlier: FileStatus) -> Bool {
    guard let status else { return false }
    return status == earlier || status.identity == earlier.identity && status.size > earlier.size
  }

  /// What is taken from the state that a file had before it grew.
  struct Grown {
    let index: EntryIndex
    let keptEntries: [Int: FeedEntry]
    let mark: GrowthMark
    let file: OpenedFile
  }

  /// What a later state of the file goes on from, if it has only grown.
  ///
  /// - Parameter status: The later state.
  func grown(to status: FileStatus?) -> Grown? {
    guard let earlier = self.status, let status, status.identity == earlier.identity,
      status.size > earlier.size,
      let growth, let file = text.file, growth.isVerified(in: text)
    else { return nil }
    return Grown(index: index, keptEntries: keptEntries, mark: growth, file: file)
  }

  /// Whether entries with the same bytes are the same in both states of a file: what is around them does not differ.
  public func hasContext(of other: FeedStructure) -> Bool {
    guard let own = index.onlyContext, let others = other.index.onlyContext, feed.format == other.feed.format
    else { return false }
    return own === others || own.isSame(as: others)
  }

  /// Where an entry is.
  ///
  /// - Parameter ordinal: The index of the entry in the file.
  /// - Returns: Nil if the entry can't be read alone, such as one after whose beginning the file ends.
  /// - Complexity: O(log(`entryCount`)).
  public func place(ofEntry ordinal: Int) -> EntryPlace? { index.place(of: ordinal) }

  /// Reads consecutive entries one after the other, and repairs them if need be. Their keys are those that they have unless
  /// entries before them ask for the same ones.
  ///
  /// - Parameters:
  ///   - ordinals: The indices of the entries in the file.
  ///   - body: Takes the number of each entry, and the entry; nil if it can only be read with all before it, or if the file has
  ///     changed. Then its repairs, and where it can be read again, which is nil if it had to be repaired.
  /// - Complexity: O(length of the entries), read from the disk.
  public func forEachEntry(
    in ordinals: Range<Int>,
    _ body: (_ ordinal: Int, _ entry: FeedEntry?, _ repairs: [FoundRepair], _ place: () -> EntryPlace?) ->
      Void
  ) {
    DrawingThread.mustNotWait()
    forEachRun(in: ordinals) { run, ranges, context in
      guard let context else {
        for ordinal in run { body(ordinal, keptEntries[ordinal].map(Self.withKey), []) { nil } }
        return
      }
      // The context is shared by all entries, so that retaining it for each would let processors wait for each other.
      func place(_ index: Int) -> EntryPlace {
        EntryPlace(offset: ranges[index].lowerBound, count: ranges[index].count, context: context)
      }
      if var read = text.entries(at: ranges, context) {
        for index in ranges.indices {
          read.entries[index].keyNumber = 1
          let repairs =
            read.omissions.isEmpty ? [] : read.omissions.filter { $0.start == ranges[index].lowerBound }
          body(run.lowerBound + index, read.entries[index], repairs) { place(index) }
        }
        return
      }
      for index in ranges.indices {
        if ranges.count > 1, let read = text.entries(at: [ranges[index]], context) {
          body(run.lowerBound + index, Self.withKey(read.entries[0]), read.omissions) { place(index) }
        } else {
          let read = text.repairedEntry(at: place(index))
          body(run.lowerBound + index, read.map { Self.withKey($0.entry) }, read?.repairs ?? []) { nil }
        }
      }
    }
  }

  /// Reads consecutive entries as `forEachEntry` does.
  ///
  /// - Returns: An element for each entry.
  public func entries(_ ordinals: Range<Int>) -> [LoneEntry?] {
    var result: [LoneEntry?] = []
    result.reserveCapacity(ordinals.count)
    forEachEntry(in: ordinals) { _, entry, repairs, place in
      result.append(entry.map { LoneEntry(entry: $0, place: place(), repairs: repairs) })
    }
    return result
  }

  /// Passes consecutive entries that are read in one go to `body`: their numbers, and their ranges and their context, if they can
  /// be read alone.
  private func forEachRun(
    in ordinals: Range<Int>, _ body: (Range<Int>, [Range<Int>], (any EntryContext)?) -> Void
  ) {
    let unknown = ordinals.clamped(to: index.unknown)
    guard !unknown.isEmpty else { return index.forEachRun(in: ordinals, body) }
    index.forEachRun(in: ordinals.lowerBound..<unknown.lowerBound, body)
    body(unknown, [], nil)
    index.forEachRun(in: unknown.upperBound..<ordinals.upperBound, body)
  }

  private static func withKey(_ entry: FeedEntry) -> FeedEntry {
    var entry = entry
    entry.keyNumber = 1
    return entry
  }

  /// The places of repairs in the file.
  ///
  /// - Returns: Without those whose places can't be read.
  /// - Complexity: O(size of the file before the last one), read from the disk; less if places near it were found before.
  public func warnings(_ repairs: [FoundRepair]) -> [FeedWarning] {
    repairs.sorted { $0.start < $1.start }.compactMap { repair in
      text.place(of: repair.start).map(repair.placed(at:))
    }
  }

  /// Reads an entry, without its key, and repairs it if need be.
  ///
  /// - Parameter ordinal: The index of the entry in the file.
  /// - Returns: Nil if the entry can't be read alone, or if the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  public func entry(_ ordinal: Int) -> FeedEntry? {
    index.place(of: ordinal).flatMap { text.repairedEntry(at: $0)?.entry }
  }
}
