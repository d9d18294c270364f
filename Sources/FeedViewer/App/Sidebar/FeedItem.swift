/// An open feed as the sidebar lists it.
nonisolated struct FeedItem: Equatable {
  let path: String
  let title: String
  let unreadCount: Int
  /// Whether the file can't be shown.
  let isFailed: Bool

  /// "TITLE, 12 unread".
  var accessibleName: String {
    let state =
      isFailed ? ", can't be shown" : unreadCount > 0 ? ", \(EntryCount.grouped(unreadCount)) unread" : ""
    return title + state
  }
}
