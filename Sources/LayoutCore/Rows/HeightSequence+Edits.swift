extension HeightSequence {
  /// - Returns: By how many device pixels the element grew.
  /// - Complexity: O(log n).
  mutating func set(_ height: RowHeight, at index: Int) -> Int {
    precondition(index >= 0 && index < count, "Element \(index) is not one of the \(count) in the list.")
    let new = PackedHeight(height)
    let old = replace(with: new, at: index, in: root, level: depth)
    summary -= old
    summary += new
    return new.pixels - old.pixels
  }

  /// - Complexity: O(k log n) for k heights; O(n + k) if they are many.
  mutating func insert(_ heights: some Collection<RowHeight>, at index: Int) {
    precondition(index >= 0 && index <= count, "Nothing can be inserted at \(index) in \(count) elements.")
    if isBulk(heights.count) {
      var all = packedHeights()
      all.insert(contentsOf: heights.lazy.map(PackedHeight.init), at: index)
      self = HeightSequence(packed: all)
      return
    }
    var place = index
    for height in heights {
      insert(PackedHeight(height), at: place)
      place += 1
    }
  }

  /// - Complexity: O(k log n) for k heights; O(n) if they are many.
  mutating func remove(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "Elements \(range) are not all among the \(count).")
    if isBulk(range.count) {
      var all = packedHeights()
      all.removeSubrange(range)
      self = HeightSequence(packed: all)
      return
    }
    for _ in range {
      summary -= remove(at: range.lowerBound, in: root, level: depth)
      shortenRoot()
    }
  }

  /// Measured heights become estimates. O(n).
  mutating func forgetMeasurements() {
    for leaf in leaves.indices {
      for index in 0..<leaves[leaf].count { leaves[leaf][index].forgetMeasurement() }
    }
    for branch in branches.indices {
      for slot in 0..<branches[branch].count {
        branches[branch].summaries[slot].unmeasured = branches[branch].summaries[slot].count
      }
    }
    summary.unmeasured = summary.count
  }

  /// Whether building the tree again is cheaper than so many edits.
  private func isBulk(_ edits: Int) -> Bool { edits > 64 && edits > count / 16 }

  private mutating func replace(
    with height: PackedHeight, at index: Int, in node: Int, level: Int
  ) -> PackedHeight {
    if level == 0 {
      let old = leaves[node][index]
      leaves[node][index] = height
      return old
    }
    let (slot, rest) = slot(of: index, in: node)
    let old = replace(with: height, at: rest, in: branches[node].child(slot), level: level - 1)
    branches[node].summaries[slot] -= old
    branches[node].summaries[slot] += height
    return old
  }

  private mutating func insert(_ height: PackedHeight, at index: Int) {
    let sibling = insert(height, at: index, in: root, level: depth)
    summary += height
    guard let sibling else { return }
    var branch = HeightBranch()
    for node in [root, sibling] { branch.insert(node, summary(of: node, level: depth), at: branch.count) }
    root = store(branch)
    depth += 1
  }

  /// - Returns: The node that a full one was split off to; it comes right after it.
  private mutating func insert(_ height: PackedHeight, at index: Int, in node: Int, level: Int) -> Int? {
    if level == 0 { return insert(height, at: index, inLeaf: node) }
    // Between two children the left one takes it.
    var slot = 0
    var rest = index
    while slot < branches[node].count - 1, rest > Int(branches[node].summaries[slot].count) {
      rest -= Int(branches[node].summaries[slot].count)
      slot += 1
    }
    let child = branches[node].child(slot)
    guard let sibling = insert(height, at: rest, in: child, level: level - 1) else {
      branches[node].summaries[slot] += height
      return nil
    }
    branches[node].summaries[slot] = summary(of: child, level: level - 1)
    let siblingSummary = summary(of: sibling, level: level - 1)
    guard branches[node].isFull else {
      branches[node].insert(sibling, siblingSummary, at: slot + 1)
      return nil
    }
    let half = HeightBranch.capacity / 2
    var rightHalf = branches[node].split(at: half)
    if slot < half {
      branches[node].insert(sibling, siblingSummary, at: slot + 1)
    } else {
      rightHalf.insert(sibling, siblingSummary, at: slot + 1 - half)
    }
    return store(rightHalf)
  }

  private mutating func insert(_ height: PackedHeight, at index: Int, inLeaf leaf: Int) -> Int? {
    guard leaves[leaf].isFull else {
      leaves[leaf].insert(height, at: index)
      return nil
    }
    // Heights that are added at an end one after the other leave full leaves behind.
    let middle =
      switch index {
      case 0: 0
      case HeightLeaf.capacity: HeightLeaf.capacity
      default: HeightLeaf.capacity / 2
      }
    var right = leaves[leaf].split(at: middle)
    if index <= middle && middle < HeightLeaf.capacity {
      leaves[leaf].insert(height, at: index)
    } else {
      right.insert(height, at: index - middle)
    }
    return store(right)
  }

  private mutating func remove(at index: Int, in node: Int, level: Int) -> PackedHeight {
    if level == 0 { return leaves[node].remove(at: index) }
    let (slot, rest) = slot(of: index, in: node)
    let child = branches[node].child(slot)
    let removed = remove(at: rest, in: child, level: level - 1)
    branches[node].summaries[slot] -= removed
    if branches[node].summaries[slot].count == 0 {
      branches[node].remove(at: slot)
      free(child, level: level - 1)
    } else if slot + 1 < branches[node].count {
      merge(slot, of: node, level: level)
    } else if slot > 0 {
      merge(slot - 1, of: node, level: level)
    }
    return removed
  }

  /// Unites a child and the next one if one is nearly empty and both leave room in one node.
  private mutating func merge(_ slot: Int, of node: Int, level: Int) {
    let left = branches[node].child(slot)
    let right = branches[node].child(slot + 1)
    if level == 1 {
      let counts = (leaves[left].count, leaves[right].count)
      guard Self.areSparse(counts, capacity: HeightLeaf.capacity) else { return }
      leaves[left].append(leaves[right])
    } else {
      let counts = (branches[left].count, branches[right].count)
      guard Self.areSparse(counts, capacity: HeightBranch.capacity) else { return }
      branches[left].append(branches[right])
    }
    branches[node].summaries[slot] += branches[node].summaries[slot + 1]
    branches[node].remove(at: slot + 1)
    free(right, level: level - 1)
  }

  private static func areSparse(_ counts: (Int, Int), capacity: Int) -> Bool {
    min(counts.0, counts.1) < capacity / 4 && counts.0 + counts.1 <= capacity * 3 / 4
  }

  /// A root with one child is replaced by it, one without by an empty leaf.
  private mutating func shortenRoot() {
    if count == 0 {
      self = HeightSequence()
      return
    }
    while depth > 0, branches[root].count == 1 {
      let child = branches[root].child(0)
      free(root, level: depth)
      root = child
      depth -= 1
    }
  }

  private func slot(of index: Int, in node: Int) -> (slot: Int, rest: Int) {
    var slot = 0
    var rest = index
    while rest >= Int(branches[node].summaries[slot].count) {
      rest -= Int(branches[node].summaries[slot].count)
      slot += 1
    }
    return (slot, rest)
  }

  private func summary(of node: Int, level: Int) -> HeightSummary {
    level == 0 ? leaves[node].summary : branches[node].summary
  }

  private mutating func store(_ leaf: HeightLeaf) -> Int {
    if let node = freeLeaves.popLast() {
      leaves[node] = leaf
      return node
    }
    leaves.append(leaf)
    return leaves.count - 1
  }

  private mutating func store(_ branch: HeightBranch) -> Int {
    if let node = freeBranches.popLast() {
      branches[node] = branch
      return node
    }
    branches.append(branch)
    return branches.count - 1
  }

  private mutating func free(_ node: Int, level: Int) {
    if level == 0 { freeLeaves.append(node) } else { freeBranches.append(node) }
  }
}
