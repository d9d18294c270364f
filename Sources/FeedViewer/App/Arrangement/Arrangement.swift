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

    /// The mark that decides whether an entry is shown, and whether it must have it or not; nil if all entries are.
    var decidingMark: (mark: EntryMarks, isOn: Bool)? {
      switch self {
      case .all: nil
      case .unread: (.read, false)
      case .starred: (.starred, true)
      }
    }

    /// Whether an entry with these marks is shown.
    func passes(_ marks: EntryMarks) -> Bool {
      decidingMark.map { marks.contains($0.mark) == $0.isOn } ?? true
    }
  }

  var order = Order.file
  var grouping = Grouping.feed
  /// The reader's filter, which is one for all lists but those of unread and of starred entries.
  var filter = Filter.all
  var scope = Scope.all

  /// The marks of the entries that the list shows: in those of unread and of starred entries, the reader's filter is suspended.
  var shown: Filter {
    switch scope.condition {
    case .unread: .unread
    case .starred: .starred
    case .today, nil: filter
    }
  }

  /// The filter that hides entries of the list.
  var hiding: Filter { isFilterSuspended ? .all : filter }

  /// Whether the list itself is one of marked entries.
  var isFilterSuspended: Bool { scope.condition == .unread || scope.condition == .starred }

  /// Whether some entries of the feeds are left out.
  var isFiltering: Bool { shown != .all || scope.condition != nil }

  /// Whether the list shows sections of the library as they are, row by row.
  var isWhole: Bool { order == .file && grouping == .feed && !isFiltering }

  /// Whether what is shown depends on the reader's calendar day.
  var dependsOnDay: Bool { grouping == .time || scope.condition == .today }

  /// The file whose whole list is shown; nil for other lists.
  var feed: FilePath? { scope.file }
}
