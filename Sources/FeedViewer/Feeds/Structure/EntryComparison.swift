/// Finds the entries that two states of a file have in common, in order, by their fingerprints.
///
/// Changes of files are few and small, so that the next common entries are looked for near the place where two states
/// differ, and then farther and farther away. If none are near enough, all up to the common end counts as changed.
struct EntryComparison {
  /// How far common entries are looked for, one distance after the other.
  private static let distances = [64, 1_024, 16_384, 1 << 20]
  /// Entries that must follow each other in both states before they count as the same: alone they may be repeated ones.
  private static let runLength = 3

  private let old: [UInt32]
  private let new: [UInt32]

  init(_ old: [UInt32], _ new: [UInt32]) {
    self.old = old
    self.new = new
  }

  /// - Complexity: O(n).
  func hunks() -> [EntryHunk] {
    let limit = min(old.count, new.count)
    var first = 0
    while first < limit, old[first] == new[first] { first += 1 }
    var last = 0
    while last < limit - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    let (oldEnd, newEnd) = (old.count - last, new.count - last)
    var hunks: [EntryHunk] = []
    var (a, b) = (first, first)
    while a < oldEnd || b < newEnd {
      let (nextA, nextB) = common(after: a, b, oldEnd, newEnd) ?? (oldEnd, newEnd)
      hunks.append(EntryHunk(old: a..<nextA, new: b..<nextB))
      (a, b) = (nextA, nextB)
      while a < oldEnd, b < newEnd, old[a] == new[b] { (a, b) = (a + 1, b + 1) }
    }
    return hunks
  }

  /// The nearest entries from two places on that are the same; nil if there are none.
  private func common(after a: Int, _ b: Int, _ oldEnd: Int, _ newEnd: Int) -> (Int, Int)? {
    for distance in Self.distances {
      let (oldLimit, newLimit) = (min(a + distance, oldEnd), min(b + distance, newEnd))
      var places: [UInt32: Int] = [:]
      for place in (a..<oldLimit).reversed() { places[old[place]] = place }
      var best: (Int, Int)?
      var bestSum = Int.max
      var place = b
      while place < newLimit, place - b < bestSum {
        if let other = places[new[place]], other - a + place - b < bestSum,
          isRun(other, place, oldEnd, newEnd)
        {
          best = (other, place)
          bestSum = other - a + place - b
        }
        place += 1
      }
      if best != nil || oldLimit == oldEnd && newLimit == newEnd { return best }
    }
    return nil
  }

  private func isRun(_ a: Int, _ b: Int, _ oldEnd: Int, _ newEnd: Int) -> Bool {
    for step in 0..<Self.runLength {
      // The common end follows.
      if a + step >= oldEnd || b + step >= newEnd { return a + step >= oldEnd && b + step >= newEnd }
      if old[a + step] != new[b + step] { return false }
    }
    return true
  }
}
