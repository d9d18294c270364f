/// The rule by which the next batch of content is fetched.
///
/// All strategies fetch while the content does not fill the viewport, even while the list is hidden. Otherwise they
/// fetch only while the list is visible and moves towards its end.
public enum BatchStrategy: Equatable, Sendable {
  /// Fetch this many viewports before the end (Texture's intelligent preloading; its default is 2).
  case screensAhead(Double)
  /// Fetch when this fraction of the content, above 0 and at most 1, lies above the viewport's bottom; once for each
  /// page.
  case fixedThreshold(Double)
  /// Fetch when a fraction of the newest page, above 0 and at most 1, has been seen, however many pages are before it.
  /// `itemsPerPage` is the number of rows in a batch; positive.
  case dynamicThreshold(Double, itemsPerPage: Int)
  /// Fetch only when a fling will come to rest beyond the content, or the list rests at its end.
  case lazyTarget

  /// Two viewports before the end: Texture's default.
  public static let standard = BatchStrategy.screensAhead(2)
}

/// The fraction of the content that must lie above the viewport's bottom before the next page is fetched, for pages of
/// equal length.
package struct DynamicThreshold: Equatable, Sendable {
  /// The fraction of the newest page, above 0 and at most 1.
  package let share: Double
  /// The number of rows in a page; positive.
  package let itemsPerPage: Int
  /// The index of the page that was fetched last.
  package private(set) var page = 0

  /// Creates the threshold of the first page.
  package init(share: Double, itemsPerPage: Int) {
    precondition(share > 0 && share <= 1, "The fraction of a page is above 0 and at most 1, not \(share).")
    precondition(itemsPerPage > 0, "A page has at least one row, not \(itemsPerPage).")
    self.share = share
    self.itemsPerPage = itemsPerPage
  }

  /// The fraction of all pages. For a share of 0.7 and pages of 10 rows: 0.7, 0.85, 0.9, 0.925, 0.94 and so on.
  package var value: Double {
    let needed = Double(itemsPerPage) * (share + Double(page))
    return needed / Double(itemsPerPage * (page + 1))
  }

  /// Call when the next page is being fetched.
  package mutating func advance() { page += 1 }
}
