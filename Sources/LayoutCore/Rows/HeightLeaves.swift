/// The lowest nodes of a `HeightSequence`, all in one array: the heights of leaf n are at `n * capacity` and after it.
///
/// A height takes two bytes, because the cost of a query at a random offset is the one leaf that it reads from memory.
/// A leaf with a height of 32,768 device pixels or more stores all of its heights separately.
///
/// A leaf with more heights than its capacity is a run: they are all equal, and all of its places have that height. So rows
/// that were not read, of which an archive has millions, take no memory, and a run that gets shorter turns into a full leaf
/// by itself.
struct HeightLeaves: Sendable {
  /// A multiple of 8: heights are summed eight at a time.
  let capacity: Int

  private var heights: [ShortHeight] = []
  /// Leaves with heights that are stored separately, and runs, for which there are none here.
  private var unusual: [Int: [PackedHeight]] = [:]
  private var counts: [Int32] = []
  private var free: [Int] = []

  init(capacity: Int) { self.capacity = capacity }

  /// Gets memory for this number of leaves, so that they need not be copied while they are added.
  mutating func reserveCapacity(_ count: Int) {
    heights.reserveCapacity(count * capacity)
    counts.reserveCapacity(count)
  }

  /// The number of leaves in use.
  var usedCount: Int { counts.count - free.count }

  func count(of leaf: Int) -> Int { Int(counts[leaf]) }

  /// Whether a leaf has no place for another height; not asked of runs.
  func isFull(_ leaf: Int) -> Bool { count(of: leaf) == capacity }

  /// Whether any leaf may be a run.
  var hasRuns: Bool { !unusual.isEmpty }

  /// Whether a leaf has more equal heights than its capacity.
  func isRun(_ leaf: Int) -> Bool { hasRuns && count(of: leaf) > capacity }

  /// How many heights a leaf gets, so that edits find room.
  var filledCount: Int { capacity * 3 / 4 }

  subscript(leaf: Int, index: Int) -> PackedHeight {
    if unusual.isEmpty { return heights[leaf * capacity + index].packed }
    return tallHeights(of: leaf)?[index] ?? heights[leaf * capacity + (isRun(leaf) ? 0 : index)].packed
  }

  /// The heights of a leaf that is not a run.
  func all(of leaf: Int) -> [PackedHeight] {
    tallHeights(of: leaf)
      ?? heights[leaf * capacity..<leaf * capacity + count(of: leaf)].map(\.packed)
  }

  func summary(of leaf: Int) -> HeightSummary {
    if isRun(leaf) { return HeightSummary(self[leaf, 0], count: count(of: leaf)) }
    var sum = HeightSummary()
    if let tall = tallHeights(of: leaf) {
      for height in tall { sum += height }
    } else {
      for place in leaf * capacity..<leaf * capacity + count(of: leaf) { sum += heights[place].packed }
    }
    return sum
  }

  /// The sum of the heights before an index of a leaf.
  @inline(__always)
  func pixels(in leaf: Int, before index: Int) -> Int {
    if !unusual.isEmpty, let sum = sum(before: index, ofUnusual: leaf) { return sum }
    return heights.withUnsafeBufferPointer { heights in
      var sum: Int32 = 0
      for place in leaf &* capacity..<leaf &* capacity &+ index { sum &+= heights[place].pixels }
      return Int(sum)
    }
  }

  /// Finds the height that covers an offset, which is in the leaf.
  ///
  /// It skips groups of eight heights, then single heights: while the list scrolls, the processor predicts these steps.
  /// Unused places after the leaf's heights only make the last group larger.
  @inline(__always)
  func find(offset: Int, in leaf: Int) -> (index: Int, inside: Int) {
    if !unusual.isEmpty, let found = find(offset, inUnusual: leaf) { return found }
    let offset = Int32(truncatingIfNeeded: offset)
    return heights.withUnsafeBufferPointer { heights in
      let start = leaf &* capacity
      var first = start
      var before: Int32 = 0
      var sum: Int32 = 0
      while true {
        for place in first..<first &+ 8 { sum &+= heights[place].pixels }
        if sum > offset { break }
        before = sum
        first &+= 8
      }
      var rest = offset &- before
      while rest >= heights[first].pixels {
        rest &-= heights[first].pixels
        first &+= 1
      }
      return (first &- start, Int(rest))
    }
  }

  /// The sum of the heights before an index of a leaf that is a run or stores its heights separately; nil for any other. Not
  /// inlined, so that it takes no registers from the usual case.
  @inline(never)
  private func sum(before index: Int, ofUnusual leaf: Int) -> Int? {
    if let tall = tallHeights(of: leaf) { return tall[..<index].reduce(0) { $0 + $1.pixels } }
    return isRun(leaf) ? self[leaf, 0].pixels * index : nil
  }

  /// The same as `find(offset:in:)` for such a leaf.
  @inline(never)
  private func find(_ offset: Int, inUnusual leaf: Int) -> (index: Int, inside: Int)? {
    if isRun(leaf) {
      let (index, inside) = offset.quotientAndRemainder(dividingBy: self[leaf, 0].pixels)
      return (index, inside)
    }
    guard let heights = tallHeights(of: leaf) else { return nil }
    var rest = offset
    var index = 0
    while rest >= heights[index].pixels {
      rest -= heights[index].pixels
      index += 1
    }
    return (index, rest)
  }

  /// Replaces a height, in a run by the same one.
  ///
  /// - Returns: The replaced height.
  mutating func replace(at index: Int, in leaf: Int, with height: PackedHeight) -> PackedHeight {
    let old = self[leaf, index]
    if isRun(leaf) { return old }
    if let short = ShortHeight(height), unusual[leaf] == nil {
      heights[leaf * capacity + index] = short
    } else {
      var all = all(of: leaf)
      all[index] = height
      setAll(all, of: leaf)
    }
    return old
  }

