import FeedViewerFeeds

/// Where days or months begin in a file whose entries are sorted by date.
nonisolated struct DateStarts: Sendable {
  /// The first entry of each, and its date.
  let starts: [(entry: Int, date: FeedDate)]
  let isByDay: Bool
}

/// Finds where days or months begin in a file of which only few entries are read: samples show whether it is sorted, and a
/// binary search between them finds the first entry of each.
nonisolated struct DateSearch {
  /// How many entries are read to see whether all are sorted.
  static let sampleCount = 257
  /// Among how many entries before one without a date another one is looked for.
  private static let undatedLimit = 16
  /// The most days or months that are looked for.
  private static let placeLimit = 4_096

  private typealias Known = (entry: Int, date: FeedDate)

  let count: Int
  let clock: LocalClock
  /// The dates of some entries, in their order; nil for those without one.
  let dates: ([Int]) async -> [FeedDate?]

  /// - Returns: Nil if entries that were read are not sorted by date, or most of them have none.
  /// - Complexity: O(*k* log(`count`)) dates for *k* days or months.
  func starts() async -> DateStarts? {
    guard count > 1 else { return nil }
    let entries = Self.samples(of: count)
    var samples: [Known] = zip(entries, await dates(entries)).compactMap { entry, date in
      date.map { (entry, $0) }
    }
    // If few entries have dates, these say nothing about the order.
    guard samples.count * 2 > entries.count else { return nil }
    if let end = await lastDate(in: samples.last!.entry + 1..<count) { samples.append(end) }
    let (first, last) = (samples[0], samples.last!)
    let falls = first.date > last.date
    func isSorted(_ a: FeedDate, _ b: FeedDate) -> Bool { falls ? a >= b : a <= b }
    guard zip(samples, samples.dropFirst()).allSatisfy({ isSorted($0.date, $1.date) }) else { return nil }
    let isByDay = DatePlace.isByDay(from: first.date, to: last.date)
    func differ(_ a: FeedDate, _ b: FeedDate) -> Bool {
      DatePlace(of: a, isByDay: isByDay, clock: clock) != DatePlace(of: b, isByDay: isByDay, clock: clock)
    }
    var found: [Known] = [(0, first.date)]
    var gaps: [(from: Known, to: Known)] = zip(samples, samples.dropFirst()).map { ($0, $1) }
    while true {
      gaps = gaps.filter { gap in
        guard differ(gap.from.date, gap.to.date) else { return false }
        if gap.to.entry - gap.from.entry > 1 { return true }
        found.append(gap.to)
        return false
      }
      if gaps.isEmpty { break }
      guard found.count + gaps.count <= Self.placeLimit else { return nil }
      let middles = gaps.map { ($0.from.entry + $0.to.entry) / 2 }
      var next: [(from: Known, to: Known)] = []
      for ((gap, middle), date) in zip(zip(gaps, middles), await dates(middles)) {
        var known: Known? = date.map { (middle, $0) }
        if known == nil { known = await lastDate(in: gap.from.entry + 1..<middle) }
        // Those without a date belong to the one before them.
        let date = known?.date ?? gap.from.date
        guard isSorted(gap.from.date, date), isSorted(date, gap.to.date) else { return nil }
        next += [(gap.from, known ?? (middle, date)), ((middle, date), gap.to)]
      }
      gaps = next
    }
    return DateStarts(starts: found.sorted { $0.entry < $1.entry }, isByDay: isByDay)
  }

  /// The last of the entries before the end of a range that have a date, if it is near.
  private func lastDate(in range: Range<Int>) async -> Known? {
    let near = Array(range.suffix(Self.undatedLimit))
    return zip(near, await dates(near)).reversed().lazy.compactMap { entry, date in date.map { (entry, $0) } }
      .first
  }

  /// Entries at equal distances, with the first and the last one.
  private static func samples(of count: Int) -> [Int] {
    guard count > sampleCount else { return Array(0..<count) }
    return (0..<sampleCount).map { $0 * (count - 1) / (sampleCount - 1) }
  }
}

nonisolated extension FileOutline {
  /// How many entries are read at a time: others that are to be shown wait for them.
  private static let datesAtATime = 32

  /// Where days or months begin; nil if the entries are not sorted by date, as far as was seen.
  @concurrent
  func dateStarts(clock: LocalClock) async -> DateStarts? {
    await DateSearch(count: count, clock: clock) { entries in
      var dates: [FeedDate?] = []
      for start in stride(from: 0, to: entries.count, by: Self.datesAtATime) {
        let wanted = entries[start..<min(start + Self.datesAtATime, entries.count)]
        let rows = await self.read(wanted.map { $0..<$0 + 1 }).rows
        let known = Dictionary(rows.map { ($0.ordinal, $0.date) }) { first, _ in first }
        dates += wanted.map { known[$0] ?? nil }
      }
      return dates
    }.starts()
  }
}
