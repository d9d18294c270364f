/// The places of entries among their rows after rows were deleted: a few bytes for each deletion, however many entries there are.
///
/// Places are numbers of rows; if none were deleted they are the numbers of the entries.
nonisolated struct EntryPlaces: Sendable {
  /// Consecutive entries that have rows.
  private struct Part: Sendable {
    /// The place of the first one.
    let place: Int
    let entries: Range<Int>

    var end: Int { place + entries.count }
  }

  /// The number of entries, with those whose rows were deleted.
  private let entryCount: Int
  /// All rows, in order.
  private var parts: [Part] = []

  /// - Parameter count: The number of entries, each of which has a row.
  init(count: Int) {
    entryCount = count
    set([0..<count])
  }

  /// The number of rows.
  var count: Int { parts.last?.end ?? 0 }

  /// Whether all entries have rows.
  var areAll: Bool { count == entryCount }

  /// The place of an entry; nil if its row was deleted.
  ///
  /// - Complexity: O(log k) for k deletions.
  func place(ofEntry entry: Int) -> Int? {
    let place = place(fromEntry: entry)
    return place < count && self.entry(at: place) == entry ? place : nil
  }

  /// The place of the first entry from one on that has a row; the number of rows if none has.
  ///
  /// - Complexity: O(log k) for k deletions.
  func place(fromEntry entry: Int) -> Int {
    let next = parts.partitionPoint { $0.entries.lowerBound <= entry }
    guard next > 0 else { return 0 }
    let part = parts[next - 1]
    return min(part.place + entry - part.entries.lowerBound, part.end)
  }

  /// The places of those of some consecutive entries that have rows.
  ///
  /// - Complexity: O(log k) for k deletions.
  func places(ofEntries entries: Range<Int>) -> Range<Int> {
    place(fromEntry: entries.lowerBound)..<place(fromEntry: entries.upperBound)
  }

  /// The entry at a place.
  ///
  /// - Complexity: O(log k) for k deletions.
  func entry(at place: Int) -> Int {
    let part = part(at: place)
    return part.entries.lowerBound + place - part.place
  }

  /// How many rows from one on have consecutive entries.
  ///
  /// - Complexity: O(log k) for k deletions.
  func run(from place: Int) -> Int { part(at: place).end - place }

  /// The entries at consecutive places.
  ///
  /// - Complexity: O(log k + r) for k deletions, r of them among these places.
  func entries(at places: Range<Int>) -> [Range<Int>] {
    var entries: [Range<Int>] = []
    var place = places.lowerBound
    while place < places.upperBound {
      let first = entry(at: place)
      let count = min(run(from: place), places.upperBound - place)
      entries.append(first..<first + count)
      place += count
    }
    return entries
  }

  /// How many of the last rows are those of the last entries.
  var unchangedEnd: Int { parts.last.map { $0.entries.upperBound == entryCount ? $0.entries.count : 0 } ?? 0 }

  private func part(at place: Int) -> Part {
    precondition(place >= 0 && place < count, "Place \(place) is not one of \(count).")
    return parts[parts.partitionPoint { $0.place <= place } - 1]
  }

  /// Removes rows.
  ///
  /// - Parameter ranges: Their places, in order.
  /// - Returns: Their entries.
  /// - Complexity: O(k + n log k) for k deletions before, and n ranges.
  mutating func remove(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var (kept, removed): ([Range<Int>], [Range<Int>]) = ([], [])
    var next = 0
    for range in ranges {
      kept += entries(at: next..<range.lowerBound)
      removed += entries(at: range)
      next = range.upperBound
    }
    set(kept + entries(at: next..<count))
    return removed
  }

  /// Brings rows back.
  ///
  /// - Parameter entries: Their entries, in order.
  /// - Returns: The places that they get.
  /// - Complexity: O((k + n) log (k + n)) for k deletions before, and n ranges.
  mutating func insert(_ entries: [Range<Int>]) -> [Range<Int>] {
    set((parts.map(\.entries) + entries).sorted { $0.lowerBound < $1.lowerBound })
    return entries.map(places)
  }

  /// - Parameter kept: The entries that have rows, in order.
  private mutating func set(_ kept: [Range<Int>]) {
    parts = []
    for entries in kept where !entries.isEmpty {
      if let last = parts.last, last.entries.upperBound >= entries.lowerBound {
        precondition(last.entries.upperBound == entries.lowerBound, "An entry has one row.")
        parts[parts.count - 1] = Part(
          place: last.place, entries: last.entries.lowerBound..<entries.upperBound)
      } else {
        parts.append(Part(place: count, entries: entries))
      }
    }
  }
}
