import Localization

/// An open feed as the sidebar lists it.
nonisolated struct FeedItem: Equatable {
  let path: String
  let title: String
  let unreadCount: Int
  /// Whether the file can't be shown.
  let isFailed: Bool
  /// Whether the feed has a page on the web.
  var hasPage = false

  /// "TITLE, 12 unread".
  var accessibleName: String {
    if isFailed { return localized("\(title), can't be shown") }
    guard unreadCount > 0 else { return title }
    return localized(
      "\(title), \(grouped: unreadCount) unread", plural: "\(title), \(grouped: unreadCount) unread",
      count: unreadCount)
  }
}
