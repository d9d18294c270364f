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
  /// The filter hides all entries of the list.
  case filtered(Arrangement.Filter, count: Int)
  /// A search has found nothing in any feed.
  case nothingFound(words: String)
  /// A search has found entries in other feeds only.
  case foundElsewhere(count: Int)
  /// The filter hides everything that a search has found, or the list of unread or of starred entries does not have it.
  case foundHidden(Arrangement.Filter, count: Int, isList: Bool)
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
    } else if let list, let error = library.error(ofFile: list) {
      self = .unreadable(list, error)
    } else if (shown?.sections ?? library.sections).contains(where: { !$0.rows.isEmpty }) {
      self = .rows
    } else if shown != nil, let search, search.query != nil, library.entryCount > 0 {
      self.init(of: search, in: arrangement)
    } else {
      self.init(ofEmptyList: arrangement, in: library, isBusy: shown?.isBusy == true)
    }
  }

  /// What to tell when the list shows nothing of what a search has found.
  private init(of search: EntrySearch, in arrangement: Arrangement) {
    guard let count = search.foundCount, count > 0 || !search.isBusy else {
      // The list stays empty until there is an answer.
      self = .rows
      return
    }
    let here = arrangement.feed.map(search.foundCount(inFile:)) ?? count
    self =
      if count == 0 {
        .nothingFound(words: search.text)
      } else if here == 0 {
        .foundElsewhere(count: count)
      } else if arrangement.shown != .all {
        .foundHidden(arrangement.shown, count: here, isList: arrangement.smartList != .all)
      } else {
        .rows
      }
  }

  private init(
    ofEmptyList arrangement: Arrangement, in library: FeedLibrary, isBusy: Bool
  ) {
    let (list, filter) = (arrangement.feed, arrangement.filter)
    let files = list.map { path in library.files.filter { $0.path == path } } ?? library.files
    let loading = files.filter { if case .loading = $0.state { true } else { false } }
    let readable = files.filter { $0.error == nil }
    let count = library.sections.reduce(0) { $0 + (list == nil || $1.path == list ? $1.rows.count : 0) }
    self =
      if isBusy, count > 0 {
        .rows
      } else if !loading.isEmpty {
        .loading(loading.map(\.name))
      } else if readable.isEmpty {
        Self.ofUnreadableFiles(of: library)
      } else if arrangement.smartList != .all {
        arrangement.smartList == .unread ? .allRead : .noneStarred
      } else if count > 0 {
        filter == .all ? .rows : .filtered(filter, count: count)
      } else if readable.contains(where: { library.hasRemovedEntries($0.path) }) {
        .allRemoved(list)
      } else if readable.allSatisfy({ $0.heading?.format == .opml }) {
        .noFeeds
      } else {
        .noEntries(feedCount: readable.count)
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
