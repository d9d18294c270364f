/// A set of numbers below a limit, one bit for each: for many numbers in any order, of which runs are wanted.
nonisolated struct NumberSet {
  private var words: [UInt64]

  /// - Parameter limit: More than the largest number.
  init(limit: Int) { words = Array(repeating: 0, count: (limit + 63) / 64) }

  mutating func insert(_ number: UInt32) { words[Int(number >> 6)] |= 1 << UInt64(number & 63) }

  /// The runs of numbers in a range, in order.
  ///
  /// - Complexity: O(length of the range / 64 + runs).
  func runs(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var place = range.lowerBound
    while let first = next(from: place, isIn: true, before: range.upperBound) {
      let end = next(from: first, isIn: false, before: range.upperBound) ?? range.upperBound
      runs.append(first..<end)
      place = end
    }
    return runs
  }

  /// The first number from one on that is in the set, or is not; nil if there is none before a limit.
  private func next(from number: Int, isIn: Bool, before limit: Int) -> Int? {
    guard number < limit else { return nil }
    var index = number / 64
    // Bits below the first number do not count.
    var word = (isIn ? words[index] : ~words[index]) & (~0 << UInt64(number % 64))
    while word == 0 {
      index += 1
      guard index * 64 < limit else { return nil }
      word = isIn ? words[index] : ~words[index]
    }
    let found = index * 64 + word.trailingZeroBitCount
    return found < limit ? found : nil
  }
}
