/// The numbers (slots) of a section's items in the order of its rows; a row without heights has none.
///
/// The numbers are in chunks of up to 1024, and each chunk knows the number of rows before it. A query guesses the
/// chunk and corrects the guess by its neighbours; an edit moves the numbers of one chunk.
struct ItemSlotMap: Sendable {
  static let none = UInt32.max
  static let chunkCapacity = 1024

  private(set) var chunks: [[UInt32]] = []
  /// The number of rows before each chunk.
  private var starts: [Int] = []
  private var chunksPerRow = 0.0
  /// The number of rows up to the last one that ever had a number.
  private(set) var count = 0

  /// A map without rows.
  init() {}

  /// Appends rows with these numbers, `none` where a row has none. O(n).
  mutating func append(_ numbers: ArraySlice<UInt32>) {
    var rest = numbers
    while !rest.isEmpty {
      let piece = rest.prefix(Self.chunkCapacity)
      rest = rest.dropFirst(piece.count)
      if piece.allSatisfy({ $0 == Self.none }) { appendNone(piece.count) } else { append(contentsOf: piece) }
    }
  }

  /// The item of a row, or nil if it has none. O(1), as long as chunks are about equally long.
  subscript(row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    let chunk = chunk(of: row)
    let number = chunks[chunk][row - starts[chunk]]
    return number == Self.none ? nil : Int(number)
  }

  /// Changes the item of a row; nil removes it.
  ///
  /// - Returns: The item that the row had.
  /// - Complexity: O(1), and little for each of the rows between `count` and this one.
  @discardableResult
  mutating func set(_ item: Int?, at row: Int) -> Int? {
    if row >= count {
      if item == nil { return nil }
      appendNone(row - count + 1)
    }
    let chunk = chunk(of: row)
    let old = chunks[chunk][row - starts[chunk]]
    chunks[chunk][row - starts[chunk]] = item.map { UInt32($0) } ?? Self.none
    return old == Self.none ? nil : Int(old)
  }

  /// Inserts rows with these items before a row.
  ///
  /// - Complexity: O(k) for k rows; the numbers of one chunk are moved, and one value for each chunk is updated.
  mutating func insert(_ items: [Int?], at row: Int) {
    if row >= count {
      for (offset, item) in items.enumerated() where item != nil { set(item, at: row + offset) }
      return
    }
    insert(items.lazy.map { $0.map { UInt32($0) } ?? Self.none }, before: row)
  }

  /// Inserts rows without items before a row.
  ///
  /// - Complexity: O(1) after the last row with an item, as for rows with items before it.
  mutating func insertNone(_ number: Int, at row: Int) {
    if row < count { insert(repeatElement(Self.none, count: number), before: row) }
  }

  private mutating func insert(_ numbers: some Collection<UInt32>, before row: Int) {
    let chunk = chunk(of: row)
    chunks[chunk].insert(contentsOf: numbers, at: row - starts[chunk])
    count += numbers.count
    if chunks[chunk].count > Self.chunkCapacity { split(chunk) }
    sumStarts(from: chunk)
  }

  /// Removes rows.
  ///
  /// - Parameter removed: Called with each of their items.
  mutating func remove(_ rows: Range<Int>, removed: (Int) -> Void) {
    var rest = rows.clamped(to: 0..<count)
    guard !rest.isEmpty else { return }
    let first = chunk(of: rest.lowerBound)
    var chunk = first
    while !rest.isEmpty {
      let low = rest.lowerBound - starts[chunk]
      let high = min(rest.upperBound - starts[chunk], chunks[chunk].count)
      for number in chunks[chunk][low..<high] where number != Self.none { removed(Int(number)) }
      chunks[chunk].removeSubrange(low..<high)
      rest = rest.lowerBound + high - low..<rest.upperBound
      chunk += 1
    }
    count -= rows.clamped(to: 0..<count).count
    tidy(first..<chunk)
    sumStarts(from: max(first - 1, 0))
  }

  /// Appends the numbers of the first `count` rows, `none` where a row has none. O(n).
  func appendNumbers(ofFirst count: Int, to all: inout [UInt32]) {
    var left = count
    for chunk in chunks where left > 0 {
      all += chunk.prefix(left)
      left -= min(chunk.count, left)
    }
    all += repeatElement(Self.none, count: left)
  }

