/// Where titles begin with another letter, in an order by title of which only few entries have rows.
nonisolated struct LetterStarts: Sendable {
  /// The most letters that are looked for.
  private static let limit = 4_096

  /// The first entry of each letter, without accents; nil for numbers.
  let starts: [(entry: Int, letter: Unicode.Scalar?)]

  /// - Parameters:
  ///   - count: The number of titles, which are sorted.
  ///   - letter: What the title with an index begins with.
  /// - Returns: Nil if there are too many letters.
  /// - Complexity: O(*k* log(`count`)) titles for *k* letters.
  init?(count: Int, letter: (Int) -> Unicode.Scalar?) {
    var starts: [(entry: Int, letter: Unicode.Scalar?)] = []
    var next = 0
    while next < count, starts.count < Self.limit {
      let (start, here) = (next, letter(next))
      starts.append((start, here))
      next = start + 1
      var end = count
      while next < end {
        let middle = (next + end) / 2
        if letter(middle) == here { next = middle + 1 } else { end = middle }
      }
    }
    guard starts.count < Self.limit else { return nil }
    self.starts = starts
  }
}
