import LayoutCore

/// The height cache.
extension ListView {
  /// The cached height of a row at the list's present width, separator included.
  ///
  /// This neither measures nor allocates, and does not count as a use of the height. At a new width the list knows all
  /// heights that arithmetic gives, but caches them only when they are used.
  ///
  /// - Returns: Device pixels. Nil if the height is not cached, before the first layout, and for an index path
  ///   without a row.
  /// - Complexity: O(1).
  public func cachedHeight(of row: RowIndexPath) -> Int? {
    guard let dataSource, rowCounts.indices.contains(row.section),
      (0..<rowCounts[row.section]).contains(row.row)
    else { return nil }
    let element = ListElement.row(row)
    return heights.cachedHeight(of: element, dataSource.listView(self, identityOf: element))
  }

  /// The maximum number of items whose heights are cached in the mode `key`; positive. Beyond it, the least recently used
  /// heights are removed. Changing it empties the cache.
  public var cachedItemLimit: Int {
    get { heights.keyLimit }
    set { heights.keyLimit = newValue }
  }
}
