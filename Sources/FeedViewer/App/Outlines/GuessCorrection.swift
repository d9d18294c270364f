/// How the numbers of entries were wrong before all entries of a file were counted.
nonisolated struct GuessCorrection {
  /// Entries that follow each other in the file, by the numbers that they seemed to have.
  struct Run {
    var entries: Range<Int>
    /// How much their numbers were too low.
    var distance: Int
  }

  /// Those in the middle and at the end, in order.
  let runs: [Run]
  /// All of whose numbers nothing is known but what the runs say.
  private let unknown: Range<Int>

  /// - Parameters:
  ///   - guess: The file before its entries were counted.
  ///   - outline: The file now.
  ///   - surplus: By how many entries there are more than were guessed, before those that were found at the end.
  ///   - next: The number of entries that were read in their turn, whose numbers are right.
  init(of guess: FileOutline, by outline: FileOutline, surplus: Int, next: Int) {
    unknown = guess.unknownEntries
    var runs: [Run] = []
    let end = Run(entries: unknown.upperBound..<Int.max, distance: surplus)
    for (found, distance) in outline.distances(of: guess) {
      // Those that follow the first ones may have been read in their turn since.
      let entries = distance == 0 ? found.clamped(to: next..<Int.max) : found
      let last = runs.last ?? Run(entries: 0..<next, distance: 0)
      // What was found by a wrong guess may be where other entries are.
      guard !entries.isEmpty, entries.lowerBound >= last.entries.upperBound,
        entries.lowerBound + distance >= last.entries.upperBound + last.distance,
        entries.upperBound + distance <= end.entries.lowerBound + surplus
      else { continue }
      runs.append(Run(entries: entries, distance: distance))
    }
    self.runs = runs + [end]
  }

  /// The number of an entry that was read before all were counted; nil if it is no entry, or if its number is not known.
  func number(ofEntry entry: Int) -> Int? {
    if let run = runs.last(where: { $0.entries.contains(entry) }) { return entry + run.distance }
    return unknown.contains(entry) ? nil : entry
  }

  /// The number of the entry that is now where one was looked for.
  func nearestNumber(ofEntry entry: Int) -> Int {
    entry + (runs.last { $0.entries.lowerBound <= entry }?.distance ?? 0)
  }
}
