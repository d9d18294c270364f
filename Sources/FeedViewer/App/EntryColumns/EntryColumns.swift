import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerSearch

/// What decides where another order or filter shows the entries of an archive: a few bytes for each, while their texts are
/// read only where the list shows them.
nonisolated struct EntryColumns: Sendable {
  /// The state of the file.
  let outline: FileOutline
  /// The numbers of the entries of which all is known so far, but for holes.
  private(set) var ordinals: Range<Int>
  /// Entries among them that have changed, or are new, and were not looked at yet; in order.
  private(set) var holes: ArraySlice<Range<Int>> = []
  /// What was read from this entry on may be of another state of the file.
  private var trustedEnd = Int.max
  private var dates: [PackedDate]
  /// What the reader had done with each when it was looked at.
  private var marks: [EntryMarks]
  /// What the titles of the entries are compared by, or the beginnings of what is shown instead; nil if that is not needed.
  private(set) var titles: TitleKeys?

  /// Nothing is known yet.
  ///
  /// - Parameters:
  ///   - ordinals: The entries of which something will be known.
  ///   - hasTitles: Whether titles are needed.
  init(of outline: FileOutline, _ ordinals: Range<Int>, hasTitles: Bool) {
    self.outline = outline
    self.ordinals = ordinals.lowerBound..<ordinals.lowerBound
    dates = []
    marks = []
    titles = hasTitles ? TitleKeys() : nil
    dates.reserveCapacity(ordinals.count)
    marks.reserveCapacity(ordinals.count)
  }

  /// Whether titles are known.
  var hasTitles: Bool { titles != nil }

  /// The date of an entry; nil if it has none.
  func date(ofEntry ordinal: Int) -> FeedDate? { dates[ordinal - ordinals.lowerBound].date }

  /// What the title of an entry begins with, as in `TitleKeys`.
  func firstLetter(ofEntry ordinal: Int) -> Unicode.Scalar? {
    titles?.firstLetter(of: ordinal - ordinals.lowerBound)
  }

  /// What the reader had done with entries when they were looked at.
  func marks(ofEntries entries: Range<Int>) -> [EntryMarks] {
    Array(marks[entries.lowerBound - ordinals.lowerBound..<entries.upperBound - ordinals.lowerBound])
  }

  /// How many entries were marked as read, without those that were removed.
  func readCount(from first: Int) -> Int {
    marks.dropFirst(first - ordinals.lowerBound).count { $0.contains(.read) && !$0.contains(.removed) }
  }

  /// Changes the marks of an entry of which all is known.
  mutating func setMarks(_ new: EntryMarks, ofEntry ordinal: Int) {
    marks[ordinal - ordinals.lowerBound] = new
  }

  /// Of how many entries all is known so far.
  var knownCount: Int { holes.reduce(ordinals.count) { $0 - $1.count } }

  /// Takes over what was known of the entries that an earlier state of the file had, too. What is between them becomes holes.
  ///
  /// - Parameter earlier: What was known of the state before this one.
  /// - Complexity: O(n) for n entries, without reading them; O(1) if entries were only added to all that were known.
  mutating func takeOver(_ earlier: EntryColumns) {
    guard ordinals.isEmpty, let change = outline.change, earlier.hasTitles == hasTitles,
      earlier.outline.number + 1 == outline.number
    else { return }
    let (first, known) = (ordinals.lowerBound, earlier.knownRuns)
    // What the new facts consist of, by the indices of the earlier ones.
    var parts: [(hole: Int, kept: Range<Int>)] = []
    var end = first
    for run in change.keptRuns {
      let distance = run.new.lowerBound - run.old.lowerBound
      for old in known.overlapping(run.old) {
        let new = max(end, old.lowerBound + distance)..<max(end, old.upperBound + distance)
        guard !new.isEmpty else { continue }
        if end < new.lowerBound { holes.append(end..<new.lowerBound) }
        let kept = new.lowerBound - distance - earlier.ordinals.lowerBound
        parts.append((hole: new.lowerBound - end, kept: kept..<kept + new.count))
        end = new.upperBound
      }
    }
    ordinals = first..<end
    dates = earlier.dates.rearranged(parts, filler: PackedDate(nil))
    marks = earlier.marks.rearranged(parts, filler: [])
    titles = earlier.titles.map { $0.rearranged($0.places.rearranged(parts, filler: 0)) }
  }

  /// The entries of which all is known for sure, in order.
  private var knownRuns: [Range<Int>] {
    var next = ordinals.lowerBound
    var runs = holes.map { hole in
      defer { next = hole.upperBound }
      return next..<hole.lowerBound
    }
    runs.append(next..<ordinals.upperBound)
    return runs.map { $0.clamped(to: 0..<trustedEnd) }
  }

  /// Frees the memory of titles that are not needed any more.
  mutating func dropTitles(unless areNeeded: Bool) { if !areNeeded { titles = nil } }

  /// Adds what was found of the next entries: those of the first hole, or those after all others.
  mutating func append(_ next: Batch) {
    let place = holes.first?.lowerBound ?? ordinals.upperBound
    if !next.isTrusted { trustedEnd = min(trustedEnd, place) }
    guard let hole = holes.first else { return appendToEnd(next) }
    let (first, count) = (hole.lowerBound - ordinals.lowerBound, next.marks.count)
    dates.replaceSubrange(first..<first + count, with: next.dates)
    marks.replaceSubrange(first..<first + count, with: next.marks)
    titles?.replace(from: first, by: next.titles)
    holes[holes.startIndex] = hole.dropFirst(count)
    if hole.count == count { holes.removeFirst() }
  }

  private mutating func appendToEnd(_ next: Batch) {
    dates += next.dates
    marks += next.marks
    titles?.append(next.titles)
    ordinals = ordinals.lowerBound..<ordinals.upperBound + next.marks.count
  }

  /// The facts of consecutive entries.
  struct Batch: Sendable {
    fileprivate(set) var dates: [PackedDate] = []
    fileprivate(set) var marks: [EntryMarks] = []
    fileprivate(set) var titles = TitleKeys()
    /// What was repaired in them.
    fileprivate(set) var repairs: [FoundRepair] = []
    /// Whether the file was as it was when its entries were counted.
    fileprivate(set) var isTrusted = true
  }
}

