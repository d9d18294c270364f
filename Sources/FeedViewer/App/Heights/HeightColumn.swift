/// The measured heights of a archive's rows, by the numbers of their entries: two bytes for each, in groups of neighbours.
nonisolated struct HeightColumn: Sendable {
  private static let length = SIMD16<UInt16>.scalarCount
  /// The most groups that a file in the cache folder holds: 262,144 heights in 650 KB.
  static let groupLimit = 16_384
  /// The words of a group in such a file: its number, and its heights.
  private static let wordCount = 5

  /// The numbers of the groups in order.
  private var groups: [UInt32] = []
  /// Those of the entries of each group in device pixels; zero if one is not known.
  private var heights: [SIMD16<UInt16>] = []
  /// The number of the file's entries; nil until they were counted.
  private(set) var entryCount: Int?

  /// The height of an entry's row in device pixels; nil if it is not known.
  ///
  /// - Complexity: O(log n) for n heights.
  subscript(ordinal: Int) -> Int? {
    let place = place(of: ordinal)
    guard place < groups.count, Int(groups[place]) == ordinal / Self.length else { return nil }
    let height = heights[place][ordinal % Self.length]
    return height == 0 ? nil : Int(height)
  }

  /// How many entries from one on are in groups of which no height is known; 0 if that of its own is.
  ///
  /// - Complexity: O(log n) for n heights.
  func unknownRun(from ordinal: Int) -> Int {
    let place = place(of: ordinal)
    return place < groups.count ? max(0, Int(groups[place]) * Self.length - ordinal) : .max
  }

  /// Remembers a height in device pixels. Very high rows are not remembered.
  ///
  /// - Complexity: O(log n), and O(n) for the first one of its group.
  mutating func keep(_ height: Int, ordinal: Int) {
    guard let height = UInt16(exactly: height), let group = UInt32(exactly: ordinal / Self.length) else {
      return
    }
    let place = place(of: ordinal)
    if place == groups.count || groups[place] != group {
      groups.insert(group, at: place)
      heights.insert(.zero, at: place)
    }
    heights[place][ordinal % Self.length] = height
  }

  /// The numbers of entries in groups of which heights are known.
  func numbers(in range: Range<Int>) -> [Int] {
    groups.flatMap { group in
      let first = Int(group) * Self.length
      return Array((first..<first + Self.length).clamped(to: range))
    }
  }

  /// What a file in the cache folder holds: the first groups, if there are too many.
  ///
  /// - Parameter entryCount: The number of the file's entries.
  func file(entryCount: Int) -> HeightFile {
    var words = [UInt64(entryCount)]
    for (group, heights) in zip(groups, heights).prefix(Self.groupLimit) {
      words.append(UInt64(group))
      for first in stride(from: 0, to: Self.length, by: 4) {
        words.append((0..<4).reduce(0) { $0 | UInt64(heights[first + $1]) << UInt64(16 * $1) })
      }
    }
    return HeightFile(count: 0, words: words)
  }

  /// Nil if a file can't be one of these: whoever writes to the folder can write a check sum too.
  init?(_ file: HeightFile) {
    let words = file.words
    guard file.count == 0, words.count % Self.wordCount == 1,
      words.count / Self.wordCount <= Self.groupLimit, let count = UInt32(exactly: words[0])
    else { return nil }
    entryCount = Int(count)
    let groupCount = (Int(count) + Self.length - 1) / Self.length
    for start in stride(from: 1, to: words.count, by: Self.wordCount) {
      guard let group = UInt32(exactly: words[start]), group < groupCount,
        groups.last.map({ $0 < group }) != false
      else { return nil }
      groups.append(group)
      var known = SIMD16<UInt16>.zero
      for index in 0..<Self.length {
        known[index] = UInt16(truncatingIfNeeded: words[start + 1 + index / 4] >> UInt64(16 * (index % 4)))
      }
      heights.append(known)
    }
  }

  init() {}

  /// The place of the first group that has an entry or follows it.
  private func place(of ordinal: Int) -> Int { groups.partitionPoint { Int($0) < ordinal / Self.length } }
}
