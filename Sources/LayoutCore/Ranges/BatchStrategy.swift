/// When the next batch of content is fetched.
public enum BatchStrategy: Equatable, Sendable {
  /// So many viewports before the end (Texture's intelligent preloading; its default is 2).
  case screensAhead(Double)
  /// When this part of the content, above 0 and at most 1, lies above the viewport's bottom; once a page.
  case fixedThreshold(Double)
  /// The same, with a part that grows with every page so that always the same share of the newest page has
  /// been seen.
  ///
  /// - Parameter itemsPerPage: Rows in a batch; positive.
  case dynamicThreshold(Double, itemsPerPage: Int)
  /// Only when a fling will come to rest beyond what is there, or the list rests at its end.
  case lazyTarget

  /// Texture's default.
  public static let standard = BatchStrategy.screensAhead(2)
}

/// The part of the content that must lie above the viewport's bottom before the next page is fetched, for pages
/// of equal length.
public struct DynamicThreshold: Equatable, Sendable {
  /// The share of the newest page, above 0 and at most 1.
  public let share: Double
  /// Rows in a page; positive.
  public let itemsPerPage: Int
  /// The page that was fetched last, counted from 0.
  public private(set) var page = 0

  public init(share: Double, itemsPerPage: Int) {
    precondition(share > 0 && share <= 1, "A share of a page lies above 0 and is at most 1, not \(share).")
    precondition(itemsPerPage > 0, "A page has at least one row, not \(itemsPerPage).")
    self.share = share
    self.itemsPerPage = itemsPerPage
  }

  /// For a share of 0.7 and pages of 10: 0.7, 0.85, 0.9, 0.925, 0.94 and so on.
  public var value: Double {
    let needed = Double(itemsPerPage) * (share + Double(page))
    return needed / Double(itemsPerPage * (page + 1))
  }

  /// The next page is being fetched.
  public mutating func advance() { page += 1 }
}
