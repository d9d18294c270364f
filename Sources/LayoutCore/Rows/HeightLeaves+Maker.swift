extension HeightLeaves {
  /// Makes leaves for heights in order, numbered from 0, each three quarters full so that edits find room, and runs for many
  /// equal heights. There is at least one leaf, which may be empty.
  struct Maker: ~Copyable {
    private var leaves: HeightLeaves
    private var summaries: [HeightSummary] = []
    /// The heights of the next leaf.
    private var next: [PackedHeight] = []

    /// - Parameter count: The expected number of heights, where runs are as one: what has to be made larger is copied.
    init(capacity: Int, count: Int) {
      leaves = HeightLeaves(capacity: capacity)
      leaves.reserveCapacity(count / leaves.filledCount + 1)
    }

    /// - Complexity: O(n).
    mutating func append(_ heights: some Sequence<PackedHeight>) {
      for height in heights {
        if next.count == leaves.filledCount { finishLeaf() }
        next.append(height)
      }
    }

    /// Appends equal heights.
    ///
    /// - Complexity: O(1) for many that take two bytes.
    mutating func append(_ height: PackedHeight, count: Int) {
      guard count > 2 * leaves.capacity, leaves.canBeRun(height) else {
        return append(repeatElement(height, count: count))
      }
      if !next.isEmpty { finishLeaf() }
      leaves.setRun(height, count: count, of: leaves.add())
      summaries.append(HeightSummary(height, count: count))
    }

    /// - Complexity: O(k) for k runs.
    mutating func append(_ runs: HeightRuns) {
      runs.forEachRun { append($0, each: $1) }
    }

    /// Appends a part of a sequence.
    ///
    /// - Complexity: O(log n + k) for k heights, where runs are as one.
    mutating func append(_ range: Range<Int>, of sequence: HeightSequence) {
      sequence.forEachRun(in: range) { append($0, each: $1) }
    }

    private mutating func append(_ heights: ArraySlice<PackedHeight>, each count: Int) {
      if count == 1 { append(heights) } else { for height in heights { append(height, count: count) } }
    }

    consuming func finish() -> (leaves: HeightLeaves, summaries: [HeightSummary]) {
      if !next.isEmpty || summaries.isEmpty { finishLeaf() }
      return (leaves, summaries)
    }

    private mutating func finishLeaf() {
      let number = leaves.add()
      leaves.setAll(next, of: number)
      summaries.append(leaves.summary(of: number))
      next.removeAll(keepingCapacity: true)
    }
  }
}
