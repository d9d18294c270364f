/// A long sequence of heights with fast sums: the offset of an element, the element at an offset.
///
/// Heights stand in leaves of at most `leafCapacity`; running sums over the leaves answer where one begins. A
/// change of one height corrects the sums behind it in O(leaves); insertions split leaves, removals empty them.
/// Four bytes an element and 24 a leaf.
struct HeightSequence: Sendable {
  private static let leafCapacity = 256
  private static let measuredBit: UInt32 = 1 << 31

  private struct Leaf: Sendable {
    /// Height in the lower 31 bits, the highest says that it is measured.
    var entries: [UInt32]
    var height = 0
    var unmeasured = 0

    init(_ entries: [UInt32]) {
      self.entries = entries
      recount()
    }

    mutating func recount() {
      height = 0
      unmeasured = 0
      for entry in entries {
        height += Int(entry & ~HeightSequence.measuredBit)
        if entry & HeightSequence.measuredBit == 0 { unmeasured += 1 }
      }
    }
  }

  private var leaves: [Leaf] = []
  /// For each leaf, what stands before it.
  private var countBefore: [Int] = []
  private var heightBefore: [Int] = []
  private(set) var count = 0
  private(set) var totalHeight = 0
  private(set) var unmeasuredCount = 0

  init() {}

  init(_ heights: some Sequence<RowHeight>) {
    var entries: [UInt32] = []
    entries.reserveCapacity(Self.leafCapacity)
    for height in heights {
      entries.append(Self.encode(height))
      if entries.count == Self.leafCapacity * 3 / 4 {
        leaves.append(Leaf(entries))
        entries.removeAll(keepingCapacity: true)
      }
    }
    if !entries.isEmpty { leaves.append(Leaf(entries)) }
    sum(from: 0)
  }

  subscript(index: Int) -> RowHeight {
    let place = place(of: index)
    return Self.decode(leaves[place.leaf].entries[place.index])
  }

  /// The sum of all heights before `index`. O(log n) and one leaf.
  func offset(of index: Int) -> Int {
    if index == count { return totalHeight }
    let place = place(of: index)
    var offset = heightBefore[place.leaf]
    leaves[place.leaf].entries.withUnsafeBufferPointer { entries in
      for i in 0..<place.index { offset &+= Int(entries[i] & ~Self.measuredBit) }
    }
    return offset
  }

