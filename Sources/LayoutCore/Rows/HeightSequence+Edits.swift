extension HeightSequence {
  /// Changes the height of an element.
  ///
  /// - Returns: The difference to the height before, in device pixels.
  /// - Complexity: O(log n).
  mutating func set(_ height: RowHeight, at index: Int) -> Int {
    precondition(index >= 0 && index < count, "Element \(index) is not one of the \(count) in the list.")
    let new = PackedHeight(height)
    endRun(at: index, for: new)
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
  /// - Complexity: O(k log n) for k heights, where runs are as one; O(n + k) if they are many.
  mutating func insert(_ runs: HeightRuns, at index: Int) {
    precondition(index >= 0 && index <= count, "Nothing can be inserted at \(index) in \(count) elements.")
    guard isBulk(runs.storedCount) else {
      var place = index
      runs.forEachRun { heights, number in
        for height in heights {
          insert(height, count: number, at: place)
          place += number
        }
      }
      return
    }
    var maker = HeightLeaves.Maker(capacity: leaves.capacity, count: storedCount + runs.storedCount)
    maker.append(0..<index, of: self)
    maker.append(runs)
    maker.append(index..<count, of: self)
    rebuild(from: maker)
  }

  /// Removes heights.
  ///
  /// - Complexity: O(k log n) for k heights, where runs are as one; O(n) if they are many.
  mutating func remove(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "Elements \(range) are not all among the \(count).")
    if isBulk(range.count) {
      var maker = HeightLeaves.Maker(capacity: leaves.capacity, count: storedCount)
      maker.append(0..<range.lowerBound, of: self)
      maker.append(range.upperBound..<count, of: self)
      return rebuild(from: maker)
    }
    var left = range.count
    while left > 0 {
      let removed = remove(upTo: left, at: range.lowerBound, in: root, level: depth)
      summary = summary - removed
      left -= Int(removed.count)
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
  private func isBulk(_ edits: Int) -> Bool { edits > 64 && edits > storedCount / 16 }

  /// About how many heights are stored for themselves.
  var storedCount: Int { leaves.usedCount * leaves.filledCount }

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

  /// Inserts equal heights: many as a run, few one by one.
  private mutating func insert(_ height: PackedHeight, count number: Int, at index: Int) {
    if number > 2 * leaves.capacity, leaves.canBeRun(height) {
      return insert(EqualHeights(height: height, count: number), at: index)
    }
    for index in index..<index + number { insert(EqualHeights(height: height, count: 1), at: index) }
  }

  /// Equal heights that are inserted together: one, or more than the capacity of a leaf.
  private struct EqualHeights {
    let height: PackedHeight
    let count: Int

    var summary: HeightSummary { HeightSummary(height, count: count) }
  }

  private mutating func insert(_ new: EqualHeights, at index: Int) {
    if new.count == 1 {
      endRun(at: max(index - 1, 0), for: new.height)
    } else if count > 0 {
      // An index between two leaves belongs to the left one.
      let left = place(of: max(index - 1, 0))
      let isRunOfSame = leaves.isRun(left.leaf) && leaves[left.leaf, 0] == new.height
      if !isRunOfSame, index > 0, left.index + 1 < leaves.count(of: left.leaf) { split(at: index) }
    }
    let sibling = insert(new, at: index, in: root, level: depth)
    summary += new.summary
    growRoot(sibling)
  }

  /// Adds a level above the root if it was split.
  private mutating func growRoot(_ sibling: Int?) {
    guard let sibling else { return }
    let branch = branches.add()
    for node in [root, sibling] { branches.append(node, summary(of: node, level: depth), to: branch) }
    root = branch
    depth += 1
  }

  /// Inserts heights into a subtree.
  ///
  /// - Returns: The new right sibling of `node`, if `node` was full and was split.
  private mutating func insert(_ new: EqualHeights, at index: Int, in node: Int, level: Int) -> Int? {
    if level == 0 {
      return new.count == 1
        ? insert(new.height, at: index, inLeaf: node) : insertRun(new, at: index, inLeaf: node)
    }
    // An index between two children belongs to the left one.
    var slot = 0
    var rest = index
    while slot < branches.count(of: node) - 1, rest > Int(branches[node, slot].count) {
      rest -= Int(branches[node, slot].count)
      slot += 1
    }
    guard let sibling = insert(new, at: rest, in: branches.child(node, slot), level: level - 1) else {
      branches[node, slot] += new.summary
      return nil
    }
    return adopt(sibling, after: slot, of: node, level: level)
  }

  /// Inserts a node after a child of a branch that was split.
  ///
  /// - Returns: The new right sibling of `node`, if `node` was full and was split.
  private mutating func adopt(_ sibling: Int, after slot: Int, of node: Int, level: Int) -> Int? {
    branches[node, slot] = summary(of: branches.child(node, slot), level: level - 1)
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

  /// Stores the heights around an element for themselves, if it is in a run of other heights.
  private mutating func endRun(at index: Int, for height: PackedHeight) {
    guard leaves.hasRuns else { return }
    let place = place(of: index)
    guard leaves.isRun(place.leaf), leaves[place.leaf, 0] != height else { return }
    let start = index - place.index
    let end = start + leaves.count(of: place.leaf)
    // Heights that are known one after the other fill such parts.
    let first = index - place.index % leaves.filledCount
    if first + leaves.filledCount < end { split(at: first + leaves.filledCount) }
    if first > start { split(at: first) }
  }

  /// Splits the leaf that has elements before and after an index.
  private mutating func split(at index: Int) { growRoot(split(at: index, in: root, level: depth)) }

  private mutating func split(at index: Int, in node: Int, level: Int) -> Int? {
    if level == 0 { return leaves.split(node, at: index) }
    let (slot, rest, _) = branches.find(index: index, in: node)
    return split(at: rest, in: branches.child(node, slot), level: level - 1)
      .flatMap { adopt($0, after: slot, of: node, level: level) }
  }

  private mutating func insertRun(_ new: EqualHeights, at index: Int, inLeaf leaf: Int) -> Int? {
    if leaves.isRun(leaf), leaves[leaf, 0] == new.height {
      leaves.lengthen(leaf, by: new.count)
      return nil
    }
    if leaves.count(of: leaf) == 0 {
      leaves.setRun(new.height, count: new.count, of: leaf)
      return nil
    }
    let sibling = index == 0 ? leaves.split(leaf, at: 0) : leaves.add()
    leaves.setRun(new.height, count: new.count, of: index == 0 ? leaf : sibling)
    return sibling
  }

  private mutating func insert(_ height: PackedHeight, at index: Int, inLeaf leaf: Int) -> Int? {
    if leaves.isRun(leaf) {
      leaves.lengthen(leaf, by: 1)
      return nil
    }
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

  /// Removes a height, or heights of a run.
  ///
  /// - Parameter number: The most that are removed.
  /// - Returns: The sums of those that were removed.
  private mutating func remove(upTo number: Int, at index: Int, in node: Int, level: Int) -> HeightSummary {
    if level == 0 {
      guard leaves.isRun(node) else { return HeightSummary(leaves.remove(at: index, in: node), count: 1) }
      return leaves.shorten(node, by: min(number, leaves.count(of: node) - index))
    }
    let (slot, rest, _) = branches.find(index: index, in: node)
    let child = branches.child(node, slot)
    let removed = remove(upTo: number, at: rest, in: child, level: level - 1)
    branches[node, slot] = branches[node, slot] - removed
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
