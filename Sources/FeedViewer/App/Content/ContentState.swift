import Feeds

/// What the window shows: its list, or a page in its place.
enum ContentState: Equatable {
  case nothingOpen
  /// The names of the files being loaded, none of which has rows yet.
  case loading([String])
  case rows
  /// Every open feed is empty.
  case noEntries
  /// All entries were removed by edits, of which this was the last.
  case removed(edit: String)
  /// There are entries, but the list shows none of them: because of the filter, or of a search.
  case noneShown(Arrangement.Filter, isSearch: Bool)
  /// No file could be read: the number of files, and the first error messages.
  case failed(count: Int, [String])

  /// The most errors that are shown individually.
  private static let errorLimit = 10

  /// - Parameter lastEdit: What the reader did last, if it can be undone.
  init(of entries: ShownEntries, lastEdit: String?) {
    let state = ContentState(of: entries.library)
    switch state {
    case .rows where !entries.sections.contains(where: { !$0.rows.isEmpty }):
      self = .noneShown(entries.arrangement.filter, isSearch: entries.found != nil)
    case .noEntries: self = lastEdit.map { .removed(edit: $0) } ?? .noEntries
    default: self = state
    }
  }

  init(of library: FeedLibrary) {
    if library.sections.contains(where: { !$0.rows.isEmpty }) {
      self = .rows
    } else if library.isLoading {
      self = .loading(library.files.filter(\.isLoading).map(\.name))
    } else if library.files.isEmpty {
      self = library.sections.isEmpty ? .nothingOpen : .noEntries
    } else if library.sections.isEmpty, library.files.allSatisfy({ $0.error != nil }) {
      let told = library.files.prefix(Self.errorLimit)
      self = .failed(
        count: library.files.count, told.compactMap { $0.error?.named($0.name).description })
    } else {
      self = .noEntries
    }
  }
}

extension FeedError {
  /// The same error with a shorter file name.
  func named(_ name: String) -> FeedError {
    var error = self
    error.file = name
    return error
  }
}
