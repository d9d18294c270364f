/// Maps indices through deletions and insertions.
///
/// Deleted indices are those before the change, inserted ones those after it.
struct IndexShift: Sendable, Equatable {
  /// Ascending, without repetition.
  var deletes: [Int]
  /// Ascending, without repetition.
  var inserts: [Int]

  static let none = IndexShift(deletes: [], inserts: [])

  var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty }

  /// The index after the change, or nil if it was deleted. O(log k).
  func new(for old: Int) -> Int? { Self.shift(old, removing: deletes, adding: inserts) }

  /// The index before the change, or nil if it was inserted. O(log k).
  func old(for new: Int) -> Int? { Self.shift(new, removing: inserts, adding: deletes) }

  private static func shift(_ index: Int, removing: [Int], adding: [Int]) -> Int? {
    let before = removing.partitionPoint { $0 < index }
    if before < removing.count, removing[before] == index { return nil }
    let closed = index - before
    // The k-th insertion is before `closed` if adding[k] - k, the number of kept indices before it, is not larger.
    var low = 0
    var high = adding.count
    while low < high {
      let middle = (low + high) / 2
      if adding[middle] - middle <= closed { low = middle + 1 } else { high = middle }
    }
    return closed + low
  }
}

extension Array {
  /// The first index whose element does not satisfy `isBefore`, in an array in which all that do come first. O(log n).
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// The ranges of consecutive numbers in an ascending array.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in self {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}
