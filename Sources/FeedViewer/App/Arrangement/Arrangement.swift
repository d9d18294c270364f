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

    /// Whether an entry with these marks is shown.
    func passes(_ marks: EntryMarks) -> Bool {
      switch self {
      case .all: true
      case .unread: !marks.contains(.read)
      case .starred: marks.contains(.starred)
      }
    }
  }

  var order = Order.file
  var grouping = Grouping.feed
  /// The reader's filter, which is one for all lists but those of unread and of starred entries.
  var filter = Filter.all
  /// The entries of all files that are a list of their own: all, those that are unread, or those that are starred.
  var smartList = Filter.all
  /// The file whose entries are shown alone; nil shows those of all files.
  var feed: FilePath?

  /// Which entries the list shows: in those of unread and of starred entries, the reader's filter is suspended.
  var shown: Filter { smartList == .all ? filter : smartList }

  /// The filter that hides entries of the list.
  var hiding: Filter { smartList == .all ? filter : .all }

  /// Whether the list shows what the library contains, row by row.
  var isPlain: Bool { self == Arrangement() }
}
