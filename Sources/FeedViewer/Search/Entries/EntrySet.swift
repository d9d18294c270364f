/// A set of entries, by their numbers in file order: one bit for each entry.
public struct EntrySet: Sendable, Hashable {
  /// The number of entries that may be members; all members are below it.
  public private(set) var capacity: Int
  /// The bits from `capacity` on are zero.
  private(set) var words: [UInt64]

  /// An empty set of numbers below `capacity`.
  public init(capacity: Int = 0) {
    precondition(capacity >= 0, "A capacity must not be negative.")
    self.capacity = capacity
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// The set of all numbers below `capacity`.
  public init(allBelow capacity: Int) {
    self.init(capacity: capacity)
    for index in words.indices { words[index] = .max }
    clearUnused()
  }

  /// - Parameter members: Numbers below `capacity`, in any order.
  public init(_ members: some Sequence<Int>, capacity: Int) {
    self.init(capacity: capacity)
    for member in members { insert(member) }
  }

  private mutating func clearUnused() {
    if capacity % 64 > 0 { words[words.count - 1] &= (1 << UInt64(capacity % 64)) - 1 }
  }

  /// Whether the entry is a member. Entries from `capacity` on are not.
  public func contains(_ entry: Int) -> Bool {
    entry < capacity && words[entry >> 6] >> UInt64(entry & 63) & 1 != 0
  }

  /// The entry must be below `capacity`.
  public mutating func insert(_ entry: Int) {
    precondition(entry < capacity, "Entry \(entry) is beyond the capacity of \(capacity).")
    words[entry >> 6] |= 1 << UInt64(entry & 63)
  }

  /// Inserts up to 64 consecutive entries.
  ///
  /// - Parameters:
  ///   - bits: A bit for each entry, the first one lowest.
  ///   - entry: The first entry. All that are inserted must be below `capacity`.
  mutating func insert(_ bits: UInt64, at entry: Int) {
    let shift = UInt64(entry & 63)
    words[entry >> 6] |= bits << shift
    if shift > 0, bits >> (64 - shift) != 0 { words[entry >> 6 + 1] |= bits >> (64 - shift) }
  }

  public mutating func remove(_ entry: Int) {
    if entry < capacity { words[entry >> 6] &= ~(1 << UInt64(entry & 63)) }
  }

  /// The number of members. O(capacity), 64 entries at a time.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Removes the entries that are not members of `other`.
  public mutating func formIntersection(_ other: EntrySet) {
    for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
  }

  /// Removes the members of `other`.
  public mutating func subtract(_ other: EntrySet) {
    for index in 0..<Swift.min(words.count, other.words.count) { words[index] &= ~other.words[index] }
  }

  /// Adds a set of the entries that follow.
  mutating func append(_ other: EntrySet) {
    let shift = UInt64(capacity % 64)
    var count = words.count
    capacity += other.capacity
    // Without reserving: room for exactly as many would be made again, and all copied, at the next set.
    for word in other.words {
      if shift > 0 {
        words[count - 1] |= word << shift
        words.append(word >> (64 - shift))
      } else {
        words.append(word)
      }
      count += 1
    }
    words.removeLast(words.count - (capacity + 63) / 64)
  }

  /// The members in a range of entries, renumbered from 0. The range may go beyond the capacity.
  func slice(_ range: Range<Int>) -> EntrySet {
    var slice = EntrySet(capacity: range.count)
    let shift = UInt64(range.lowerBound % 64)
    let first = range.lowerBound / 64
    for index in slice.words.indices {
      let low = first + index < words.count ? words[first + index] >> shift : 0
      let high = shift > 0 && first + index + 1 < words.count ? words[first + index + 1] << (64 - shift) : 0
      slice.words[index] = low | high
    }
    slice.clearUnused()
    return slice
  }

  /// The first member from `start` on.
  func first(from start: Int) -> Int? { first(from: start, inverting: 0) }

  /// The first entry from `start` on that is not a member; `capacity` if there is none.
  func firstGap(from start: Int) -> Int {
    Swift.min(capacity, first(from: start, inverting: .max) ?? capacity)
  }

  /// The first set bit from `start` on.
  ///
  /// - Parameter mask: The bits of each word that are inverted.
  @inline(__always)
  private func first(from start: Int, inverting mask: UInt64) -> Int? {
    guard start < capacity else { return nil }
    var index = start >> 6
    var word = (words[index] ^ mask) & (.max << UInt64(start & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index] ^ mask
    }
    return index << 6 | word.trailingZeroBitCount
  }

  /// The members in a range of entries as runs, in order. O(length of the range / 64 + runs).
  public func runs(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var place = range.lowerBound
    while let first = first(from: place), first < range.upperBound {
      place = Swift.min(firstGap(from: first), range.upperBound)
      runs.append(first..<place)
    }
    return runs
  }
}

extension EntrySet: Sequence {
  /// The members in ascending order.
  public struct Iterator: IteratorProtocol {
    fileprivate let set: EntrySet
    fileprivate var position = 0

    public mutating func next() -> Int? {
      guard let member = set.first(from: position) else { return nil }
      position = member + 1
      return member
    }
  }

  public func makeIterator() -> Iterator { Iterator(set: self) }

  public var underestimatedCount: Int { 0 }
}
