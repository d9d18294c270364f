import LayoutCore

/// The scroll position in terms of items.
extension ListView {
  /// The scroll position by items; nil at the very top and without rows, where there is nothing to keep.
  public var savedPosition: SavedPosition? {
    guard let dataSource else { return nil }
    return SavedPosition.capture(
      atOffset: contentOffset, in: geometry, scale: scrollState.origin.scale
    ) { dataSource.listView(self, identityOf: .row($0)).key }
  }

  /// Scrolls to where a position was saved; to the top if there is none, or none of its items is left.
  ///
  /// - Complexity: O(n) for the rows until the item is found.
  public func restore(_ position: SavedPosition?) {
    guard let first = geometry.firstElement else { return }
    let found = position.flatMap { position in
      dataSource.flatMap { dataSource in
        position.find(in: geometry, scale: scrollState.origin.scale) {
          dataSource.listView(self, identityOf: .row($0)).key
        }
      }
    }
    scroll(to: found ?? ScrollAnchor(element: first, offsetInside: 0))
  }
}
