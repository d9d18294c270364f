/// The places of a file's entries among its rows after rows were deleted, inserted and moved in the window: a few bytes for each
/// edit, however many entries there are.
///
/// Places are numbers of rows; without edits they are the numbers of the entries.
nonisolated struct EntryPlaces: Sendable {
  /// Consecutive rows.
  struct Run: Equatable, Sendable {
    var count: Int
    /// The number of the first one's entry, which those of the others follow; nil if the rows were inserted.
    var entry: Int?

    fileprivate func dropping(_ number: Int) -> Run {
      Run(count: count - number, entry: entry.map { $0 + number })
    }
  }

  /// Rows with the place of the first one.
  struct Part: Equatable, Sendable {
    var place: Int
    var run: Run

    var places: Range<Int> { place..<place + run.count }
  }

  /// All rows, in order.
  private(set) var parts: [Part] = []
  /// The indices of parts with entries, in the order of these.
  private var byEntry: [Int] = []

  /// - Parameter count: The number of entries, each of which has a row.
  init(count: Int) { set([Run(count: count, entry: 0)]) }

  /// The number of rows.
  var count: Int { parts.last?.places.upperBound ?? 0 }

  /// The place of an entry; nil if its row was deleted.
  ///
  /// - Complexity: O(log k) for k edits.
  func place(ofEntry entry: Int) -> Int? {
    let next = byEntry.partitionPoint { parts[$0].run.entry! <= entry }
    guard next > 0 else { return nil }
    let part = parts[byEntry[next - 1]]
    let distance = entry - part.run.entry!
    return distance < part.run.count ? part.place + distance : nil
  }

  /// The places of consecutive entries that have rows, in the order of the entries.
  ///
  /// - Complexity: O(log k + r) for k edits, and r of them among these entries.
  func places(ofEntries entries: Range<Int>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var next = max(0, byEntry.partitionPoint { parts[$0].run.entry! <= entries.lowerBound } - 1)
    while next < byEntry.count {
      let (place, run) = (parts[byEntry[next]].place, parts[byEntry[next]].run)
      guard run.entry! < entries.upperBound else { break }
      let own = entries.clamped(to: run.entry!..<run.entry! + run.count)
      if !own.isEmpty {
        places.append(own.lowerBound - run.entry! + place..<own.upperBound - run.entry! + place)
      }
      next += 1
    }
    return places
  }

  /// The place of the first entry from one on that has a row; the number of rows if none has.
  ///
  /// - Complexity: O(log k) for k edits.
  func place(fromEntry entry: Int) -> Int {
    if let place = place(ofEntry: entry) { return place }
    let next = byEntry.partitionPoint { parts[$0].run.entry! <= entry }
    return next < byEntry.count ? parts[byEntry[next]].place : count
  }

  /// The entry at a place; nil if its row was inserted.
  ///
  /// - Complexity: O(log k) for k edits.
  func entry(at place: Int) -> Int? {
    let part = parts[self.part(at: place)]
    return part.run.entry.map { $0 + place - part.place }
  }

  /// How many rows from one on have consecutive entries, or were inserted beside each other.
  ///
  /// - Complexity: O(log k) for k edits.
  func run(from place: Int) -> Int { parts[part(at: place)].places.upperBound - place }

  /// How many of the last rows are those of the file's last entries.
  ///
  /// - Parameter entryCount: The number of the file's entries.
  func unchangedEnd(entryCount: Int) -> Int {
    guard let last = parts.last, let entry = last.run.entry, entry + last.run.count == entryCount else {
      return 0
    }
    return last.run.count
  }

  /// The numbers that entries have in an arrangement, in the order of their rows.
  ///
  /// - Parameters:
  ///   - entries: Those of the file's last entries, deleted or not.
  ///   - inserted: Those of inserted rows.
  ///   - entryCount: The number of the file's entries.
  /// - Complexity: O(number of rows).
  func numbers(entries: Range<Int>, inserted: Range<Int>, entryCount: Int) -> [Int] {
    let first = entryCount - entries.count
    var rest = inserted
    return parts.flatMap { part -> Range<Int> in
      guard let entry = part.run.entry else {
        defer { rest = rest.dropFirst(part.run.count) }
        return rest.prefix(part.run.count)
      }
      let known = (entry..<entry + part.run.count).clamped(to: first..<entryCount)
      return known.lowerBound - first + entries.lowerBound..<known.upperBound - first + entries.lowerBound
    }
  }

  /// Whether all entries have the places that they have without edits.
  func isUnchanged(entryCount: Int) -> Bool {
    parts == [Part(place: 0, run: Run(count: entryCount, entry: 0))]
  }

  private func part(at place: Int) -> Int {
    precondition(place >= 0 && place < count, "Place \(place) is not one of \(count).")
    return parts.partitionPoint { $0.place <= place } - 1
  }

  /// Removes rows.
  ///
  /// - Parameter ranges: Their places, in order.
  /// - Returns: What was there.
  /// - Complexity: O(k + n log n) for k edits before, and n ranges.
  mutating func remove(_ ranges: [Range<Int>]) -> [Part] {
    precondition(
      (ranges.last?.upperBound ?? 0) <= count
        && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound },
      "Places \(ranges.prefix(10)) can't be removed from \(count).")
    var (kept, removed): ([Run], [Part]) = ([], [])
    var next = 0
    for part in parts {
      var rest = part
      while !rest.places.isEmpty, next < ranges.count, ranges[next].lowerBound < rest.places.upperBound {
        let range = ranges[next].clamped(to: rest.places)
        kept.append(Run(count: range.lowerBound - rest.place, entry: rest.run.entry))
        rest = Part(place: range.lowerBound, run: rest.run.dropping(range.lowerBound - rest.place))
        if !range.isEmpty {
          removed.append(Part(place: rest.place, run: Run(count: range.count, entry: rest.run.entry)))
          rest = Part(place: range.upperBound, run: rest.run.dropping(range.count))
        }
        // The range may go on in the next part.
        guard ranges[next].upperBound <= part.places.upperBound else { break }
        next += 1
      }
      kept.append(rest.run)
    }
    set(kept)
    return removed
  }

  /// Inserts rows.
  ///
  /// - Parameter new: Rows with the places that they get, in order; they follow all others if there are fewer of these.
  /// - Returns: Their places.
  /// - Complexity: O(k + n log n) for k edits before, and n parts.
  @discardableResult
  mutating func insert(_ new: [Part]) -> [Range<Int>] {
    var (all, places): ([Run], [Range<Int>]) = ([], [])
    // The part that comes next, and how many of its rows were placed.
    var (index, taken, next) = (0, 0, 0)
    func placeOld(before end: Int) {
      while next < end, index < parts.count {
        let rest = parts[index].run.dropping(taken)
        let count = min(rest.count, end - next)
        all.append(Run(count: count, entry: rest.entry))
        next += count
        (index, taken) = count == rest.count ? (index + 1, 0) : (index, taken + count)
      }
    }
    for part in new {
      placeOld(before: part.place)
      all.append(part.run)
      places.append(next..<next + part.run.count)
      next += part.run.count
    }
    placeOld(before: .max)
    set(all)
    return places
  }

  private mutating func set(_ runs: [Run]) {
    parts = []
    var place = 0
    for run in runs where run.count > 0 {
      defer { place += run.count }
      if let last = parts.last, last.run.dropping(last.run.count).entry == run.entry {
        parts[parts.count - 1].run.count += run.count
      } else {
        parts.append(Part(place: place, run: run))
      }
    }
    byEntry = parts.indices.filter { parts[$0].run.entry != nil }.sorted {
      parts[$0].run.entry! < parts[$1].run.entry!
    }
  }
}
