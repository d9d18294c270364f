extension HeightSequence {
  /// Changes the height of an element.
  ///
  /// - Returns: The difference to the height before, in device pixels.
  /// - Complexity: O(log n).
  mutating func set(_ height: RowHeight, at index: Int) -> Int {
    precondition(index >= 0 && index < count, "Element \(index) is not one of the \(count) in the list.")
    let new = PackedHeight(height)
    let old = replace(with: new, at: index)
    summary -= old
    summary += new
    return new.pixels - old.pixels
  }

  /// Inserts heights before an index.
  ///
  /// - Complexity: O(k log n) for k heights; O(n + k) if they are many.
  mutating func insert(_ heights: some Collection<RowHeight>, at index: Int) {
    var runs = HeightRuns()
    runs.reserveCapacity(heights.count)
    for height in heights { runs.append(height) }
    insert(runs, at: index)
  }

  /// Inserts heights before an index.
  ///
  /// - Complexity: O(k log n) for k heights; O(n + k) if they are many, with very little for those that are alike.
  mutating func insert(_ runs: HeightRuns, at index: Int) {
    precondition(index >= 0 && index <= count, "Nothing can be inserted at \(index) in \(count) elements.")
    guard isBulk(runs.count) else {
      var place = index
      runs.forEachRun { heights, number in
        for height in heights {
          for _ in 0..<number {
            insert(height, at: place)
            place += 1
          }
        }
      }
      return
    }
    let all = packedHeights()
    var maker = HeightLeaves.Maker(capacity: leaves.capacity, count: all.count + runs.count)
    maker.append(all[..<index])
    maker.append(runs)
    maker.append(all[index...])
    rebuild(from: maker)
  }

  /// Removes heights.
  ///
  /// - Complexity: O(k log n) for k heights; O(n) if they are many.
  mutating func remove(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "Elements \(range) are not all among the \(count).")
    if isBulk(range.count) {
      var all = packedHeights()
      all.removeSubrange(range)
      rebuild(packed: all)
      return
    }
    for _ in range {
      summary -= remove(at: range.lowerBound, in: root, level: depth)
      shortenRoot()
    }
  }

  /// Measured heights become estimates. O(n).
  mutating func forgetMeasurements() {
    leaves.forgetMeasurements()
    branches.forgetMeasurements()
    summary.unmeasured = summary.count
  }

  /// Whether rebuilding the tree is cheaper than this number of edits.
  private func isBulk(_ edits: Int) -> Bool { edits > 64 && edits > count / 16 }

  /// Descends to the leaf, then adds the difference along the path.
  private mutating func replace(with height: PackedHeight, at index: Int) -> PackedHeight {
    var node = root
    var rest = index
    var branchPlaces = SIMD16<Int32>()
    for level in 0..<depth {
      let found = branches.find(index: rest, in: node)
      branchPlaces[level] = Int32(truncatingIfNeeded: branches.place(node, found.slot))
      rest = found.rest
      node = branches.child(node, found.slot)
    }
    let old = leaves.replace(at: rest, in: node, with: height)
    branches.replace(old, by: height, along: branchPlaces, levels: depth)
    return old
  }

  private mutating func insert(_ height: PackedHeight, at index: Int) {
    let sibling = insert(height, at: index, in: root, level: depth)
    summary += height
    guard let sibling else { return }
    let branch = branches.add()
    for node in [root, sibling] { branches.append(node, summary(of: node, level: depth), to: branch) }
    root = branch
    depth += 1
  }

  /// Inserts a height into a subtree.
  ///
  /// - Returns: The new right sibling of `node`, if `node` was full and was split.
  private mutating func insert(_ height: PackedHeight, at index: Int, in node: Int, level: Int) -> Int? {
    if level == 0 { return insert(height, at: index, inLeaf: node) }
    // An index between two children belongs to the left one.
    var slot = 0
    var rest = index
    while slot < branches.count(of: node) - 1, rest > Int(branches[node, slot].count) {
      rest -= Int(branches[node, slot].count)
      slot += 1
    }
    let child = branches.child(node, slot)
    guard let sibling = insert(height, at: rest, in: child, level: level - 1) else {
      branches[node, slot] += height
      return nil
    }
    branches[node, slot] = summary(of: child, level: level - 1)
    let siblingSummary = summary(of: sibling, level: level - 1)
    guard branches.isFull(node) else {
      branches.insert(sibling, siblingSummary, at: slot + 1, in: node)
      return nil
    }
    let half = branches.capacity / 2
    let rightHalf = branches.split(node, at: half)
    if slot < half {
      branches.insert(sibling, siblingSummary, at: slot + 1, in: node)
    } else {
      branches.insert(sibling, siblingSummary, at: slot + 1 - half, in: rightHalf)
    }
    return rightHalf
  }

  private mutating func insert(_ height: PackedHeight, at index: Int, inLeaf leaf: Int) -> Int? {
    guard leaves.isFull(leaf) else {
      leaves.insert(height, at: index, in: leaf)
      return nil
    }
    // Heights that are appended or prepended one after the other fill leaves completely.
    let middle =
      switch index {
      case 0, leaves.capacity: index
      default: leaves.capacity / 2
      }
    let right = leaves.split(leaf, at: middle)
    if index <= middle && middle < leaves.capacity {
      leaves.insert(height, at: index, in: leaf)
    } else {
      leaves.insert(height, at: index - middle, in: right)
    }
    return right
  }

  private mutating func remove(at index: Int, in node: Int, level: Int) -> PackedHeight {
    if level == 0 { return leaves.remove(at: index, in: node) }
    let (slot, rest, _) = branches.find(index: index, in: node)
    let child = branches.child(node, slot)
    let removed = remove(at: rest, in: child, level: level - 1)
    branches[node, slot] -= removed
    if branches[node, slot].count == 0 {
      branches.remove(at: slot, in: node)
      if level == 1 { leaves.remove(child) } else { branches.remove(child) }
    } else if slot + 1 < branches.count(of: node) {
      merge(slot, of: node, level: level)
    } else if slot > 0 {
      merge(slot - 1, of: node, level: level)
    }
    return removed
  }

  /// Merges a child with the next one if one is nearly empty and both fit into one node.
  private mutating func merge(_ slot: Int, of node: Int, level: Int) {
    let left = branches.child(node, slot)
    let right = branches.child(node, slot + 1)
    if level == 1 {
      let counts = (leaves.count(of: left), leaves.count(of: right))
      guard Self.areSparse(counts, capacity: leaves.capacity) else { return }
      leaves.merge(right, into: left)
    } else {
      let counts = (branches.count(of: left), branches.count(of: right))
      guard Self.areSparse(counts, capacity: branches.capacity) else { return }
      branches.merge(right, into: left)
    }
    branches[node, slot] += branches[node, slot + 1]
    branches.remove(at: slot + 1, in: node)
  }

  private static func areSparse(_ counts: (Int, Int), capacity: Int) -> Bool {
    min(counts.0, counts.1) < capacity / 4 && counts.0 + counts.1 <= capacity * 3 / 4
  }

  /// Replaces a root with one child by that child, and a root without children by an empty leaf.
  private mutating func shortenRoot() {
    if count == 0 {
      self = HeightSequence(leafCapacity: leaves.capacity, branchCapacity: branches.capacity)
      return
    }
    while depth > 0, branches.count(of: root) == 1 {
      let child = branches.child(root, 0)
      branches.remove(root)
      root = child
      depth -= 1
    }
  }

  private func summary(of node: Int, level: Int) -> HeightSummary {
    level == 0 ? leaves.summary(of: node) : branches.summary(of: node)
  }
}
