import FeedViewerFeeds
import FeedViewerSearch
import VirtualList

/// The entries that an arrangement may show, numbered from 0: first those with rows, then those of archives without, of which
/// it is known what decides their place.
nonisolated struct ArrangeableEntries: Sendable {
  /// The entries of an archive after its head.
  private struct Waiting: Sendable {
    let facts: EntryColumns
    /// Their numbers in the file.
    let ordinals: Range<Int>
    /// The first one's number among all entries.
    let first: Int
    /// The marks as they count: those of rows may have changed since the facts were found.
    let ownMarks: [EntryMarks]

    func date(_ number: Int) -> FeedDate? { facts.date(ofEntry: ordinals.lowerBound + number - first) }

    func marks(_ number: Int) -> EntryMarks { ownMarks[number - first] }

    /// The index of an entry among those of which something is known.
    func index(_ number: Int) -> Int { ordinals.lowerBound - facts.ordinals.lowerBound + number - first }
  }

  private(set) var rows: [FeedRow] = []
  private var waiting: [Waiting] = []
  /// The number of the first entry of each.
  private var firsts: [Int] = []
  /// The rows that were loaded, and their numbers.
  private(set) var loadedRows: [(row: FeedRow, number: Int)] = []
  /// The number of all entries.
  private(set) var count = 0

  /// Whether the reader has removed entries without rows.
  private(set) var areSomeRemoved = false

  /// Whether there are entries without rows.
  var areSomeWaiting: Bool { !waiting.isEmpty }

  /// Adds entries with rows; those without follow all of them.
  ///
  /// - Returns: Their numbers.
  mutating func append(_ new: some Collection<FeedRow>) -> Range<Int> {
    precondition(waiting.isEmpty, "Entries with rows come first.")
    rows += new
    defer { count = rows.count }
    return count..<rows.count
  }

  /// Adds the entries of an archive after its head.
  ///
  /// - Parameters:
  ///   - section: The rows of the file.
  ///   - marks: The marks of a row, as they count.
  ///   - edited: The places of the entries; nil if none of the rows were deleted.
  /// - Returns: Their numbers.
  mutating func append(
    _ section: SectionRows, of facts: EntryColumns, marks: (FeedRow) -> EntryMarks, _ edited: EntryPlaces?
  ) -> Range<Int> {
    let end = facts.ordinals.upperBound
    // Before the first entry that waits, places are the numbers of entries.
    let ordinals = (edited?.count ?? end) - (section.count - section.known.count)..<end
    var all = facts.marks(ofEntries: ordinals)
    for row in section.loadedRows {
      all[row.ordinal - ordinals.lowerBound] = marks(row)
      loadedRows.append((row, count + row.ordinal - ordinals.lowerBound))
    }
    if all.contains(where: { $0.contains(.removed) }) { areSomeRemoved = true }
    waiting.append(Waiting(facts: facts, ordinals: ordinals, first: count, ownMarks: all))
    firsts.append(count)
    defer { count += ordinals.count }
    return count..<count + ordinals.count
  }

  /// The index of the part of an entry without a row. Parts are not copied: that would count references for each entry.
  private func part(of number: Int) -> Int {
    firsts.count == 1 ? 0 : max(0, firsts.partitionPoint { $0 <= number } - 1)
  }

  /// The date to sort by; nil if there is none.
  func date(_ number: Int) -> FeedDate? {
    if number < rows.count { return rows[number].date }
    return waiting[part(of: number)].date(number)
  }

  /// The marks of an entry without a row.
  func marks(_ number: Int) -> EntryMarks { waiting[part(of: number)].marks(number) }

  /// Entries in the order of their titles, or of the beginnings of what is shown instead.
  func sortedByTitle(_ numbers: [UInt32]) -> [UInt32] {
    let known = numbers.filter { $0 < rows.count }
    var keys = TitleKeys(count: known.count) { rows[Int(known[$0])].withShownTitle($1) }
    let titles = waiting.map { entries in
      guard let titles = entries.facts.titles else {
        preconditionFailure("Titles are sorted before they were read.")
      }
      return titles
    }
    let distances = titles.map { keys.share($0) }
    var next = 0
    let places = numbers.map { number -> TitleKeys.Place in
      guard number >= rows.count else {
        next += 1
        return keys[next - 1]
      }
      let part = part(of: Int(number))
      return titles[part][waiting[part].index(Int(number))] + distances[part]
    }
    var order = TitleOrder(places, in: keys).order
    for place in order.indices { order[place] = numbers[Int(order[place])] }
    return order
  }

  /// What is arranged of archives: which numbers their entries have here.
  var archiveParts: [EntryOrder.Part] {
    waiting.map {
      EntryOrder.Part(outline: $0.facts.outline, ordinals: $0.ordinals, first: $0.first)
    }
  }
}
