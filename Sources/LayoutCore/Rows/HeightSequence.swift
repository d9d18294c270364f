/// A long sequence of heights with fast sums: the offset of an element, the element at an offset.
///
/// A counted B+tree: heights stand in leaves of 128, and each branch knows of its up to 32 children how many
/// heights they hold, their sum, and how many of them are only estimated. Queries and edits of one height are
/// O(log n). Nodes refer to each other by number, so copies share them and nothing is counted by
/// reference. About 6 bytes an element where leaves are three quarters full.
struct HeightSequence: Sendable {
  var leaves: HeightLeaves
  var branches: HeightBranches
  /// A leaf's number if `depth` is 0, otherwise a branch's.
  var root: Int
  /// Levels of branches above the leaves.
  var depth = 0
  var summary = HeightSummary()

  var count: Int { Int(summary.count) }
  /// The sum of all heights in device pixels.
  var totalHeight: Int { summary.height }
  var unmeasuredCount: Int { Int(summary.unmeasured) }

  /// - Parameters:
  ///   - leafCapacity: Heights in a leaf, at least 8.
  ///   - branchCapacity: Children of a branch, a power of two from 4 on.
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

  /// Builds the tree from its leaves upwards, each node three quarters full so that edits find room. O(n).
  mutating func rebuild(packed heights: some Sequence<PackedHeight>) {
    var summaries: [HeightSummary]
    (leaves, summaries) = HeightLeaves.make(heights, capacity: leaves.capacity)
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

  /// The element that covers `offset`, never one without height; nil outside 0..<totalHeight.
  ///
  /// - Complexity: O(log n), however many elements without height there are.
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

  /// The nearest element whose height is only estimated, `start` included.
  ///
  /// - Complexity: O(log n); measured subtrees are passed over.
  func nextUnmeasured(from start: Int, forward: Bool) -> Int? {
    guard unmeasuredCount > 0, start >= 0, start < count else { return nil }
    return nextUnmeasured(from: start, forward: forward, in: root, level: depth)
  }

  /// The index of the first find in a subtree, counted from the subtree's start; `start` may lie outside it.
  private func nextUnmeasured(from start: Int, forward: Bool, in node: Int, level: Int) -> Int? {
    if level == 0 {
      var index = forward ? max(start, 0) : min(start, leaves.count(of: node) - 1)
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

  /// The leaf of an element, its index there, and the sum of the heights before that leaf.
  private func place(of index: Int) -> (leaf: Int, index: Int, offset: Int) {
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

  /// All heights in order.
  func packedHeights() -> [PackedHeight] {
    var all: [PackedHeight] = []
    all.reserveCapacity(count)
    appendHeights(of: root, level: depth, to: &all)
    return all
  }

  private func appendHeights(of node: Int, level: Int, to all: inout [PackedHeight]) {
    if level == 0 {
      all += leaves.all(of: node)
    } else {
      for slot in 0..<branches.count(of: node) {
        appendHeights(of: branches.child(node, slot), level: level - 1, to: &all)
      }
    }
  }
}