  /// A new leaf without heights.
  mutating func add() -> Int {
    if let leaf = free.popLast() { return leaf }
    heights.append(contentsOf: repeatElement(.zero, count: capacity))
    counts.append(0)
    return counts.count - 1
  }

  mutating func remove(_ leaf: Int) {
    setAll([], of: leaf)
    free.append(leaf)
  }

  /// Whether many of a height can be a run: it takes two bytes.
  func canBeRun(_ height: PackedHeight) -> Bool { ShortHeight(height) != nil }

  /// Makes an empty leaf a run.
  ///
  /// - Parameters:
  ///   - height: One that takes two bytes.
  ///   - count: More than the capacity.
  mutating func setRun(_ height: PackedHeight, count: Int, of leaf: Int) {
    guard let short = ShortHeight(height) else { preconditionFailure("A run has heights of two bytes.") }
    for place in leaf * capacity..<(leaf + 1) * capacity { heights[place] = short }
    setCount(count, of: leaf)
  }

  /// The heights of a leaf that stores them separately; nil for any other.
  private func tallHeights(of leaf: Int) -> [PackedHeight]? {
    guard !unusual.isEmpty, let heights = unusual[leaf], !heights.isEmpty else { return nil }
    return heights
  }

  /// Makes a run longer.
  mutating func lengthen(_ run: Int, by count: Int) { setCount(self.count(of: run) + count, of: run) }

  /// Removes heights of a run.
  ///
  /// - Returns: Their sums.
  mutating func shorten(_ run: Int, by count: Int) -> HeightSummary {
    setCount(self.count(of: run) - count, of: run)
    return HeightSummary(self[run, 0], count: count)
  }

  private mutating func setCount(_ count: Int, of leaf: Int) {
    if count > capacity {
      unusual[leaf] = []
    } else if counts[leaf] > capacity {
      unusual[leaf] = nil
    }
    counts[leaf] = Int32(count)
  }

  /// Inserts a height into a leaf that is not a run.
  mutating func insert(_ height: PackedHeight, at index: Int, in leaf: Int) {
    guard let short = ShortHeight(height), unusual[leaf] == nil else {
      var all = all(of: leaf)
      all.insert(height, at: index)
      return setAll(all, of: leaf)
    }
    let start = leaf * capacity
    let end = start + count(of: leaf)
    heights.withUnsafeMutableBufferPointer { heights in
      var place = end
      while place > start + index {
        heights[place] = heights[place - 1]
        place -= 1
      }
      heights[place] = short
    }
    counts[leaf] += 1
  }

  /// Removes a height of a leaf that is not a run.
  mutating func remove(at index: Int, in leaf: Int) -> PackedHeight {
    let removed = self[leaf, index]
    guard unusual[leaf] == nil else {
      var all = all(of: leaf)
      all.remove(at: index)
      setAll(all, of: leaf)
      return removed
    }
    let start = leaf * capacity
    for place in start + index..<start + count(of: leaf) - 1 { heights[place] = heights[place + 1] }
    counts[leaf] -= 1
    return removed
  }

  /// Moves the heights from an index on to a new leaf.
  mutating func split(_ leaf: Int, at index: Int) -> Int {
    if isRun(leaf) {
      let rest = add()
      for place in 0..<capacity { heights[rest * capacity + place] = heights[leaf * capacity] }
      setCount(count(of: leaf) - index, of: rest)
      setCount(index, of: leaf)
      return rest
    }
    let all = all(of: leaf)
    let rest = add()
    setAll(Array(all[index...]), of: rest)
    setAll(Array(all[..<index]), of: leaf)
    return rest
  }

  /// Appends all heights of one leaf to another and frees it.
  mutating func merge(_ other: Int, into leaf: Int) {
    setAll(all(of: leaf) + all(of: other), of: leaf)
    remove(other)
  }

  mutating func forgetMeasurements() {
    for place in heights.indices { heights[place].forgetMeasurement() }
    for leaf in unusual.keys {
      unusual[leaf] = unusual[leaf]?.map { height in
        var height = height
        height.forgetMeasurement()
        return height
      }
    }
  }

  /// Replaces the heights of a leaf.
  ///
  /// - Parameter all: At most as many as its capacity.
  mutating func setAll(_ all: [PackedHeight], of leaf: Int) {
    setCount(all.count, of: leaf)
    var place = leaf * capacity
    for height in all {
      guard let short = ShortHeight(height) else {
        unusual[leaf] = all
        return
      }
      heights[place] = short
      place += 1
    }
    if !unusual.isEmpty { unusual[leaf] = nil }
  }
}

/// A row's height in two bytes: 15 bits of device pixels, and one bit for a measured height.
private struct ShortHeight: Sendable {
  private var bits: UInt16

  static let zero = ShortHeight(bits: 0)
  private static let measuredBit: UInt16 = 1 << 15

  private init(bits: UInt16) { self.bits = bits }

  /// - Returns: nil if the height is too large.
  init?(_ height: PackedHeight) {
    guard height.pixels < Int(Self.measuredBit) else { return nil }
    bits = UInt16(truncatingIfNeeded: height.pixels) | (height.isMeasured ? Self.measuredBit : 0)
  }

  var pixels: Int32 { Int32(bits & ~Self.measuredBit) }

  var packed: PackedHeight {
    let pixels = Int(pixels)
    return PackedHeight(bits & Self.measuredBit != 0 ? .measured(pixels) : .estimated(pixels))
  }

  mutating func forgetMeasurement() { bits &= ~Self.measuredBit }
}
