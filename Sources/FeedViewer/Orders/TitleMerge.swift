/// Merges parts of two sorted runs of keys into one.
struct TitleMerge: Sendable {
  private var left: Range<Int>
  private var right: Range<Int>
  /// The index of the first merged key.
  private var start: Int

  /// The merges that make runs of twice the length.
  ///
  /// - Parameters:
  ///   - width: The length of the runs; the last one may be shorter.
  ///   - parts: Pairs of runs are divided until there are at least as many merges, which can be done at the same time.
  /// - Complexity: O(merges · log width).
  static func pairs(
    ofRunsOf width: Int, in keys: UnsafeMutableBufferPointer<TitleKey>, parts: Int
  ) -> [TitleMerge] {
    let pairCount = (keys.count + 2 * width - 1) / (2 * width)
    let partsOfPair = max(1, parts / pairCount)
    return (0..<pairCount).flatMap { pair -> [TitleMerge] in
      let start = 2 * width * pair
      let middle = min(start + width, keys.count)
      let end = min(middle + width, keys.count)
      let lefts = (0...partsOfPair).map { start + (middle - start) * $0 / partsOfPair }
      // What precedes the first key of a part is merged before it.
      let rights =
        [middle] + lefts[1..<partsOfPair].map { firstKey(notBefore: keys[$0], in: middle..<end, of: keys) }
        + [end]
      return (0..<partsOfPair).map { part in
        TitleMerge(
          left: lefts[part]..<lefts[part + 1], right: rights[part]..<rights[part + 1],
          start: lefts[part] + rights[part] - middle)
      }
    }
  }

  private static func firstKey(
    notBefore key: TitleKey, in range: Range<Int>, of keys: UnsafeMutableBufferPointer<TitleKey>
  ) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].precedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// - Complexity: O(keys).
  func perform(
    from keys: UnsafeMutableBufferPointer<TitleKey>, to merged: UnsafeMutableBufferPointer<TitleKey>
  ) {
    var (one, other, next) = (left.lowerBound, right.lowerBound, start)
    while one < left.upperBound, other < right.upperBound {
      if keys[other].precedes(keys[one]) {
        merged.initializeElement(at: next, to: keys[other])
        other += 1
      } else {
        merged.initializeElement(at: next, to: keys[one])
        one += 1
      }
      next += 1
    }
    for rest in [one..<left.upperBound, other..<right.upperBound] {
      for index in rest {
        merged.initializeElement(at: next, to: keys[index])
        next += 1
      }
    }
  }
}
