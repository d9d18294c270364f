import FeedViewerBase
import FeedViewerFeeds

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
  /// All entries were removed, which can't be undone any more.
  case allRemoved
  /// No entry passes the filter, or a search has found none.
  case nothingMatches
  /// No file could be read: the number of files, and the first error messages.
  case failed(count: Int, [String])

  /// The most errors that are shown individually.
  private static let errorLimit = 200

  /// - Parameters:
  ///   - shown: The entries of the library that are shown; nil for all of them.
  ///   - lastEdit: What the reader did last, if it can be undone.
  init(of library: FeedLibrary, shown: ShownEntries? = nil, lastEdit: String? = nil) {
    self.init(of: library, shown: shown)
    guard self == .noEntries else { return }
    if let lastEdit {
      self = .removed(edit: lastEdit)
    } else if library.files.contains(where: { library.hasRemovedEntries($0.path) }) {
      self = .allRemoved
    }
  }

  private init(of library: FeedLibrary, shown: ShownEntries?) {
    if let shown, shown.isArranged, shown.sections.allSatisfy(\.rows.isEmpty), library.entryCount > 0 {
      self = .nothingMatches
    } else if library.sections.contains(where: { !$0.rows.isEmpty }) {
      self = .rows
    } else if library.isLoading {
      self = .loading(library.files.filter(\.isLoading).map(\.name))
    } else if library.files.isEmpty {
      self = .nothingOpen
    } else if library.sections.isEmpty, library.files.allSatisfy({ $0.error != nil }) {
      let told = library.files.prefix(Self.errorLimit)
      self = .failed(
        count: library.files.count,
        told.compactMap { file in
          file.error.map { Sentences.isolating(file.name, in: $0.named(file.name).message.localized) }
        })
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
