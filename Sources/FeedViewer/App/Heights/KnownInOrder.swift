import LayoutCore

/// Where another order shows archives' entries of which heights are known, so that all others are told of at once.
struct KnownInOrder {
  /// How many entries are shown before each, in order.
  private var indices: [Int] = []
  /// The order and the heights that they are of.
  private var versions = (order: 0, heights: 0)

  /// Looks for them if there is another order, or if more heights are known.
  ///
  /// - Parameter number: Another one for each order.
  /// - Complexity: O(n log n) for n known heights.
  mutating func update(_ order: EntryOrder, number: Int, _ heights: HeightMemory) {
    for outline in order.outlines { heights.readHeightColumn(of: outline) }
    guard versions != (number, heights.columnVersion) else { return }
    versions = (number, heights.columnVersion)
    indices = order.outlines.flatMap { outline in
      heights.knownEntries(of: outline.placeholder.path, in: 0..<outline.count).compactMap {
        order.index(ofEntry: $0, of: outline)
      }
    }.sorted()
  }

  /// How many rows from one on have no known height; 0 if it has one.
  ///
  /// - Complexity: O(log n) for n known heights.
  func unknownRun(from index: Int) -> Int {
    let next = indices.partitionPoint { $0 < index }
    return next < indices.count ? indices[next] - index : .max
  }
}