  /// Calls `body` with the numbers of rows from a row on, `none` where one has none, without chunks in which no row ever had
  /// one. O(n), with very little for such chunks.
  ///
  /// - Parameter count: The number of rows of the section.
  func forEachNumberedPart(ofFirst count: Int, _ body: (_ row: Int, _ numbers: ArraySlice<UInt32>) -> Void) {
    let empty = Self.emptyChunk.withUnsafeBufferPointer(\.baseAddress)
    for (chunk, start) in zip(chunks, starts) where start < count {
      if chunk.withUnsafeBufferPointer({ $0.baseAddress }) != empty {
        body(start, chunk.prefix(count - start))
      }
    }
  }

  /// Calls `body` with every item. O(n).
  func forEachItem(_ body: (Int) -> Void) {
    for chunk in chunks {
      for number in chunk where number != Self.none { body(Int(number)) }
    }
  }

  private func chunk(of row: Int) -> Int {
    starts.withUnsafeBufferPointer { starts in
      // Chunks are about equally long, so that the right one is near the guess, and the processor predicts the steps.
      var chunk = min(Int(Double(row) * chunksPerRow), starts.count - 1)
      while starts[chunk] > row { chunk -= 1 }
      while chunk + 1 < starts.count, starts[chunk + 1] <= row { chunk += 1 }
      return chunk
    }
  }

  private mutating func append(contentsOf numbers: some Collection<UInt32>) {
    var rest = numbers[...]
    while !rest.isEmpty {
      if chunks.isEmpty || chunks[chunks.count - 1].count == Self.chunkCapacity {
        chunks.append([])
        starts.append(count)
      }
      let piece = rest.prefix(Self.chunkCapacity - chunks[chunks.count - 1].count)
      chunks[chunks.count - 1] += piece
      count += piece.count
      rest = rest.dropFirst(piece.count)
    }
    chunksPerRow = Double(chunks.count) / Double(max(count, 1))
  }

  /// A full chunk of rows without numbers: all such chunks share its memory until one of their rows gets a number.
  private static let emptyChunk = Array(repeating: none, count: chunkCapacity)

  /// Appends rows without numbers, with little for each.
  mutating func appendNone(_ number: Int) {
    let rest = chunks.last.map { Self.chunkCapacity - $0.count } ?? 0
    append(contentsOf: Self.emptyChunk.prefix(min(number, rest)))
    let whole = max(number - rest, 0) / Self.chunkCapacity
    for _ in 0..<whole {
      chunks.append(Self.emptyChunk)
      starts.append(count)
      count += Self.chunkCapacity
    }
    append(contentsOf: Self.emptyChunk.prefix(number - min(number, rest) - whole * Self.chunkCapacity))
  }

  /// Splits an overfull chunk into half full ones.
  private mutating func split(_ chunk: Int) {
    let numbers = chunks[chunk]
    let half = Self.chunkCapacity / 2
    chunks.replaceSubrange(
      chunk...chunk,
      with: stride(from: 0, to: numbers.count, by: half).map {
        Array(numbers[$0..<min($0 + half, numbers.count)])
      })
  }

  /// Removes shortened chunks that are empty, and merges small ones with their neighbours.
  private mutating func tidy(_ shortened: Range<Int>) {
    let kept = chunks[shortened].filter { !$0.isEmpty }
    if kept.count < shortened.count { chunks.replaceSubrange(shortened, with: kept) }
    for chunk in [shortened.lowerBound, shortened.lowerBound - 1]
    where chunk >= 0 && chunk + 1 < chunks.count
      && chunks[chunk].count + chunks[chunk + 1].count <= Self.chunkCapacity / 2
    {
      chunks[chunk] += chunks[chunk + 1]
      chunks.remove(at: chunk + 1)
    }
  }

  private mutating func sumStarts(from chunk: Int) {
    if starts.count > chunks.count { starts.removeLast(starts.count - chunks.count) }
    while starts.count < chunks.count { starts.append(0) }
    var start = chunk > 0 ? starts[chunk - 1] + chunks[chunk - 1].count : 0
    for place in chunk..<max(chunk, chunks.count) {
      starts[place] = start
      start += chunks[place].count
    }
    chunksPerRow = Double(chunks.count) / Double(max(count, 1))
  }
}
