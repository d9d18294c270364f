/// The lowest nodes of the tree: heights themselves.
struct HeightLeaf: Sendable {
  static let capacity = 64

  private(set) var count = 0
  private var heights = InlineArray<64, PackedHeight>(repeating: .zero)

  var isFull: Bool { count == Self.capacity }

  subscript(index: Int) -> PackedHeight {
    get { heights[index] }
    set { heights[index] = newValue }
  }

  var summary: HeightSummary {
    var sum = HeightSummary()
    for index in 0..<count { sum += heights[index] }
    return sum
  }

  mutating func insert(_ height: PackedHeight, at index: Int) {
    var place = count
    while place > index {
      heights[place] = heights[place - 1]
      place -= 1
    }
    heights[index] = height
    count += 1
  }

  mutating func remove(at index: Int) -> PackedHeight {
    let removed = heights[index]
    for place in index..<count - 1 { heights[place] = heights[place + 1] }
    count -= 1
    return removed
  }

  mutating func append(_ other: HeightLeaf) {
    for index in 0..<other.count { heights[count + index] = other.heights[index] }
    count += other.count
  }

  /// Takes away everything from an index on, as a leaf of its own.
  mutating func split(at index: Int) -> HeightLeaf {
    var rest = HeightLeaf()
    for place in index..<count { rest.heights[place - index] = heights[place] }
    rest.count = count - index
    count = index
    return rest
  }
}

/// The upper nodes of the tree: numbers of nodes one level below, with what each of them sums up to.
struct HeightBranch: Sendable {
  static let capacity = 32

  private(set) var count = 0
  var summaries = InlineArray<32, HeightSummary>(repeating: HeightSummary())
  private(set) var children = InlineArray<32, Int32>(repeating: 0)

  var isFull: Bool { count == Self.capacity }

  var summary: HeightSummary {
    var sum = HeightSummary()
    for slot in 0..<count { sum += summaries[slot] }
    return sum
  }

  func child(_ slot: Int) -> Int { Int(children[slot]) }

  mutating func insert(_ child: Int, _ summary: HeightSummary, at slot: Int) {
    var place = count
    while place > slot {
      children[place] = children[place - 1]
      summaries[place] = summaries[place - 1]
      place -= 1
    }
    children[slot] = Int32(child)
    summaries[slot] = summary
    count += 1
  }

  mutating func remove(at slot: Int) {
    for place in slot..<count - 1 {
      children[place] = children[place + 1]
      summaries[place] = summaries[place + 1]
    }
    count -= 1
  }

  mutating func append(_ other: HeightBranch) {
    for slot in 0..<other.count { insert(other.child(slot), other.summaries[slot], at: count) }
  }

  /// Takes away everything from a slot on, as a branch of its own.
  mutating func split(at slot: Int) -> HeightBranch {
    var rest = HeightBranch()
    for place in slot..<count { rest.insert(child(place), summaries[place], at: rest.count) }
    count = slot
    return rest
  }
}
