/// The upper nodes of a `HeightSequence`, all in a few arrays: the children of branch n and their sums are at
/// `n * capacity` and after it.
///
/// The sums are prefix sums: each is that of its child and all children before it, and places after the last child
/// repeat the total. So a child is found by counting, without a branch that the processor could mispredict.
struct HeightBranches: Sendable {
  /// A power of two.
  let capacity: Int

  private var children: [Int32] = []
  /// Device pixels.
  private var heightEnds: [Int] = []
  private var countEnds: [Int32] = []
  private var unmeasuredEnds: [Int32] = []
  private var counts: [Int] = []
  private var free: [Int] = []

  init(capacity: Int) { self.capacity = capacity }

  /// The number of branches in use.
  var usedCount: Int { counts.count - free.count }

  /// The number of a branch's children.
  func count(of branch: Int) -> Int { counts[branch] }

  func isFull(_ branch: Int) -> Bool { counts[branch] == capacity }

  func child(_ branch: Int, _ slot: Int) -> Int { Int(children[branch * capacity + slot]) }

  /// The sums of a child.
  subscript(branch: Int, slot: Int) -> HeightSummary {
    get {
      let place = branch * capacity + slot
      let end = end(at: place)
      return slot == 0 ? end : end - self.end(at: place - 1)
    }
    set { add(newValue - self[branch, slot], at: branch * capacity + slot) }
  }

  func summary(of branch: Int) -> HeightSummary { end(at: branch * capacity + capacity - 1) }

  private func end(at place: Int) -> HeightSummary {
    HeightSummary(
      height: heightEnds[place], count: countEnds[place], unmeasured: unmeasuredEnds[place])
  }

  /// Finds the child that contains an index, which is in the branch.
  ///
  /// - Returns: The child's slot, the index in the child, and the sum of the heights before the child.
  func find(index: Int, in branch: Int) -> (slot: Int, rest: Int, offset: Int) {
    let start = branch * capacity
    let place = countEnds.withUnsafeBufferPointer {
      Self.firstPlace(in: $0, from: start, capacity, after: Int32(truncatingIfNeeded: index))
    }
    if place == start { return (0, index, 0) }
    return (place - start, index - Int(countEnds[place - 1]), heightEnds[place - 1])
  }

  /// Finds the child that covers an offset, which is in the branch.
  ///
  /// - Returns: The child's slot, the offset in the child, and the number of heights before the child.
  func find(offset: Int, in branch: Int) -> (slot: Int, rest: Int, index: Int) {
    let start = branch * capacity
    let place = heightEnds.withUnsafeBufferPointer {
      Self.firstPlace(in: $0, from: start, capacity, after: offset)
    }
    if place == start { return (0, offset, 0) }
    return (place - start, offset - heightEnds[place - 1], Int(countEnds[place - 1]))
  }

  /// The first place whose end is greater than a value, which is less than the last end: the number of ends that are
  /// not greater.
  ///
  /// Counting has no unpredictable branches, and its reads do not depend on each other as those of a binary search do.
  /// It looks at the last end of every four, then at the ends of one four.
  @inline(__always)
  private static func firstPlace<Number: FixedWidthInteger & SignedInteger>(
    in ends: UnsafeBufferPointer<Number>, from start: Int, _ capacity: Int, after value: Number
  ) -> Int {
    var passed = 0
    var place = start &+ 3
    while place < start &+ capacity {
      passed &+= ends[place] <= value ? 4 : 0
      place &+= 4
    }
    let four = start &+ passed
    for place in four..<four &+ 3 { passed &+= ends[place] <= value ? 1 : 0 }
    return start &+ passed
  }

  /// The place of a child's sums in the arrays.
  func place(_ branch: Int, _ slot: Int) -> Int { branch * capacity + slot }

