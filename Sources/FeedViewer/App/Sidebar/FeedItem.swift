import FeedViewerBase

/// An open feed as the sidebar lists it.
nonisolated struct FeedItem: Equatable {
  let path: FilePath
  let title: String
  let unread: UnreadCount
  /// Whether the file can't be shown.
  let isFailed: Bool
  /// Whether the feed has a page on the web.
  var hasPage = false
  var kind = Kind.feed

  enum Kind: Equatable {
    case feed
    /// A file of the last session that is not there, and why.
    case missingFile(reason: String)
    /// All such files.
    case missingFiles
  }

  /// What the row shows at its end.
  var note: String {
    switch kind {
    case .feed: unread.label
    case .missingFile: localized("missing")
    case .missingFiles: ""
    }
  }

  /// What is told of the row in more detail; nil for nothing.
  var tooltip: String? {
    switch kind {
    case .feed: path.display
    case .missingFile(let reason): "\(path.display)\n\(reason)"
    case .missingFiles: nil
    }
  }

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
