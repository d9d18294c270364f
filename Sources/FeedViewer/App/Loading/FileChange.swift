import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore

/// What has changed in a file since it was read.
nonisolated struct FileChange: Sendable {
  let structure: FeedStructure
  /// Nil if the file has only grown, so that they were not needed.
  let fingerprints: EntryFingerprints?
  /// The entries that were replaced, in order.
  private(set) var hunks: [EntryHunk]
  /// The entries before the change.
  let oldCount: Int

  /// Compares a file with the state in which it was read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - earlier: The state in which it was read.
  ///   - entryLimit: The most entries that are counted.
  ///   - goesOn: Asked now and then whether to go on.
  /// - Returns: Nil if the two can't be compared, so that the file must be read.
  init?(
    of path: FilePath, since earlier: LoadedFile, entryLimit: Int, goesOn: @escaping () -> Bool
  ) {
    guard let known = earlier.known else { return nil }
    let threads = FeedReader.fastestThreadCount
    let found = try? FeedReader.structure(
      contentsOf: path.text, keepsCopy: earlier.isArchive, threads: threads,
      entryLimit: entryLimit, after: known.structure
    ) { _, _ in goesOn() }
    guard let found, found.hasContext(of: known.structure) else { return nil }
    structure = found
    oldCount = earlier.isArchive ? known.structure.entryCount : earlier.rows.count
    if found.continuedCount > 0 {
      let same = min(found.continuedCount, known.count)
      let hunk = EntryHunk(old: same..<oldCount, new: same..<found.entryCount)
      hunks = hunk.old.isEmpty && hunk.new.isEmpty ? [] : [hunk]
      fingerprints = nil
      return
    }
    guard let old = known.fingerprints, let new = found.fingerprints(threads: threads, goesOn: goesOn) else {
      return nil
    }
    fingerprints = new
    var hunks = EntryFingerprints.difference(from: old, first: known.count, to: new)
    // Entries of which it is not known what they were.
    if known.count < oldCount {
      if hunks.last?.old.upperBound == known.count {
        hunks[hunks.count - 1].old = hunks[hunks.count - 1].old.lowerBound..<oldCount
      } else {
        hunks.append(EntryHunk(old: known.count..<oldCount, new: found.entryCount..<found.entryCount))
      }
    }
    self.hunks = hunks
  }

  /// The number that an entry has now; nil if it is not there any more.
  ///
  /// - Complexity: O(log k) for k hunks.
  func newOrdinal(of old: Int) -> Int? { hunks.newOrdinal(of: old) }

  /// The same change, in which entries that were read before and after it stay if they are the same: by fingerprints, a few
  /// entries between others that have changed count as changed.
  ///
  /// - Parameters:
  ///   - old: Rows that were read before, with the numbers that their entries had; in order.
  ///   - new: Rows that were read since, with the numbers that their entries have; in order.
  /// - Complexity: O(r log r + hunks) for r rows.
  func keeping(_ old: [(ordinal: Int, row: FeedRow)], as new: [(ordinal: Int, row: FeedRow)]) -> FileChange {
    var refined = self
    refined.hunks = hunks.flatMap { hunk -> [EntryHunk] in
      var (parts, rest) = ([EntryHunk](), hunk)
      for same in Self.commonEntries(of: old.numbered(hunk.old), and: new.numbered(hunk.new)) {
        parts.append(
          EntryHunk(old: rest.old.lowerBound..<same.old, new: rest.new.lowerBound..<same.new))
        rest = EntryHunk(
          old: same.old + 1..<hunk.old.upperBound, new: same.new + 1..<hunk.new.upperBound)
      }
      return (parts + [rest]).filter { !$0.old.isEmpty || !$0.new.isEmpty }
    }
    return refined
  }

  /// As many entries as possible that two lists have in the same order. Exact copies are paired in their order.
  private static func commonEntries(
    of old: ArraySlice<(ordinal: Int, row: FeedRow)>, and new: ArraySlice<(ordinal: Int, row: FeedRow)>
  ) -> [(old: Int, new: Int)] {
    struct Content: Hashable {
      let key: EntryKey
      let revision: UInt64

      init(of row: FeedRow) { (key, revision) = (row.stateKey, row.contentRevision) }
    }
    var places: [Content: [Int]] = [:]
    for (ordinal, row) in old.reversed() { places[Content(of: row), default: []].append(ordinal) }
    let pairs = new.compactMap { ordinal, row in
      places[Content(of: row)]?.popLast().map { (old: $0, new: ordinal) }
    }
    return longestIncreasingSubsequence(pairs.map(\.old)).map { pairs[$0] }
  }

  /// Consecutive entries that have not changed, with the numbers that they had and have; in order.
  var keptRuns: [(old: Range<Int>, new: Range<Int>)] {
    var (old, new) = (0, 0)
    let end = EntryHunk(
      old: oldCount..<oldCount, new: structure.entryCount..<structure.entryCount)
    return (hunks + [end]).map { hunk in
      defer { (old, new) = (hunk.old.upperBound, hunk.new.upperBound) }
      return (old..<hunk.old.lowerBound, new..<hunk.new.lowerBound)
    }
  }

  /// Makes rows read their entries where they are now.
  ///
  /// - Parameter rows: Rows of entries that stay, with the numbers that they have now.
  func move(_ rows: some Sequence<(row: FeedRow, ordinal: Int)>) {
    // In a file that has only grown, they are where they were.
    guard structure.continuedCount == 0 else {
      for (row, _) in rows { row.page.readLackingEntriesAgain() }
      return
    }
    // Rows of one page may have others between them, which came later.
    var pages: [ObjectIdentifier: (page: EntryPage, positions: [(ordinal: Int, place: EntryPlace?)?])] = [:]
    for (row, ordinal) in rows {
      let page = row.page
      pages[ObjectIdentifier(page), default: (page, Array(repeating: nil, count: page.count))]
        .positions[row.index] = (ordinal, structure.place(ofEntry: ordinal))
    }
    for (page, positions) in pages.values { page.move(to: structure.text, positions) }
  }
}

nonisolated extension [(ordinal: Int, row: FeedRow)] {
  /// The rows whose entries have numbers of a range; those of all rows ascend.
  fileprivate func numbered(_ range: Range<Int>) -> SubSequence {
    self[partitionPoint { $0.ordinal < range.lowerBound }..<partitionPoint { $0.ordinal < range.upperBound }]
  }
}

nonisolated extension [EntryHunk] {
  /// The number that an entry has after a change; nil if it is not there any more.
  ///
  /// - Complexity: O(log k) for k hunks.
  func newOrdinal(of old: Int) -> Int? {
    let next = partitionPoint { $0.old.lowerBound <= old }
    guard next > 0 else { return old }
    let hunk = self[next - 1]
    return hunk.old.contains(old) ? nil : old - hunk.old.upperBound + hunk.new.upperBound
  }

  /// The number that an entry had before a change; nil if it was not there.
  ///
  /// - Complexity: O(log k) for k hunks.
  func oldOrdinal(of new: Int) -> Int? {
    let next = partitionPoint { $0.new.lowerBound <= new }
    guard next > 0 else { return new }
    let hunk = self[next - 1]
    return hunk.new.contains(new) ? nil : new - hunk.new.upperBound + hunk.old.upperBound
  }
}
