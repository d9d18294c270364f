import LayoutCore

/// The scroll position, told by items.
extension ListView {
  /// The scroll position by items; nil at the very top and without rows, where there is nothing to keep.
  public var savedPosition: SavedPosition? {
    guard let dataSource, contentOffset > 0, let found = geometry.element(atOffset: contentOffset) else {
      return nil
    }
    var row: RowIndexPath?
    var offset = found.offsetInside
    if case .row(let first) = found.element {
      row = first
    } else {
      row = geometry.row(from: found.element, step: 1) ?? geometry.row(from: found.element, step: -1)
      if let row { offset = contentOffset - geometry.offset(of: .row(row)) }
    }
    var keys: [ItemKey] = []
    while let current = row, keys.count < SavedPosition.maximumKeyCount {
      keys.append(dataSource.listView(self, identityOf: .row(current)).key)
      row = geometry.row(from: .row(current), step: 1)
    }
    return keys.isEmpty ? nil : SavedPosition(keys: keys, offset: Double(offset) / scrollState.origin.scale)
  }

  /// Scrolls to where a position was saved; to the top if there is none, or none of its items is left.
  ///
  /// - Complexity: O(n) for the rows until the item is found.
  public func restore(_ position: SavedPosition?) {
    guard let first = geometry.firstElement else { return }
    guard let position, let (row, isFirst) = find(position.keys) else {
      return scroll(to: ScrollAnchor(element: first, offsetInside: 0))
    }
    let inside = isFirst ? Int((position.offset * scrollState.origin.scale).rounded()) : 0
    scroll(to: ScrollAnchor(element: .row(row), offsetInside: inside))
  }

  private func find(_ keys: [ItemKey]) -> (row: RowIndexPath, isFirst: Bool)? {
    guard let dataSource else { return nil }
    var ranks: [ItemKey: Int] = [:]
    for (rank, key) in keys.enumerated() { ranks[key] = rank }
    var best: (row: RowIndexPath, rank: Int)?
    for section in rowCounts.indices {
      for number in 0..<rowCounts[section] {
        let row = RowIndexPath(section: section, row: number)
        guard let rank = ranks[dataSource.listView(self, identityOf: .row(row)).key] else { continue }
        if rank == 0 { return (row, true) }
        if rank < best?.rank ?? .max { best = (row, rank) }
      }
    }
    return best.map { ($0.row, false) }
  }
}
