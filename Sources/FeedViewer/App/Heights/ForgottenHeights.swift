/// The heights of rows whose entries were forgotten, by the numbers of the entries: two bytes for each, in groups of
/// neighbours.
nonisolated struct ForgottenHeights {
  private static let length = SIMD16<UInt16>.scalarCount

  /// In order.
  private var groups: [UInt32] = []
  /// Those of the entries of each group in device pixels; zero if one is not known.
  private var heights: [SIMD16<UInt16>] = []

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

  /// The place of the first group that has an entry or follows it.
  private func place(of ordinal: Int) -> Int { groups.partitionPoint { Int($0) < ordinal / Self.length } }
}