  /// The element that covers `offset`, never one without height; nil outside 0..<totalHeight.
  func index(atOffset offset: Int) -> (index: Int, inside: Int)? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var low = 0
    var high = leaves.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if heightBefore[middle] <= offset { low = middle } else { high = middle }
    }
    // Leaves without height begin at the same offset as the next one that has some.
    var rest = offset - heightBefore[low]
    while rest >= leaves[low].height { low += 1; rest = offset - heightBefore[low] }
    var index = 0
    while true {
      let height = Int(leaves[low].entries[index] & ~Self.measuredBit)
      if rest < height { return (countBefore[low] + index, rest) }
      rest -= height
      index += 1
    }
  }

  /// - Returns: By how much the height grew.
  mutating func set(_ height: RowHeight, at index: Int) -> Int {
    let place = place(of: index)
    let old = leaves[place.leaf].entries[place.index]
    let new = Self.encode(height)
    guard old != new else { return 0 }
    leaves[place.leaf].entries[place.index] = new
    let change = Int(new & ~Self.measuredBit) - Int(old & ~Self.measuredBit)
    let measured = Int(new >> 31) - Int(old >> 31)
    leaves[place.leaf].unmeasured -= measured
    unmeasuredCount -= measured
    if change != 0 {
      leaves[place.leaf].height += change
      totalHeight += change
      var leaf = place.leaf + 1
      while leaf < leaves.count {
        heightBefore[leaf] &+= change
        leaf += 1
      }
    }
    return change
  }

  mutating func insert(_ heights: some Collection<RowHeight>, at index: Int) {
    guard !heights.isEmpty else { return }
    guard !leaves.isEmpty else {
      self = HeightSequence(heights)
      return
    }
    let place =
      index == count
      ? (leaf: leaves.count - 1, index: leaves[leaves.count - 1].entries.count)
      : place(of: index)
    leaves[place.leaf].entries.insert(contentsOf: heights.map(Self.encode), at: place.index)
    let entries = leaves[place.leaf].entries
    if entries.count > Self.leafCapacity {
      let size = Self.leafCapacity * 3 / 4
      leaves.replaceSubrange(
        place.leaf...place.leaf,
        with: stride(from: 0, to: entries.count, by: size).map {
          Leaf(Array(entries[$0..<min($0 + size, entries.count)]))
        })
    } else {
      leaves[place.leaf].recount()
    }
    sum(from: place.leaf)
  }

  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = place(of: range.lowerBound).leaf
    var left = range.count
    var start = range.lowerBound - countBefore[first]
    var leaf = first
    while left > 0 {
      let end = min(start + left, leaves[leaf].entries.count)
      left -= end - start
      leaves[leaf].entries.removeSubrange(start..<end)
      leaves[leaf].recount()
      start = 0
      leaf += 1
    }
    leaves.removeAll { $0.entries.isEmpty }
    sum(from: 0)
  }

  mutating func forgetMeasurements() {
    for leaf in leaves.indices {
      for index in leaves[leaf].entries.indices { leaves[leaf].entries[index] &= ~Self.measuredBit }
      leaves[leaf].unmeasured = leaves[leaf].entries.count
    }
    unmeasuredCount = count
  }

  /// The nearest element without a measured height, `start` included; whole measured leaves are skipped.
  func nextUnmeasured(from start: Int, forward: Bool) -> Int? {
    guard unmeasuredCount > 0, start >= 0, start < count else { return nil }
    var (leaf, index) = place(of: start)
    while leaves.indices.contains(leaf) {
      if leaves[leaf].unmeasured > 0 {
        while leaves[leaf].entries.indices.contains(index) {
          if leaves[leaf].entries[index] & Self.measuredBit == 0 { return countBefore[leaf] + index }
          index += forward ? 1 : -1
        }
      }
      leaf += forward ? 1 : -1
      guard leaves.indices.contains(leaf) else { return nil }
      index = forward ? 0 : leaves[leaf].entries.count - 1
    }
    return nil
  }

  private func place(of index: Int) -> (leaf: Int, index: Int) {
    precondition(index >= 0 && index < count, "Element \(index) is not one of the \(count) in the list.")
    var low = 0
    var high = leaves.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if countBefore[middle] <= index { low = middle } else { high = middle }
    }
    return (low, index - countBefore[low])
  }

  private mutating func sum(from first: Int) {
    countBefore.removeLast(max(0, countBefore.count - first))
    heightBefore.removeLast(max(0, heightBefore.count - first))
    var runningCount = first == 0 ? 0 : countBefore[first - 1] + leaves[first - 1].entries.count
    var runningHeight = first == 0 ? 0 : heightBefore[first - 1] + leaves[first - 1].height
    for leaf in leaves[first...] {
      countBefore.append(runningCount)
      heightBefore.append(runningHeight)
      runningCount += leaf.entries.count
      runningHeight += leaf.height
    }
    count = runningCount
    totalHeight = runningHeight
    unmeasuredCount = leaves.reduce(0) { $0 + $1.unmeasured }
  }

  private static func encode(_ height: RowHeight) -> UInt32 {
    precondition(
      height.value >= 0 && height.value < Int(measuredBit), "A row can't be \(height.value) pixels high.")
    return switch height {
    case .estimated(let value): UInt32(value)
    case .measured(let value): UInt32(value) | measuredBit
    }
  }

  private static func decode(_ entry: UInt32) -> RowHeight {
    let value = Int(entry & ~measuredBit)
    return entry & measuredBit == 0 ? .estimated(value) : .measured(value)
  }
}
