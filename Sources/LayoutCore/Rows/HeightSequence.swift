/// A long sequence of heights with fast sums: the offset of an element, the element at an offset.
///
/// A counted B+tree: heights stand in leaves of 64, and each branch knows of its up to 32 children how many
/// heights they hold, their sum, and how many of them are only estimated. Queries and edits of one height are
/// O(log n). Nodes lie in two arrays and refer to each other by number, so copies share them and nothing is
/// counted by reference. About 6 bytes an element where leaves are three quarters full.
struct HeightSequence: Sendable {
  var leaves: [HeightLeaf]
  var branches: [HeightBranch] = []
  /// Numbers of nodes that are not in use.
  var freeLeaves: [Int] = []
  var freeBranches: [Int] = []
  /// A leaf's number if `depth` is 0, otherwise a branch's.
  var root = 0
  /// Levels of branches above the leaves.
  var depth = 0
  var summary = HeightSummary()

  var count: Int { Int(summary.count) }
  /// The sum of all heights in device pixels.
  var totalHeight: Int { summary.height }
  var unmeasuredCount: Int { Int(summary.unmeasured) }

  init() { leaves = [HeightLeaf()] }

  /// - Complexity: O(n).
  init(_ heights: some Sequence<RowHeight>) { self.init(packed: heights.lazy.map(PackedHeight.init)) }

  /// Builds the tree from its leaves upwards, each node three quarters full so that edits find room.
  init(packed heights: some Sequence<PackedHeight>) {
    leaves = []
    var leaf = HeightLeaf()
    for height in heights {
      leaf.insert(height, at: leaf.count)
      if leaf.count == HeightLeaf.capacity * 3 / 4 {
        leaves.append(leaf)
        leaf = HeightLeaf()
      }
    }
    if leaf.count > 0 || leaves.isEmpty { leaves.append(leaf) }
    var level = leaves.indices.map { (node: $0, summary: leaves[$0].summary) }
    while level.count > 1 {
      var above: [(node: Int, summary: HeightSummary)] = []
      for first in stride(from: 0, to: level.count, by: HeightBranch.capacity * 3 / 4) {
        var branch = HeightBranch()
        for (node, summary) in level[first..<min(first + HeightBranch.capacity * 3 / 4, level.count)] {
          branch.insert(node, summary, at: branch.count)
        }
        above.append((branches.count, branch.summary))
        branches.append(branch)
      }
      level = above
      depth += 1
    }
    root = level[0].node
    summary = level[0].summary
  }

  subscript(index: Int) -> RowHeight {
    let place = place(of: index)
    return leaves[place.leaf][place.index].rowHeight
  }

  /// The sum of all heights before `index`; `index` may be `count`.
  ///
  /// - Complexity: O(log n).
  func offset(of index: Int) -> Int {
    if index == count { return totalHeight }
    let place = place(of: index)
    var offset = place.offset
    for before in 0..<place.index { offset += leaves[place.leaf][before].pixels }
    return offset
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
      var slot = 0
      while rest >= branches[node].summaries[slot].height {
        rest -= branches[node].summaries[slot].height
        index += Int(branches[node].summaries[slot].count)
        slot += 1
      }
      node = branches[node].child(slot)
    }
    var slot = 0
    while rest >= leaves[node][slot].pixels {
      rest -= leaves[node][slot].pixels
      slot += 1
    }
    return (index + slot, rest)
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
      var index = forward ? max(start, 0) : min(start, leaves[node].count - 1)
      while index >= 0, index < leaves[node].count {
        if !leaves[node][index].isMeasured { return index }
        index += forward ? 1 : -1
      }
      return nil
    }
    let count = branches[node].count
    var first = forward ? 0 : Int(branches[node].summary.count)
    for step in 0..<count {
      let slot = forward ? step : count - 1 - step
      let summary = branches[node].summaries[slot]
      if !forward { first -= Int(summary.count) }
      let isPassed = forward ? first + Int(summary.count) <= start : first > start
      if summary.unmeasured > 0 && !isPassed,
        let found = nextUnmeasured(
          from: start - first, forward: forward, in: branches[node].child(slot), level: level - 1)
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
      var slot = 0
      while rest >= Int(branches[node].summaries[slot].count) {
        rest -= Int(branches[node].summaries[slot].count)
        offset += branches[node].summaries[slot].height
        slot += 1
      }
      node = branches[node].child(slot)
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
      for index in 0..<leaves[node].count { all.append(leaves[node][index]) }
    } else {
      for slot in 0..<branches[node].count {
        appendHeights(of: branches[node].child(slot), level: level - 1, to: &all)
      }
    }
  }
}
