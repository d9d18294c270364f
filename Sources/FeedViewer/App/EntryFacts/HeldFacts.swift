import Feeds
import Orders
import ReadingState

/// What decides where another order or filter shows the entries of a held file: a few bytes for each, while their texts are
/// read only where the list shows them.
nonisolated struct HeldFacts: Sendable {
  /// The state of the file.
  let outline: FileOutline
  /// The numbers of the entries of which all is known so far.
  private(set) var ordinals: Range<Int>
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

  /// How many entries were marked as read.
  func readCount(from first: Int) -> Int {
    marks.dropFirst(first - ordinals.lowerBound).count { $0.contains(.read) }
  }

  /// Changes the marks of an entry of which all is known.
  mutating func setMarks(_ new: EntryMarks, ofEntry ordinal: Int) {
    marks[ordinal - ordinals.lowerBound] = new
  }

  /// Takes over what was known of an earlier state of the file, of the entries before the first one that has changed.
  mutating func takeOver(_ earlier: HeldFacts) {
    guard ordinals.isEmpty, let change = outline.change,
      earlier.hasTitles == hasTitles, earlier.outline.number + 1 == outline.number,
      earlier.ordinals.lowerBound == ordinals.lowerBound
    else { return }
    let end = change.hunks.first?.old.lowerBound ?? change.oldCount
    // What was read of the old end is dropped, but for titles, which are in one piece.
    guard end > ordinals.lowerBound, earlier.ordinals.upperBound >= end,
      !hasTitles || earlier.ordinals.upperBound == end, change.hunks.first?.new.lowerBound ?? end == end
    else { return }
    ordinals = ordinals.lowerBound..<end
    dates = Array(earlier.dates.prefix(ordinals.count))
    marks = Array(earlier.marks.prefix(ordinals.count))
    titles = earlier.titles
  }

  /// Frees the memory of titles that are not needed any more.
  mutating func dropTitles(unless areNeeded: Bool) { if !areNeeded { titles = nil } }

  /// Adds what was found of the next entries.
  mutating func append(_ next: Batch) {
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
  }
}

nonisolated extension FileOutline {
  /// Finds out what decides the places of entries.
  ///
  /// - Parameters:
  ///   - marks: What the reader did with the feed's entries.
  ///   - hasTitles: Whether titles are needed.
  /// - Complexity: O(length of the entries), read from the disk.
  func facts(of ordinals: Range<Int>, marks: FeedMarks, hasTitles: Bool) -> HeldFacts.Batch {
    var batch = HeldFacts.Batch()
    structure.forEachEntry(in: ordinals) { _, entry, repairs, _ in
      // An entry that can't be read alone has neither date nor marks.
      batch.dates.append(PackedDate(entry?.date))
      batch.repairs += repairs
      batch.marks.append(entry.map { marks.marks(of: $0.key) } ?? [])
      if hasTitles { batch.titles.append(entry.map(PackedTitles.shownTitle) ?? "") }
    }
    return batch
  }
}
