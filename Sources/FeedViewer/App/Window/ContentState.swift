import Feeds

/// What the window shows in place of its list, or that it shows the list.
enum ContentState: Equatable {
  case nothingOpen
  /// Names of the files being read, none of which has a row yet.
  case loading([String])
  case rows
  /// Every open feed is empty.
  case noEntries
  /// No file could be read: what is wrong with each.
  case failed([String])

  init(of library: FeedLibrary) {
    let loading = library.files.filter(\.isLoading).map(\.name)
    let errors = library.files.compactMap { $0.error?.named($0.name).description }
    if library.entryCount > 0 {
      self = .rows
    } else if !loading.isEmpty {
      self = .loading(loading)
    } else if library.files.isEmpty {
      self = library.sections.isEmpty ? .nothingOpen : .noEntries
    } else {
      self = errors.count == library.files.count && library.sections.isEmpty ? .failed(errors) : .noEntries
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
