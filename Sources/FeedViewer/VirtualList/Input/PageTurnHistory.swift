import LayoutCore

/// The pages that keys have turned one after the other, so that turning back shows what was left.
///
/// Rows have different heights: a page back by distance would lead to another row than the one it came from.
struct PageTurnHistory {
  /// A page before it was turned.
  struct Page: Equatable {
    var row: RowIndexPath
    /// The scroll position; nil if the viewport began above the list's top.
    var anchor: ScrollAnchor?
  }

  private var left: [(page: Page, reached: RowIndexPath)] = []
  private var isForward = true

  /// A page was turned.
  mutating func turned(from page: Page, to row: RowIndexPath, forward: Bool) {
    if forward != isForward || left.last?.reached != page.row { left = [] }
    isForward = forward
    left.append((page, row))
  }

  /// The page that was left to come to a row, if this is the way back to it; it is taken off the trail.
  mutating func wayBack(from row: RowIndexPath, forward: Bool) -> Page? {
    guard forward != isForward, let last = left.last, last.reached == row else { return nil }
    left.removeLast()
    return last.page
  }

  /// Rows have changed their places.
  mutating func forget() { left = [] }
}
