import FeedViewerBase

/// In which order and sections the list shows the entries, and which of them.
nonisolated struct Arrangement: Hashable, Sendable {
  enum Order: String, CaseIterable, Sendable {
    /// As in the files.
    case file
    case newest, oldest, title, feed, unread
  }

  enum Grouping: String, CaseIterable, Sendable {
    /// A section for each feed, or several if the feed has sections.
    case feed
    /// One timeline of all feeds: days and months.
    case time
  }

  enum Filter: String, CaseIterable, Sendable {
    case all, unread, starred
  }

  var order = Order.file
  var grouping = Grouping.feed
  var filter = Filter.all
  /// The file whose entries are shown alone; nil shows those of all files.
  var feed: FilePath?

  /// Whether the list shows what the library contains, row by row.
  var isPlain: Bool { self == Arrangement() }
}
