/// An ascending set of indices as ranges, so that a million consecutive ones take as little as one.
struct IndexRuns: Sendable, Equatable {
  /// Ascending, neither empty nor adjacent.
  private(set) var runs: [Range<Int>] = []
  /// The number of indices before each run.
  private var starts: [Int] = []
  private(set) var count = 0

  static let none = IndexRuns()

  /// A set without indices.
  init() {}

  /// - Parameter indices: Ascending, without repetition.
  /// - Complexity: O(n).
  init(_ indices: some Sequence<Int>) {
    for index in indices { append(index..<index + 1) }
  }

  /// Consecutive indices.
  init(_ range: Range<Int>) { append(range) }

  var isEmpty: Bool { runs.isEmpty }

  /// Adds indices after all others.
  mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = runs.last, last.upperBound == range.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<range.upperBound
    } else {
      runs.append(range)
      starts.append(count)
    }
    count += range.count
  }

  /// The number of indices before an index, and whether it is one of them. O(log r) for r runs.
  func rank(of index: Int) -> (before: Int, contains: Bool) {
    let run = runs.partitionPoint { $0.upperBound <= index }
    guard run < runs.count else { return (count, false) }
    guard runs[run].lowerBound <= index else { return (starts[run], false) }
    return (starts[run] + index - runs[run].lowerBound, true)
  }

  /// How many indices are at most as far from the beginning as `gaps` indices that are not in the set, in order. O(log r)
  /// for r runs.
  func count(upToGap gaps: Int) -> Int {
    // The indices of one run follow the same number of others.
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].lowerBound - starts[middle] <= gaps { low = middle + 1 } else { high = middle }
    }
    return low < runs.count ? starts[low] : count
  }

  /// The same indices, farther back.
  func moved(by distance: Int) -> IndexRuns {
    var moved = self
    moved.runs = runs.map { $0.lowerBound + distance..<$0.upperBound + distance }
    return moved
  }
}

/// The indices in order.
extension IndexRuns: Sequence {
  func makeIterator() -> some IteratorProtocol<Int> { runs.lazy.joined().makeIterator() }
}