nonisolated extension [Range<Int>] {
  /// The parts of ranges in order that are in another one.
  ///
  /// - Complexity: O(log n + r) for r of n ranges.
  fileprivate func overlapping(_ other: Range<Int>) -> [Range<Int>] {
    self[partitionPoint { $0.upperBound <= other.lowerBound }...].prefix { $0.lowerBound < other.upperBound }
      .map { $0.clamped(to: other) }
  }
}

nonisolated extension Array {
  /// Parts of this array, each after a number of fillers.
  fileprivate func rearranged(_ parts: [(hole: Int, kept: Range<Int>)], filler: Element) -> [Element] {
    // The memory may stay as it is.
    if parts.count == 1, parts[0].hole == 0, parts[0].kept == indices { return self }
    var new: [Element] = []
    new.reserveCapacity(parts.reduce(0) { $0 + $1.hole + $1.kept.count })
    for (hole, kept) in parts {
      new += repeatElement(filler, count: hole)
      new += self[kept]
    }
    return new
  }
}

nonisolated extension FileOutline {
  /// Finds out what decides the places of entries.
  ///
  /// - Parameters:
  ///   - marks: What the reader did with the feed's entries.
  ///   - hasTitles: Whether titles are needed.
  /// - Complexity: O(length of the entries), read from the disk.
  func facts(of ordinals: Range<Int>, marks: FeedMarks, hasTitles: Bool) -> EntryColumns.Batch {
    var batch = EntryColumns.Batch()
    structure.forEachEntry(in: ordinals) { _, entry, repairs, _ in
      // An entry that can't be read alone has neither date nor marks.
      batch.dates.append(PackedDate(entry?.date))
      batch.repairs += repairs
      batch.marks.append(entry.map { marks.marks(of: $0, twinsAreKnown: false) } ?? [])
      if hasTitles { batch.titles.append(entry.map(PackedTitles.shownTitle) ?? "") }
    }
    batch.isTrusted = structure.isAsFound
    return batch
  }
}
