/// Rows of which nothing but their number is known, among rows that have keys.
///
/// They are in no other state of the list, unless it has the same ``identity`` and the same rows, so that comparing two states
/// takes no time for each of them.
public struct UnknownRows: Sendable, Equatable {
  /// Unknown rows that follow each other.
  struct Run: Sendable, Equatable {
    /// The index, among the rows that have keys, of the one that follows them.
    let next: Int
    /// The index of the first one among all rows.
    let first: Int
    let count: Int
  }

  private(set) var runs: [Run] = []
  /// If two states of a section have the same identity, and rows with the same keys at the same places, the rows without keys
  /// are the same ones, too; nil if nothing is known of that.
  public var identity: UInt64?
  /// Their number.
  public private(set) var count = 0

  /// No rows.
  public init() {}

  /// Adds rows after all others.
  ///
  /// - Parameters:
  ///   - number: How many rows; nothing changes if there are none.
  ///   - next: The index, among the rows that have keys, of the one that follows them; their number at the end. More than
  ///     that of the rows added before.
  public mutating func append(_ number: Int, before next: Int) {
    precondition(number >= 0 && runs.last.map { $0.next < next } ?? true, "Unknown rows are added in order.")
    guard number > 0 else { return }
    runs.append(Run(next: next, first: next + count, count: number))
    count += number
  }

  /// The index among all rows of one that has a key.
  ///
  /// - Parameter index: Among the rows that have keys.
  /// - Complexity: O(log r) for r runs of unknown rows.
  func place(of index: Int) -> Int {
    let before = runs.partitionPoint { $0.next <= index }
    return before == 0
      ? index : index + runs[before - 1].first - runs[before - 1].next + runs[before - 1].count
  }

  /// The indices among all rows of some that have keys, together with all unknown rows.
  func union(_ known: IndexRuns) -> IndexRuns {
    let places = known.runs.map { place(of: $0.lowerBound)..<place(of: $0.upperBound - 1) + 1 }
    let all = (places + runs.map { $0.first..<$0.first + $0.count }).sorted { $0.lowerBound < $1.lowerBound }
    var union = IndexRuns.none
    var end = 0
    // Unknown rows may lie inside of a run of others.
    for range in all where range.upperBound > end {
      union.append(max(range.lowerBound, end)..<range.upperBound)
      end = range.upperBound
    }
    return union
  }
}
