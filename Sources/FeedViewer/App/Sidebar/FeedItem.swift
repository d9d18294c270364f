import Localization

/// An open feed as the sidebar lists it.
nonisolated struct FeedItem: Equatable {
  let path: String
  let title: String
  let unread: UnreadCount
  /// Whether the file can't be shown.
  let isFailed: Bool
  /// Whether the feed has a page on the web.
  var hasPage = false

  /// "TITLE, 12 unread".
  var accessibleName: String {
    if isFailed { return localized("\(title), can't be shown") }
    guard unread.unread > 0 else { return title }
    guard unread.isExact else { return ListText.joined([title, unread.text]) }
    return localized(
      "\(title), \(grouped: unread.unread) unread",
      plural: "\(title), \(grouped: unread.unread) unread", count: unread.unread)
  }
}
