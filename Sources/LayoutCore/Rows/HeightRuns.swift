/// Heights in order, of which many consecutive ones may be equal: these take as little as one.
struct HeightRuns {
  private var heights: [PackedHeight] = []
  /// Which of the heights stand for several ones.
  private var repetitions: [(index: Int, count: Int)] = []
  /// The number of heights.
  private(set) var count = 0

  /// The number of those that are stored for themselves.
  var storedCount: Int { heights.count }

  /// - Parameter number: The expected number of heights. Of many, some may be alike.
  mutating func reserveCapacity(_ number: Int) { heights.reserveCapacity(min(number, 1 << 20)) }

  mutating func append(_ height: RowHeight, count number: Int = 1) {
    append(PackedHeight(height), count: number)
  }

  private mutating func append(_ height: PackedHeight, count number: Int) {
    if number > 1 { repetitions.append((heights.count, number)) }
    heights.append(height)
    count += number
  }

  /// Appends a part of a sequence. O(log n + k) for k heights, where runs are as one.
  mutating func append(_ range: Range<Int>, of sequence: HeightSequence) {
    sequence.forEachRun(in: range) { heights, number in
      for height in heights { append(height, count: number) }
    }
  }

  /// Calls `body` with heights that follow each other, each of them to be repeated `count` times.
  func forEachRun(_ body: (_ heights: ArraySlice<PackedHeight>, _ count: Int) -> Void) {
    var start = 0
    for repetition in repetitions {
      if repetition.index > start { body(heights[start..<repetition.index], 1) }
      body(heights[repetition.index...repetition.index], repetition.count)
      start = repetition.index + 1
    }
    if start < heights.count { body(heights[start...], 1) }
  }
}
