/// The upper nodes of a `HeightSequence`, all in one pair of arrays: branch n has its children's numbers, and
/// what each of them sums up to, from `n * capacity` on.
struct HeightBranches: Sendable {
  static let capacity = 32

  private var children: [Int32] = []
  private var summaries: [HeightSummary] = []
  private var counts: [Int] = []
  private var free: [Int] = []

  /// Branches that are in use.
  var usedCount: Int { counts.count - free.count }

  /// Children of a branch.
  func count(of branch: Int) -> Int { counts[branch] }

  func isFull(_ branch: Int) -> Bool { counts[branch] == Self.capacity }

  func child(_ branch: Int, _ slot: Int) -> Int { Int(children[branch * Self.capacity + slot]) }

  /// The sums of a child.
  subscript(branch: Int, slot: Int) -> HeightSummary {
    get { summaries[branch * Self.capacity + slot] }
    set { summaries[branch * Self.capacity + slot] = newValue }
  }

  func summary(of branch: Int) -> HeightSummary {
    var sum = HeightSummary()
    for slot in 0..<counts[branch] { sum += self[branch, slot] }
    return sum
  }

  /// The child that holds an index, which lies within the branch; the index counted from that child's start; and
  /// the sum of the heights before that child.
  func find(index: Int, in branch: Int) -> (slot: Int, rest: Int, offset: Int) {
    summaries.withUnsafeBufferPointer { summaries in
      let start = branch * Self.capacity
      var place = start
      var rest = index
      var offset = 0
      while rest >= Int(summaries[place].count) {
        rest -= Int(summaries[place].count)
        offset += summaries[place].height
        place += 1
      }
      return (place - start, rest, offset)
    }
  }

  /// The child that covers an offset, which lies within the branch; the offset counted from that child's top; and
  /// the number of heights before that child.
  func find(offset: Int, in branch: Int) -> (slot: Int, rest: Int, index: Int) {
    summaries.withUnsafeBufferPointer { summaries in
      let start = branch * Self.capacity
      var place = start
      var rest = offset
      var index = 0
      // Four at a time while the offset lies behind them; children that are no more only make the last four larger.
      while true {
        var four = 0
        for next in place..<place + 4 { four += summaries[next].height }
        if rest < four { break }
        for next in place..<place + 4 { index += Int(summaries[next].count) }
        rest -= four
        place += 4
      }
      while rest >= summaries[place].height {
        rest -= summaries[place].height
        index += Int(summaries[place].count)
        place += 1
      }
      return (place - start, rest, index)
    }
  }

  /// Where the sums of a child stand among those of all branches.
  func place(_ branch: Int, _ slot: Int) -> Int { branch * Self.capacity + slot }

  /// One height below each of these places became another.
  mutating func replace(
    _ old: PackedHeight, by new: PackedHeight, along places: SIMD16<Int32>, levels: Int
  ) {
    let growth = new.pixels - old.pixels
    let unmeasured: Int32 = (new.isMeasured ? 0 : 1) - (old.isMeasured ? 0 : 1)
    summaries.withUnsafeMutableBufferPointer { summaries in
      for level in 0..<levels {
        summaries[Int(places[level])].height += growth
        summaries[Int(places[level])].unmeasured += unmeasured
      }
    }
  }

  /// A new branch without children.
  mutating func add() -> Int {
    if let branch = free.popLast() { return branch }
    children.append(contentsOf: repeatElement(0, count: Self.capacity))
    summaries.append(contentsOf: repeatElement(HeightSummary(), count: Self.capacity))
    counts.append(0)
    return counts.count - 1
  }

  mutating func remove(_ branch: Int) {
    counts[branch] = 0
    free.append(branch)
  }

  mutating func append(_ child: Int, _ summary: HeightSummary, to branch: Int) {
    insert(child, summary, at: counts[branch], in: branch)
  }

  mutating func insert(_ child: Int, _ summary: HeightSummary, at slot: Int, in branch: Int) {
    let start = branch * Self.capacity
    var place = start + counts[branch]
    while place > start + slot {
      children[place] = children[place - 1]
      summaries[place] = summaries[place - 1]
      place -= 1
    }
    children[place] = Int32(child)
    summaries[place] = summary
    counts[branch] += 1
  }

  mutating func remove(at slot: Int, in branch: Int) {
    let start = branch * Self.capacity
    for place in start + slot..<start + counts[branch] - 1 {
      children[place] = children[place + 1]
      summaries[place] = summaries[place + 1]
    }
    counts[branch] -= 1
  }

  /// Moves everything from a slot on to a new branch.
  mutating func split(_ branch: Int, at slot: Int) -> Int {
    let rest = add()
    for from in slot..<counts[branch] { append(child(branch, from), self[branch, from], to: rest) }
    counts[branch] = slot
    return rest
  }

  /// Moves all children of one branch to the end of another and gives it up.
  mutating func merge(_ other: Int, into branch: Int) {
    for slot in 0..<counts[other] { append(child(other, slot), self[other, slot], to: branch) }
    remove(other)
  }

  mutating func forgetMeasurements() {
    for place in summaries.indices { summaries[place].unmeasured = summaries[place].count }
  }
}
