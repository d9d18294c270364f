/// The lowest nodes of a `HeightSequence`, all in one array: leaf n has its heights from `n * capacity` on.
///
/// One array of plain numbers, since an element of an array of large nodes is copied as a whole when it is read.
struct HeightLeaves: Sendable {
  static let capacity = 128

  private var heights: [PackedHeight] = []
  private var counts: [Int] = []
  private var free: [Int] = []

  /// Leaves that are in use.
  var usedCount: Int { counts.count - free.count }

  func count(of leaf: Int) -> Int { counts[leaf] }

  func isFull(_ leaf: Int) -> Bool { counts[leaf] == Self.capacity }

  subscript(leaf: Int, index: Int) -> PackedHeight {
    get { heights[leaf * Self.capacity + index] }
    set { heights[leaf * Self.capacity + index] = newValue }
  }

  func summary(of leaf: Int) -> HeightSummary {
    var sum = HeightSummary()
    for height in self[all: leaf] { sum += height }
    return sum
  }

  /// The heights of a leaf.
  subscript(all leaf: Int) -> ArraySlice<PackedHeight> {
    let start = leaf * Self.capacity
    return heights[start..<start + counts[leaf]]
  }

  /// The sum of the heights before an index of a leaf.
  func pixels(in leaf: Int, before index: Int) -> Int {
    heights.withUnsafeBufferPointer { heights in
      var sum = 0
      for place in leaf * Self.capacity..<leaf * Self.capacity + index { sum += heights[place].pixels }
      return sum
    }
  }

  /// The height of a leaf that covers an offset, which lies within the leaf.
  func find(offset: Int, in leaf: Int) -> (index: Int, inside: Int) {
    heights.withUnsafeBufferPointer { heights in
      let start = leaf * Self.capacity
      var place = start
      var rest = offset
      // Eight at a time while the offset lies behind them. What a leaf has no more of only makes its last eight
      // larger, and the offset is before the end.
      while true {
        var eight = 0
        for next in place..<place + 8 { eight += heights[next].pixels }
        if rest < eight { break }
        rest -= eight
        place += 8
      }
      while rest >= heights[place].pixels {
        rest -= heights[place].pixels
        place += 1
      }
      return (place - start, rest)
    }
  }

  /// - Returns: The height that was there.
  mutating func replace(at index: Int, in leaf: Int, with height: PackedHeight) -> PackedHeight {
    let place = leaf * Self.capacity + index
    let old = heights[place]
    heights[place] = height
    return old
  }

  /// A new leaf without heights.
  mutating func add() -> Int {
    if let leaf = free.popLast() { return leaf }
    heights.append(contentsOf: repeatElement(.zero, count: Self.capacity))
    counts.append(0)
    return counts.count - 1
  }

  mutating func remove(_ leaf: Int) {
    counts[leaf] = 0
    free.append(leaf)
  }

  mutating func insert(_ height: PackedHeight, at index: Int, in leaf: Int) {
    let start = leaf * Self.capacity
    heights.withUnsafeMutableBufferPointer { heights in
      var place = start + counts[leaf]
      while place > start + index {
        heights[place] = heights[place - 1]
        place -= 1
      }
      heights[place] = height
    }
    counts[leaf] += 1
  }

  mutating func remove(at index: Int, in leaf: Int) -> PackedHeight {
    let start = leaf * Self.capacity
    let removed = heights[start + index]
    for place in start + index..<start + counts[leaf] - 1 { heights[place] = heights[place + 1] }
    counts[leaf] -= 1
    return removed
  }

  /// Moves everything from an index on to a new leaf.
  mutating func split(_ leaf: Int, at index: Int) -> Int {
    let rest = add()
    for (place, from) in (index..<counts[leaf]).enumerated() { self[rest, place] = self[leaf, from] }
    counts[rest] = counts[leaf] - index
    counts[leaf] = index
    return rest
  }

  /// Moves all heights of one leaf to the end of another and gives it up.
  mutating func merge(_ other: Int, into leaf: Int) {
    for index in 0..<counts[other] { self[leaf, counts[leaf] + index] = self[other, index] }
    counts[leaf] += counts[other]
    remove(other)
  }

  mutating func forgetMeasurements() {
    for place in heights.indices { heights[place].forgetMeasurement() }
  }
}
