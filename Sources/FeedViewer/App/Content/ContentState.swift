import Feeds

/// What the window shows in place of its list, or that it shows the list.
enum ContentState: Equatable {
  case nothingOpen
  /// Names of the files being read, none of which has a row yet.
  case loading([String])
  case rows
  /// Every open feed is empty.
  case noEntries
  /// No file could be read: how many there are, and what is wrong with the first ones.
  case failed(count: Int, [String])

  /// So many errors are told one by one.
  private static let errorLimit = 10

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
  /// The same error of a file called by a shorter name.
  func named(_ name: String) -> FeedError {
    var error = self
    error.file = name
    return error
  }
}
