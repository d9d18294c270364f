import LayoutCore

/// What the height cache holds.
extension ListView {
  /// The height that the cache of the present mode holds for a row at the list's present width, separator included.
  ///
  /// Asking measures nothing and allocates nothing, and it does not count as use of the height. At a new width heights
  /// that follow from arithmetic alone are known to the list at once, but they are cached only when they are used.
  ///
  /// - Returns: Device pixels. Nil if the height is not cached, before the list is laid out for the first time, and for a
  ///   place that has no row.
  /// - Complexity: O(1).
  public func cachedHeight(of row: RowIndexPath) -> Int? {
    guard let dataSource, rowCounts.indices.contains(row.section),
      (0..<rowCounts[row.section]).contains(row.row)
    else { return nil }
    let element = ListElement.row(row)
    return heights.cachedHeight(of: element, dataSource.listView(self, identityOf: element))
  }

  /// The most items whose heights are kept in the cache mode `key`; positive. Beyond it the items go first whose heights
  /// were not used for the longest time. Changing it empties the cache.
  public var cachedItemLimit: Int {
    get { heights.keyLimit }
    set { heights.keyLimit = newValue }
  }
}
