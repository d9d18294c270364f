import Dispatch

/// The alphabetical order of titles, without regard to case, accents and leading punctuation; numbers inside titles are
/// compared by value.
package struct TitleOrder {
  /// The indices of the titles in order; equal titles keep theirs.
  package let order: [Int]
  /// For each place of the order whether its title is equal to the one before.
  package let equalsPrevious: [Bool]

  /// Titles that one processor sorts at a time.
  private static let sliceLength = 8_192
  /// The parts that the merges of one round are divided into at least, so that all processors have work in the last
  /// rounds.
  private static let mergesAtOnce = 8

  package init(_ titles: [String]) {
    self.init(count: titles.count) { titles[$0].utf8.withContiguousStorageIfAvailable($1) }
  }

  /// - Parameters:
  ///   - count: The number of titles.
  ///   - isConcurrent: Whether all processors may be used.
  ///   - withTitle: Passes the UTF-8 of the title with an index to a function, or does not call it for an empty one.
  ///     Called on several threads at once.
  /// - Complexity: O(b) for the b bytes of all titles, and O(n log n) comparisons of n titles, divided among all
  ///   processors.
  package init(
    count: Int, isConcurrent: Bool = true,
    withTitle: @Sendable (Int, (UnsafeBufferPointer<UInt8>) -> Void) -> Void?
  ) {
    // Sorted in slices, which are merged from one piece of memory to the other.
    var keys = UnsafeMutableBufferPointer<TitleKey>.allocate(capacity: count)
    var merged = UnsafeMutableBufferPointer<TitleKey>.allocate(capacity: count)
    let sliceCount = (count + Self.sliceLength - 1) / Self.sliceLength
    var texts: [TitleKeyTexts?] = Array(repeating: nil, count: sliceCount)
    texts.withUnsafeMutableBufferPointer { texts in
      // Each iteration writes a slice of its own.
      nonisolated(unsafe) let (texts, keys) = (texts, keys)
      Self.perform(sliceCount, isConcurrent) { number in
        let start = number * Self.sliceLength
        let slice = start..<min(start + Self.sliceLength, count)
        texts[number] = TitleKeyTexts(slice, into: keys[slice], withTitle)
      }
    }
    var width = Self.sliceLength
    while width < count {
      let merges = TitleMerge.pairs(ofRunsOf: width, in: keys, parts: Self.mergesAtOnce)
      nonisolated(unsafe) let (source, target) = (keys, merged)
      Self.perform(merges.count, isConcurrent) { merges[$0].perform(from: source, to: target) }
      swap(&keys, &merged)
      width *= 2
    }
    let sorted = keys
    order = sorted.map { Int($0.index) }
    equalsPrevious = withExtendedLifetime(texts) {
      sorted.indices.map { $0 > 0 && sorted[$0].hasSameTitle(as: sorted[$0 - 1]) }
    }
    keys.deallocate()
    merged.deallocate()
  }

  private static func perform(_ count: Int, _ isConcurrent: Bool, _ body: @Sendable (Int) -> Void) {
    if isConcurrent {
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    } else {
      for number in 0..<count { body(number) }
    }
  }
}
