import Dispatch
import Synchronization

/// The alphabetical order of titles, without regard to case, accents and leading punctuation; numbers inside titles are
/// compared by value.
///
/// Sorted eight bytes at a time: titles that begin with the same ones are sorted by the next ones, so that each word of a key is
/// read once (J. Bentley and R. Sedgewick, Fast Algorithms for Sorting and Searching Strings, 1997; the cached word: W. Ng and
/// K. Kakimoto, Cache Efficient Radix Sort for String Sorting, 2007).
package struct TitleOrder {
  /// A title, and that part of its key that it is sorted by next.
  fileprivate struct Item {
    var word: UInt64
    /// Where the word is; `sameTitle` in the end if the title is equal to the one before.
    var place: TitleKeys.Place
    let index: UInt32

    static let sameTitle = TitleKeys.Place.max

    /// Whether there are no more words.
    var isLast: Bool { word & 0xFF == 0 }

    static func precedes(_ one: Item, _ other: Item) -> Bool {
      one.word != other.word ? one.word < other.word : one.index < other.index
    }
  }

  /// The indices of the titles in order; equal titles keep theirs.
  package let order: [UInt32]
  /// For each place of the order whether its title is equal to the one before; empty unless asked for.
  package let equalsPrevious: [Bool]

  /// Titles that one processor sorts at a time: so many fit into its second cache.
  private static let pieceLength = 16_384
  /// What is divided so often is sorted as it is: its words lie badly for the division.
  private static let roundLimit = 64

  package init(_ titles: [String]) {
    var keys = TitleKeys()
    for title in titles { keys.append(title) }
    self.init(keys)
  }

  /// - Parameters: As those of the other initializer, for all keys.
  package init(_ keys: TitleKeys, isConcurrent: Bool = true, findsEqual: Bool = false) {
    self.init(keys.places, in: keys, isConcurrent: isConcurrent, findsEqual: findsEqual)
  }

  /// - Parameters:
  ///   - places: Where the keys of the titles are, less than 2³².
  ///   - keys: These keys, and perhaps others.
  ///   - isConcurrent: Whether all processors may be used.
  ///   - findsEqual: Whether equal titles are wanted.
  /// - Complexity: O(b) for the b bytes of all keys, and O(n log n) comparisons of numbers, divided among all processors.
  package init(
    _ places: [TitleKeys.Place], in keys: TitleKeys, isConcurrent: Bool = true, findsEqual: Bool = false
  ) {
    let items = UnsafeMutableBufferPointer<Item>.allocate(capacity: places.count)
    defer { items.deallocate() }
    keys.withWords { words in
      // Each iteration writes a range of its own.
      nonisolated(unsafe) let items = items
      func perform(_ ranges: [Range<Int>], _ body: @Sendable (Range<Int>) -> Void) {
        if isConcurrent {
          DispatchQueue.concurrentPerform(iterations: ranges.count) { body(ranges[$0]) }
        } else {
          for range in ranges { body(range) }
        }
      }
      perform(Self.pieces(of: places.count)) { range in
        for index in range {
          let item = Item(word: words[places[index]], place: places[index], index: UInt32(index))
          items.initializeElement(at: index, to: item)
        }
      }
      var (small, large) = ([0..<places.count], [Range<Int>]())
      if places.count > Self.pieceLength { swap(&small, &large) }
      for _ in 0..<Self.roundLimit where !large.isEmpty {
        let divided = Mutex<[Part]>([])
        perform(large) { range in
          let parts = Self.divide(range, of: items, words)
          divided.withLock { $0 += parts }
        }
        let parts = divided.withLock(\.self)
        small += parts.filter { !$0.isLarge }.map(\.range)
        large = parts.filter(\.isLarge).map(\.range)
      }
      perform(small + large) { Self.sort($0, of: items, words) }
    }
    order = items.map(\.index)
    equalsPrevious = findsEqual ? items.map { $0.place == Item.sameTitle } : []
  }

  private static func pieces(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: pieceLength).map { $0..<min($0 + pieceLength, count) }
  }

  /// Titles that are yet to be sorted among themselves.
  private struct Part {
    let range: Range<Int>
    /// Whether they are equal, and sorted by their indices only.
    var areEqual = false

    /// Whether they are divided again.
    var isLarge: Bool { range.count > pieceLength && !areEqual }
  }

  /// Divides titles into those before, with, and after some word.
  private static func divide(
    _ range: Range<Int>, of items: UnsafeMutableBufferPointer<Item>, _ words: TitleKeys.Words
  ) -> [Part] {
    let pivot = middle(of: range, items)
    var (start, next, end) = (range.lowerBound, range.lowerBound, range.upperBound)
    while next < end {
      let word = items[next].word
      if word < pivot {
        items.swapAt(start, next)
        start += 1
        next += 1
      } else if word > pivot {
        end -= 1
        items.swapAt(next, end)
      } else {
        next += 1
      }
    }
    let areEqual = items[start].isLast
    if !areEqual { readNext(start..<end, of: items, words) }
    return [
      Part(range: range.lowerBound..<start), Part(range: start..<end, areEqual: areEqual),
      Part(range: end..<range.upperBound),
    ]
  }

  /// A word that is neither small nor great among those of a range.
  private static func middle(of range: Range<Int>, _ items: UnsafeMutableBufferPointer<Item>) -> UInt64 {
    let count = 31
    let step = range.count / count
    return (0..<count).map { items[range.lowerBound + $0 * step].word }.sorted()[count / 2]
  }

  /// Sorts a range on one processor.
  private static func sort(
    _ range: Range<Int>, of items: UnsafeMutableBufferPointer<Item>, _ words: TitleKeys.Words
  ) {
    var ranges = [range]
    while let range = ranges.popLast() {
      var piece = UnsafeMutableBufferPointer(rebasing: items[range])
      piece.sort(by: Item.precedes)
      var start = 0
      while start < piece.count {
        var end = start + 1
        while end < piece.count, piece[end].word == piece[start].word { end += 1 }
        if end > start + 1 {
          if piece[start].isLast {
            for index in start + 1..<end { piece[index].place = Item.sameTitle }
          } else {
            let run = range.lowerBound + start..<range.lowerBound + end
            readNext(run, of: items, words)
            ranges.append(run)
          }
        }
        start = end
      }
    }
  }

  /// Goes on to the next word of titles that begin with the same ones.
  private static func readNext(
    _ range: Range<Int>, of items: UnsafeMutableBufferPointer<Item>, _ words: TitleKeys.Words
  ) {
    for index in range {
      items[index].place += 1
      items[index].word = words[items[index].place]
    }
  }
}
