/// Maps indices through deletions and insertions.
///
/// Deleted indices are those before the change, inserted ones those after it.
struct IndexShift: Sendable, Equatable {
  var deletes = IndexRuns.none
  var inserts = IndexRuns.none

  static let none = IndexShift()

  var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty }

  /// The index after the change, or nil if it was deleted. O(log r) for r runs of edited indices.
  func new(for old: Int) -> Int? { Self.shift(old, removing: deletes, adding: inserts) }

  /// The index before the change, or nil if it was inserted. O(log r) for r runs of edited indices.
  func old(for new: Int) -> Int? { Self.shift(new, removing: inserts, adding: deletes) }

  private static func shift(_ index: Int, removing: IndexRuns, adding: IndexRuns) -> Int? {
    let (before, isRemoved) = removing.rank(of: index)
    if isRemoved { return nil }
    let kept = index - before
    return kept + adding.count(upToGap: kept)
  }
}

extension Array {
  /// The first index whose element does not satisfy `isBefore`, in an array in which all that do come first. O(log n).
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
