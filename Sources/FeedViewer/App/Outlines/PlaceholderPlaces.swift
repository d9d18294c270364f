import VirtualList

/// The places in their sections of rows that a search has found, where the sections have nothing but the numbers of their
/// entries: the list takes both for the same row.
nonisolated struct PlaceholderPlaces: Sendable {
  private var keys: [FeedRow: ItemKey] = [:]
  private var indices: [ItemKey: Set<Int>] = [:]

  /// - Parameters:
  ///   - index: The index in its section.
  ///   - section: The key of the section.
  ///   - key: The key of what the section has there.
  mutating func add(_ row: FeedRow, at index: Int, of section: ItemKey, as key: ItemKey) {
    keys[row] = key
    indices[section, default: []].insert(index)
  }

  /// The key of what a row's section has at its place; nil if it has the row.
  func key(of row: FeedRow) -> ItemKey? { keys.isEmpty ? nil : keys[row] }

  /// The places in a section, in order.
  func indices(in section: ItemKey) -> [Int] { indices[section]?.sorted() ?? [] }
}
