import FeedViewerBase
import FeedViewerFeeds

/// What the pane of the list shows: its rows, or a page in their place.
enum ContentState: Equatable {
  /// There is no file on the shelf.
  case nothingOpen
  /// The names of the files being loaded, none of which has rows yet.
  case loading([String])
  case rows
  /// The feeds of the list have no entries.
  case noEntries(feedCount: Int)
  /// The OPML files of the list name no feeds.
  case noFeeds
  /// The list of unread entries has none.
  case allRead
  /// The list of starred entries has none.
  case noneStarred
  /// No entry is of the present day.
  case noneToday
  /// The filter hides all entries of the list.
  case filtered(Arrangement.Filter, count: Int)
  /// A search has found nothing in any feed.
  case nothingFound(words: String)
  /// A search has found entries in other feeds only.
  case foundElsewhere(count: Int)
  /// The filter hides everything that a search has found, or the list of the entries that meet a condition does not have it.
  case foundHidden(by: String, count: Int, isList: Bool)
  /// The reader has removed all entries of one file, or of all files.
  case allRemoved(FilePath?)
  /// The only file of the list can't be read.
  case unreadable(FilePath, FeedError)
  /// None of several files can be read.
  case allUnreadable(count: Int)
  /// The list of all missing files.
  case missing(count: Int)

  /// - Parameters:
  ///   - shown: The entries of the library that are shown; nil for all of them.
  ///   - search: The search that is shown.
  init(of library: FeedLibrary, shown: ShownEntries? = nil, search: EntrySearch? = nil) {
    let arrangement = shown?.arrangement ?? Arrangement()
    let list = arrangement.feed
    if list == MissingFiles.list {
      self = .missing(count: library.missing.files.count)
    } else if let list = arrangement.scope.path, let error = library.error(ofFile: list) {
      self = .unreadable(list, error)
    } else if (shown?.sections ?? library.sections).contains(where: { !$0.rows.isEmpty }) {
      self = .rows
    } else if shown != nil, let search, search.query != nil, library.entryCount > 0 {
      self.init(of: search, in: arrangement)
    } else {
      self.init(
        ofEmptyList: arrangement, in: library, isBusy: shown?.isBusy == true,
        todayCount: arrangement.scope.condition == .today ? shown?.rowsOfToday?.count : nil)
    }
  }

  /// What to tell when the list shows nothing of what a search has found.
  private init(of search: EntrySearch, in arrangement: Arrangement) {
    guard let count = search.foundCount, count > 0 || !search.isBusy else {
      // The list stays empty until there is an answer.
      self = .rows
      return
    }
    let here = search.foundCount(in: arrangement.scope.feeds)
    self =
      if count == 0 {
        .nothingFound(words: search.text)
      } else if here == 0 {
        .foundElsewhere(count: count)
      } else if let condition = arrangement.scope.condition {
        .foundHidden(by: condition.name, count: here, isList: true)
      } else if arrangement.filter != .all {
        .foundHidden(by: arrangement.filter.name, count: here, isList: false)
      } else {
        .rows
      }
  }

  private init(
    ofEmptyList arrangement: Arrangement, in library: FeedLibrary, isBusy: Bool, todayCount: Int?
  ) {
    let (feeds, filter) = (arrangement.scope.feeds, arrangement.filter)
    let own = library.files(of: feeds)
    let files = library.files.filter { own?.contains($0.path) ?? true }
    let loading = files.filter { if case .loading = $0.state { true } else { false } }
    let readable = files.filter { $0.error == nil }
    let count = library.entryCount(of: feeds)
    self =
      if isBusy, count > 0 {
        .rows
      } else if !loading.isEmpty {
        .loading(loading.map(\.name))
      } else if readable.isEmpty {
        Self.ofUnreadableFiles(of: library)
      } else if let todayCount, todayCount > 0, filter != .all {
        .filtered(filter, count: todayCount)
      } else if let condition = arrangement.scope.condition {
        condition.emptyState
      } else if count > 0 {
        filter == .all ? .rows : .filtered(filter, count: count)
      } else if readable.contains(where: { library.hasRemovedEntries($0.path) }) {
        .allRemoved(own == nil ? nil : readable.first { library.hasRemovedEntries($0.path) }?.path)
      } else if readable.allSatisfy({ $0.heading?.format == .opml }),
        !library.sections.contains(where: { section in
          section.isOfOutlines && !section.rows.isEmpty
            && (section.path.map { own?.contains($0) ?? true } ?? false)
        })
      {
        .noFeeds
      } else {
        .noEntries(feedCount: readable.count { $0.heading?.format != .opml })
      }
  }

  private static func ofUnreadableFiles(of library: FeedLibrary) -> ContentState {
    let count = library.files.count + library.missing.files.count
    guard let first = library.files.first?.path ?? library.missing.files.first?.path else {
      return .nothingOpen
    }
    guard count == 1, let error = library.error(ofFile: first) else { return .allUnreadable(count: count) }
    return .unreadable(first, error)
  }
}

extension Scope.Condition {
  /// What the list of the condition shows if no entry meets it.
  fileprivate var emptyState: ContentState {
    switch self {
    case .unread: .allRead
    case .starred: .noneStarred
    case .today: .noneToday
    }
  }
}
