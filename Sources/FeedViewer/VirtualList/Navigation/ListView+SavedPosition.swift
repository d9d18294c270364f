import LayoutCore

/// The scroll position in terms of items.
extension ListView {
  /// The scroll position by item keys; nil at the top of the list and without rows.
  public var savedPosition: SavedPosition? {
    guard let dataSource else { return nil }
    return SavedPosition.capture(
      atOffset: contentOffset, in: geometry, scale: scrollState.origin.scale
    ) { dataSource.listView(self, identityOf: .row($0)).key }
  }

  /// Scrolls to a saved position, or to the top if it is nil or none of its items exists any more.
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
