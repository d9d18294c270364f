import FeedViewerBase

/// A list that the window can show, as the sidebar and `win.show-list` name it.
nonisolated enum ListIdentifier: Hashable, Sendable {
  /// The entries of all open feeds.
  case all
  /// The unread ones of them.
  case unread
  /// The starred ones of them.
  case starred
  /// The entries of one file.
  case feed(FilePath)

  private static let feedPrefix = "feed:"

  /// - Parameter text: `all`, `unread`, `starred`, or `feed:PATH` with a path in the form of `PathText`.
  init?(_ text: String) {
    switch text {
    case "all": self = .all
    case "unread": self = .unread
    case "starred": self = .starred
    default:
      // By bytes: an accent at the beginning of the rest would make one character with the colon.
      guard text.utf8.starts(with: Self.feedPrefix.utf8) else { return nil }
      self = .feed(FilePath(String(Substring(text.utf8.dropFirst(Self.feedPrefix.utf8.count)))))
    }
  }

  /// What `init` makes it from.
  var text: String {
    switch self {
    case .all: "all"
    case .unread: "unread"
    case .starred: "starred"
    case .feed(let path): Self.feedPrefix + path.text
    }
  }
}
