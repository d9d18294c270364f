/// A long sequence of heights that finds the offset of an element and the element at an offset in O(log n).
///
/// A counted B+tree: leaves hold up to 128 heights, or a run of any number of equal ones, and branches have up to 32
/// children and store, for each of them, the number of heights, their sum, and the number of estimates. Edits of one height
/// are O(log n) too. Nodes refer to each other by number, so that copies share them and no references are counted.
struct HeightSequence: Sendable {
  var leaves: HeightLeaves
  var branches: HeightBranches
  /// A leaf's number if `depth` is 0, otherwise a branch's.
  var root: Int
  /// The number of levels of branches above the leaves.
  var depth = 0
  var summary = HeightSummary()

  var count: Int { Int(summary.count) }
  /// The sum of all heights in device pixels.
  var totalHeight: Int { summary.height }
  var unmeasuredCount: Int { Int(summary.unmeasured) }

  /// Creates an empty sequence.
  ///
  /// - Parameters:
  ///   - leafCapacity: The heights in a leaf; a multiple of 8.
  ///   - branchCapacity: The children of a branch; a power of two, at least 4.
  init(leafCapacity: Int = 128, branchCapacity: Int = 32) {
    leaves = HeightLeaves(capacity: leafCapacity)
    branches = HeightBranches(capacity: branchCapacity)
    root = leaves.add()
  }

  /// - Complexity: O(n).
  init(_ heights: some Sequence<RowHeight>) {
    self.init()
    rebuild(packed: heights.lazy.map(PackedHeight.init))
  }

  /// Builds the tree from its leaves upwards. Each node is three quarters full, so that edits find room. O(n).
  mutating func rebuild(packed heights: some Sequence<PackedHeight>) {
    var maker = HeightLeaves.Maker(capacity: leaves.capacity, count: heights.underestimatedCount)
    maker.append(heights)
    rebuild(from: maker)
  }

  /// The same from runs of equal heights. O(k) for k runs.
  mutating func rebuild(_ runs: HeightRuns) {
    var maker = HeightLeaves.Maker(capacity: leaves.capacity, count: runs.storedCount)
    maker.append(runs)
    rebuild(from: maker)
  }

  mutating func rebuild(from maker: consuming HeightLeaves.Maker) {
    var summaries: [HeightSummary]
    (leaves, summaries) = maker.finish()
    branches = HeightBranches(capacity: branches.capacity)
    depth = 0
    var level = Array(summaries.indices)
    while level.count > 1 {
      var above: [Int] = []
      for (node, summary) in zip(level, summaries) {
        if above.isEmpty || branches.count(of: above[above.count - 1]) == branches.capacity * 3 / 4 {
          above.append(branches.add())
        }
        branches.append(node, summary, to: above[above.count - 1])
      }
      level = above
      summaries = above.map { branches.summary(of: $0) }
      depth += 1
    }
    root = level[0]
    summary = summaries[0]
  }

  subscript(index: Int) -> RowHeight {
    let place = place(of: index)
    return leaves[place.leaf, place.index].rowHeight
  }

  /// The sum of all heights before `index`; `index` may be `count`.
  ///
  /// - Complexity: O(log n).
  func offset(of index: Int) -> Int {
    if index == count { return totalHeight }
    let place = place(of: index)
    return place.offset + leaves.pixels(in: place.leaf, before: place.index)
  }

  /// The element that covers `offset`, never one of zero height; nil outside 0..<totalHeight.
  ///
  /// - Complexity: O(log n), whatever the number of elements of zero height.
  func index(atOffset offset: Int) -> (index: Int, inside: Int)? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var node = root
    var rest = offset
    var index = 0
    for _ in 0..<depth {
      let found = branches.find(offset: rest, in: node)
      index += found.index
      rest = found.rest
      node = branches.child(node, found.slot)
    }
    let found = leaves.find(offset: rest, in: node)
    return (index + found.index, found.inside)
  }

  /// The nearest element whose height is estimated, from `start` on in one direction.
  ///
  /// - Complexity: O(log n); measured subtrees are skipped.
  func nextUnmeasured(from start: Int, forward: Bool) -> Int? {
    guard unmeasuredCount > 0, start >= 0, start < count else { return nil }
    return nextUnmeasured(from: start, forward: forward, in: root, level: depth)
  }

  /// The nearest estimated element in a subtree. Indices are counted from the subtree's start; `start` may be outside
  /// it.
  private func nextUnmeasured(from start: Int, forward: Bool, in node: Int, level: Int) -> Int? {
    if level == 0 {
      var index = forward ? max(start, 0) : min(start, leaves.count(of: node) - 1)
      if leaves.isRun(node), leaves[node, 0].isMeasured { return nil }
      while index >= 0, index < leaves.count(of: node) {
        if !leaves[node, index].isMeasured { return index }
        index += forward ? 1 : -1
      }
      return nil
    }
    let count = branches.count(of: node)
    var first = forward ? 0 : Int(branches.summary(of: node).count)
    for step in 0..<count {
      let slot = forward ? step : count - 1 - step
      let summary = branches[node, slot]
      if !forward { first -= Int(summary.count) }
      let isPassed = forward ? first + Int(summary.count) <= start : first > start
      if summary.unmeasured > 0 && !isPassed,
        let found = nextUnmeasured(
          from: start - first, forward: forward, in: branches.child(node, slot), level: level - 1)
      {
        return first + found
      }
      if forward { first += Int(summary.count) }
    }
    return nil
  }

  /// The leaf of an element, the element's index in it, and the sum of the heights before the leaf.
  func place(of index: Int) -> (leaf: Int, index: Int, offset: Int) {
    precondition(index >= 0 && index < count, "Element \(index) is not one of the \(count) in the list.")
    var node = root
    var rest = index
    var offset = 0
    for _ in 0..<depth {
      let found = branches.find(index: rest, in: node)
      offset += found.offset
      rest = found.rest
      node = branches.child(node, found.slot)
    }
    return (node, rest, offset)
  }

  /// All heights in order. O(n).
  func packedHeights() -> [PackedHeight] {
    var all: [PackedHeight] = []
    all.reserveCapacity(count)
    forEachRun(in: 0..<count) { heights, number in
      if number == 1 {
        all += heights
      } else {
        for height in heights { all += repeatElement(height, count: number) }
      }
    }
    return all
  }

  /// Calls `body` with heights that follow each other, each of them to be repeated `count` times.
  ///
  /// - Complexity: O(log n + k) for k heights, where runs are as one.
  func forEachRun(in range: Range<Int>, _ body: (_ heights: ArraySlice<PackedHeight>, _ count: Int) -> Void) {
    if !range.isEmpty { forEachRun(in: range, of: root, level: depth, body) }
  }

  /// The same in a subtree; indices are counted from its start, and the range may reach beyond it.
  private func forEachRun(
    in range: Range<Int>, of node: Int, level: Int,
    _ body: (_ heights: ArraySlice<PackedHeight>, _ count: Int) -> Void
  ) {
    guard level > 0 else {
      let part = range.clamped(to: 0..<leaves.count(of: node))
      if leaves.isRun(node) { return body([leaves[node, 0]], part.count) }
      return body(leaves.all(of: node)[part], 1)
    }
    var first = 0
    for slot in 0..<branches.count(of: node) where first < range.upperBound {
      let end = first + Int(branches[node, slot].count)
      if end > range.lowerBound {
        forEachRun(
          in: range.lowerBound - first..<range.upperBound - first, of: branches.child(node, slot),
          level: level - 1, body)
      }
      first = end
    }
  }
}
