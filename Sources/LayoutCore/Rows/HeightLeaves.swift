/// The lowest nodes of a `HeightSequence`, all in one array: the heights of leaf n are at `n * capacity` and after it.
///
/// A height takes two bytes, because the cost of a query at a random offset is the one leaf that it reads from memory.
/// A leaf with a height of 32,768 device pixels or more stores all of its heights separately.
struct HeightLeaves: Sendable {
  /// A multiple of 8: heights are summed eight at a time.
  let capacity: Int

  private var heights: [ShortHeight] = []
  private var tall: [Int: [PackedHeight]] = [:]
  private var counts: [Int32] = []
  private var free: [Int] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The number of leaves in use.
  var usedCount: Int { counts.count - free.count }

  func count(of leaf: Int) -> Int { Int(counts[leaf]) }

  func isFull(_ leaf: Int) -> Bool { count(of: leaf) == capacity }

  subscript(leaf: Int, index: Int) -> PackedHeight {
    tallHeights(of: leaf)?[index] ?? heights[leaf * capacity + index].packed
  }

  /// The heights of a leaf.
  func all(of leaf: Int) -> [PackedHeight] {
    tallHeights(of: leaf)
      ?? heights[leaf * capacity..<leaf * capacity + count(of: leaf)].map(\.packed)
  }

  func summary(of leaf: Int) -> HeightSummary {
    var sum = HeightSummary()
    if let tall = tallHeights(of: leaf) {
      for height in tall { sum += height }
    } else {
      for place in leaf * capacity..<leaf * capacity + count(of: leaf) { sum += heights[place].packed }
    }
    return sum
  }

  /// The sum of the heights before an index of a leaf.
  func pixels(in leaf: Int, before index: Int) -> Int {
    if let tall = tallHeights(of: leaf) { return tall[..<index].reduce(0) { $0 + $1.pixels } }
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
  func find(offset: Int, in leaf: Int) -> (index: Int, inside: Int) {
    if let tall = tallHeights(of: leaf) { return Self.find(offset, in: tall) }
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

  private static func find(_ offset: Int, in heights: [PackedHeight]) -> (index: Int, inside: Int) {
    var rest = offset
    var index = 0
    while rest >= heights[index].pixels {
      rest -= heights[index].pixels
      index += 1
    }
    return (index, rest)
  }

  /// Replaces a height.
  ///
  /// - Returns: The replaced height.
  mutating func replace(at index: Int, in leaf: Int, with height: PackedHeight) -> PackedHeight {
    let old = self[leaf, index]
    if let short = ShortHeight(height), tall.isEmpty {
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

  mutating func insert(_ height: PackedHeight, at index: Int, in leaf: Int) {
    guard let short = ShortHeight(height), tall.isEmpty else {
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

  mutating func remove(at index: Int, in leaf: Int) -> PackedHeight {
    let removed = self[leaf, index]
    guard tall.isEmpty else {
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
    for leaf in tall.keys {
      tall[leaf] = tall[leaf]?.map { height in
        var height = height
        height.forgetMeasurement()
        return height
      }
    }
  }

  private func tallHeights(of leaf: Int) -> [PackedHeight]? { tall.isEmpty ? nil : tall[leaf] }

  private mutating func setAll(_ all: [PackedHeight], of leaf: Int) {
    counts[leaf] = Int32(all.count)
    var place = leaf * capacity
    for height in all {
      guard let short = ShortHeight(height) else {
        tall[leaf] = all
        return
      }
      heights[place] = short
      place += 1
    }
    if !tall.isEmpty { tall[leaf] = nil }
  }
}

extension HeightLeaves {
  /// Makes leaves for heights in order, numbered from 0, each three quarters full so that edits find room. There is at
  /// least one leaf, which may be empty.
  struct Maker {
    private let filled: Int
    private var leaves: HeightLeaves
    private var summaries: [HeightSummary] = []
    /// The heights of the next leaf.
    private var next: [PackedHeight] = []

    /// - Parameter count: The expected number of heights: what has to be made larger is copied.
    init(capacity: Int, count: Int) {
      filled = capacity * 3 / 4
      leaves = HeightLeaves(capacity: capacity)
      // A long run of equal heights ends the leaf before it, which is not full then.
      leaves.heights.reserveCapacity((count / filled * 5 / 4 + 1) * capacity)
    }

    /// - Complexity: O(n).
    mutating func append(_ heights: some Sequence<PackedHeight>) {
      for height in heights {
        if next.count == filled { finishLeaf() }
        next.append(height)
      }
    }

    /// Appends equal heights.
    ///
    /// - Complexity: O(n), with two bytes to write for each.
    mutating func append(_ height: PackedHeight, count: Int) {
      let first = min(count, filled - next.count)
      append(repeatElement(height, count: first))
      let whole = (count - first) / filled
      guard whole > 0 else { return append(repeatElement(height, count: count - first)) }
      if !next.isEmpty { finishLeaf() }
      next = Array(repeating: height, count: filled)
      let leaf = leaves.counts.count
      finishLeaf()
      leaves.repeatLeaf(leaf, count: whole - 1)
      summaries += repeatElement(summaries[leaf], count: whole - 1)
      append(repeatElement(height, count: count - first - whole * filled))
    }

    /// - Complexity: O(n), with two bytes to write for each height of a long run.
    mutating func append(_ runs: HeightRuns) {
      runs.forEachRun { heights, count in
        if count == 1 { append(heights) } else { for height in heights { append(height, count: count) } }
      }
    }

    consuming func finish() -> (leaves: HeightLeaves, summaries: [HeightSummary]) {
      if !next.isEmpty || summaries.isEmpty { finishLeaf() }
      return (leaves, summaries)
    }

    private mutating func finishLeaf() {
      let number = leaves.add()
      leaves.setAll(next, of: number)
      summaries.append(leaves.summary(of: number))
      next.removeAll(keepingCapacity: true)
    }
  }

  /// Appends copies of the last leaf.
  private mutating func repeatLeaf(_ leaf: Int, count: Int) {
    if let tall = tall[leaf] {
      for copy in counts.count..<counts.count + count { self.tall[copy] = tall }
    }
    let content = Array(heights[leaf * capacity..<(leaf + 1) * capacity])
    for _ in 0..<count { heights += content }
    counts += repeatElement(counts[leaf], count: count)
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