  /// Updates the sums along a path after one height below it was replaced.
  mutating func replace(
    _ old: PackedHeight, by new: PackedHeight, along places: SIMD16<Int32>, levels: Int
  ) {
    let growth = new.pixels - old.pixels
    let unmeasured: Int32 = (new.isMeasured ? 0 : 1) - (old.isMeasured ? 0 : 1)
    for level in 0..<levels {
      let places = placesOfBranch(from: Int(places[level]))
      if growth != 0 { Self.add(growth, to: &heightEnds, at: places) }
      if unmeasured != 0 { Self.add(unmeasured, to: &unmeasuredEnds, at: places) }
    }
  }

  /// The places of a child and of all children after it in its branch.
  private func placesOfBranch(from place: Int) -> Range<Int> { place..<(place | (capacity - 1)) + 1 }

  private mutating func add(_ sum: HeightSummary, at place: Int) {
    let places = placesOfBranch(from: place)
    Self.add(sum.height, to: &heightEnds, at: places)
    Self.add(sum.count, to: &countEnds, at: places)
    Self.add(sum.unmeasured, to: &unmeasuredEnds, at: places)
  }

  @inline(__always)
  private static func add<Number: FixedWidthInteger>(
    _ number: Number, to ends: inout [Number], at places: Range<Int>
  ) {
    ends.withUnsafeMutableBufferPointer { ends in
      for place in places { ends[place] &+= number }
    }
  }

  /// A new branch without children.
  mutating func add() -> Int {
    if let branch = free.popLast() { return branch }
    children.append(contentsOf: repeatElement(0, count: capacity))
    heightEnds.append(contentsOf: repeatElement(0, count: capacity))
    countEnds.append(contentsOf: repeatElement(0, count: capacity))
    unmeasuredEnds.append(contentsOf: repeatElement(0, count: capacity))
    counts.append(0)
    return counts.count - 1
  }

  /// Frees a branch.
  mutating func remove(_ branch: Int) {
    clear(branch, from: 0)
    free.append(branch)
  }

  mutating func append(_ child: Int, _ summary: HeightSummary, to branch: Int) {
    insert(child, summary, at: counts[branch], in: branch)
  }

  mutating func insert(_ child: Int, _ summary: HeightSummary, at slot: Int, in branch: Int) {
    let first = branch * capacity + slot
    var place = branch * capacity + capacity - 1
    while place > first {
      children[place] = children[place - 1]
      heightEnds[place] = heightEnds[place - 1]
      countEnds[place] = countEnds[place - 1]
      unmeasuredEnds[place] = unmeasuredEnds[place - 1]
      place -= 1
    }
    children[first] = Int32(child)
    let before = slot == 0 ? HeightSummary() : end(at: first - 1)
    heightEnds[first] = before.height
    countEnds[first] = before.count
    unmeasuredEnds[first] = before.unmeasured
    add(summary, at: first)
    counts[branch] += 1
  }

  mutating func remove(at slot: Int, in branch: Int) {
    let first = branch * capacity + slot
    add(HeightSummary() - self[branch, slot], at: first)
    for place in first..<branch * capacity + capacity - 1 {
      children[place] = children[place + 1]
      heightEnds[place] = heightEnds[place + 1]
      countEnds[place] = countEnds[place + 1]
      unmeasuredEnds[place] = unmeasuredEnds[place + 1]
    }
    counts[branch] -= 1
  }

  /// Moves the children from a slot on to a new branch.
  mutating func split(_ branch: Int, at slot: Int) -> Int {
    let rest = add()
    for from in slot..<counts[branch] { append(child(branch, from), self[branch, from], to: rest) }
    clear(branch, from: slot)
    return rest
  }

  /// Appends all children of one branch to another and frees it.
  mutating func merge(_ other: Int, into branch: Int) {
    for slot in 0..<counts[other] { append(child(other, slot), self[other, slot], to: branch) }
    remove(other)
  }

  private mutating func clear(_ branch: Int, from slot: Int) {
    let first = branch * capacity + slot
    let before = slot == 0 ? HeightSummary() : end(at: first - 1)
    for place in first..<branch * capacity + capacity {
      heightEnds[place] = before.height
      countEnds[place] = before.count
      unmeasuredEnds[place] = before.unmeasured
    }
    counts[branch] = slot
  }

  mutating func forgetMeasurements() { unmeasuredEnds = countEnds }
}
