import LayoutCore

/// The history of turned pages, so that turning back returns to the pages that were left.
///
/// Rows have different heights: turning back by distance would lead to another row.
struct PageTurnHistory {
  /// The state before a page was turned.
  struct Page: Equatable {
    var row: RowIndexPath
    /// The scroll position; nil if the viewport began above the list's top.
    var anchor: ScrollAnchor?
  }

  private var left: [(page: Page, reached: RowIndexPath)] = []
  private var isForward = true

  /// Records that a page was turned.
  mutating func turned(from page: Page, to row: RowIndexPath, forward: Bool) {
    if forward != isForward || left.last?.reached != page.row { left = [] }
    isForward = forward
    left.append((page, row))
  }

  /// Removes and returns the page to go back to from a row; nil if the direction or the row is another one.
  mutating func wayBack(from row: RowIndexPath, forward: Bool) -> Page? {
    guard forward != isForward, let last = left.last, last.reached == row else { return nil }
    left.removeLast()
    return last.page
  }

  /// Forgets all pages. Call it when rows have moved.
  mutating func forget() { left = [] }
}
