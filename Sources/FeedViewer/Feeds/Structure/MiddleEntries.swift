import Synchronization

/// Entries in the middle of a long file that are read before all entries before them are counted.
///
/// Where the first of them begins is guessed from its number, by the places of known entries before and after it. Entries near
/// known ones are found one after the other from there, so that neighbours in the list are neighbours in the file. Their
/// numbers must be corrected when all entries are counted, run by run.
final class MiddleEntries: Sendable {
  /// Entries that follow each other in the file.
  private struct Run {
    /// The number that the first one seems to have.
    var first: Int
    /// Where the first one begins.
    var start: Int
    /// Their ranges in the file.
    var entries: [Range<Int>] = []

    var numbers: Range<Int> { first..<first + entries.count }
    var end: Int { entries.last?.upperBound ?? start }
  }

  private struct State {
    /// In order. The first one follows the entries at the beginning of the file, the last one precedes those at its end; both
    /// may have no entries. There is a number between any two, so that no entry that is asked for is on two runs.
    var runs: [Run]
    var isEnded = false
  }

  /// Entries that are no farther from known ones are found from there.
  private static let reach = 2_048
  /// How much is scanned at a time, in bytes.
  private static let pieceSize = 64 << 10

  private let scan: @Sendable (_ range: Range<Int>, _ isCertain: Bool) -> ScannedPiece?
  private let context: any EntryContext
  private let state: Mutex<State>

  /// - Parameters:
  ///   - numbers: The numbers that the entries seem to have.
  ///   - range: Where they are in the file: from the end of one entry to the beginning of another.
  ///   - context: The state in which they are read.
  ///   - scan: Finds the entries that begin in a range of the file; `isCertain` says whether it begins between two.
  init(
    _ numbers: Range<Int>, in range: Range<Int>, _ context: any EntryContext,
    scan: @escaping @Sendable (_ range: Range<Int>, _ isCertain: Bool) -> ScannedPiece?
  ) {
    self.scan = scan
    self.context = context
    state = Mutex(
      State(runs: [
        Run(first: numbers.lowerBound, start: range.lowerBound),
        Run(first: numbers.upperBound, start: range.upperBound),
      ]))
  }

  /// Finds consecutive entries.
  ///
  /// - Parameters:
  ///   - numbers: The numbers that they seem to have, among those in the middle.
  ///   - body: Takes numbers, and the ranges and the context of their entries, if these are found; none are after `end()`.
  /// - Complexity: O(length of the entries, and of those between them and known ones nearby), read from the disk.
  func forEachRun(
    in numbers: Range<Int>, _ body: (Range<Int>, [Range<Int>], (any EntryContext)?) -> Void
  ) {
    let (found, ranges) = state.withLock { state -> (Range<Int>, [Range<Int>]) in
      guard !state.isEnded, let run = run(with: numbers, &state.runs) else {
        return (numbers.lowerBound..<numbers.lowerBound, [])
      }
      let found = numbers.clamped(to: run.numbers)
      return (found, found.map { run.entries[$0 - run.first] })
    }
    guard !found.isEmpty else { return body(numbers, [], nil) }
    if numbers.lowerBound < found.lowerBound { body(numbers.lowerBound..<found.lowerBound, [], nil) }
    body(found, ranges, context)
    if found.upperBound < numbers.upperBound { body(found.upperBound..<numbers.upperBound, [], nil) }
  }

  /// Finds no more entries from now on.
  ///
  /// - Returns: The entries that were found: the numbers that they seemed to have, and the beginnings of the first and the last
  ///   of them.
  func end() -> [(numbers: Range<Int>, first: Int, last: Int)] {
    state.withLock { state in
      state.isEnded = true
      return state.runs.compactMap { run in
        run.entries.last.map { (run.numbers, run.start, $0.lowerBound) }
      }
    }
  }

  /// The run that holds as many of some entries as are found.
  private func run(with numbers: Range<Int>, _ runs: inout [Run]) -> Run? {
    let next = runs.firstIndex { $0.first > numbers.lowerBound } ?? runs.count
    guard next > 0, next < runs.count else { return nil }
    let before = next - 1
    let wanted = numbers.lowerBound..<min(numbers.upperBound, runs[next].first)
    if wanted.lowerBound - runs[before].numbers.upperBound <= Self.reach {
      extend(&runs, before, to: wanted.upperBound)
      return runs[before]
    }
    if runs[next].first - wanted.upperBound <= Self.reach {
      extend(&runs, next, backTo: wanted.lowerBound)
      return runs[next]
    }
    guard let new = newRun(at: wanted.lowerBound, between: runs[before], runs[next]) else { return nil }
    runs.insert(new, at: next)
    extend(&runs, next, to: wanted.upperBound)
    return runs[next]
  }

  /// Finds an entry between two runs that are far from it.
  private func newRun(at number: Int, between before: Run, _ after: Run) -> Run? {
    let fraction =
      Double(number - before.numbers.upperBound) / Double(after.first - before.numbers.upperBound)
    let start = before.end + Int(Double(after.start - before.end) * fraction)
    var size = Self.pieceSize
    while size <= StructureCollector.entryLimit, start < after.start {
      let piece = scan(start..<min(start + size, after.start), false)
      if let piece, !piece.entries.isEmpty {
        return run(piece, from: number, before: after)
      }
      size *= 4
    }
    return nil
  }

  /// The entries of a piece that are before a run.
  private func run(_ piece: ScannedPiece, from number: Int, before after: Run) -> Run? {
    let entries = piece.entries.lazy.map { $0.moved(by: piece.start) }
      .prefix { $0.upperBound <= after.start }.prefix(after.first - 1 - number)
    return entries.isEmpty ? nil : Run(first: number, start: piece.start, entries: Array(entries))
  }

  /// Finds entries after those of a run.
  private func extend(_ runs: inout [Run], _ index: Int, to number: Int) {
    let after = runs[index + 1]
    while runs[index].numbers.upperBound < min(number, after.first - 1) {
      let start = runs[index].end
      guard start < after.start,
        let piece = scan(start..<min(start + Self.pieceSize, after.start), true),
        let more = run(piece, from: runs[index].numbers.upperBound, before: after)
      else { return }
      if runs[index].entries.isEmpty { runs[index].start = more.entries[0].lowerBound }
      runs[index].entries += more.entries
    }
  }

  /// Finds entries before those of a run.
  private func extend(_ runs: inout [Run], _ index: Int, backTo number: Int) {
    let before = runs[index - 1]
    var size = Self.pieceSize
    while runs[index].first > max(number, before.numbers.upperBound + 1),
      size <= StructureCollector.entryLimit, before.end < runs[index].start
    {
      let start = max(before.end, runs[index].start - size)
      guard let piece = scan(start..<runs[index].start, start == before.end),
        piece.next == runs[index].start, !piece.entries.isEmpty
      else {
        // One entry may be longer.
        size *= 4
        continue
      }
      let room = runs[index].first - before.numbers.upperBound - 1
      let entries = piece.entries.suffix(room).map { $0.moved(by: piece.start) }
      runs[index].entries.insert(contentsOf: entries, at: 0)
      runs[index].first -= entries.count
      runs[index].start = entries[0].lowerBound
    }
  }
}
