import Feeds

/// A file that was opened, whether it could be read or not.
struct OpenFile {
  enum State {
    /// Being read for the first time; the rows read so far are shown.
    case loading
    /// Shown, and being read again.
    case reloading
    case ready
    case failed(FeedError)
  }

  let path: String
  var state = State.loading
  /// Known as soon as the first rows are.
  var heading: FeedHeading?
  /// The repairs that were told: a file that is read again tells them only if they differ.
  var toldRepairs: FeedRepairs?
  /// The notes that were told.
  var toldNotes: [FeedNote] = []
  /// The next page beyond this machine that was told.
  var toldRemotePage: String?
  /// The pages that were read after the file.
  var pages = VisitedFeedPages()

  init(path: String) { self.path = path }

  var name: String { FileName.of(path) }

  /// What people call it.
  var title: String { heading?.title ?? name }

  var isLoading: Bool {
    switch state {
    case .loading, .reloading: true
    case .ready, .failed: false
    }
  }

  var error: FeedError? {
    if case .failed(let error) = state { return error }
    return nil
  }
}

/// Something that went wrong and has not been dismissed.
struct LibraryProblem: Identifiable {
  enum Kind {
    /// The file can't be shown.
    case failed(FeedError)
    /// The file is shown as it was before: it can't be read any more.
    case outdated(FeedError)
    /// The file is shown, but it breaks its format.
    case repaired(FeedRepairs)
    /// The file is shown; there is something to know about it.
    case note(FeedNote)
    /// More entries are at an address beyond this machine.
    case goesOn(String)
    /// Changes of the file, and maybe of others, will not be noticed.
    case notWatched
  }

  let id: Int
  let path: String
  let kind: Kind

  /// Whether it is about a file that is shown all the same, and is told once.
  var isNotice: Bool {
    switch kind {
    case .repaired, .goesOn, .note, .notWatched: true
    case .failed, .outdated: false
    }
  }

  var note: FeedNote? { if case .note(let note) = kind { note } else { nil } }

  var isRepair: Bool { if case .repaired = kind { true } else { false } }

  /// A sentence that names the file, the place and the reason.
  var message: String {
    let name = FileName.of(path)
    return switch kind {
    case .failed(let error): error.named(name).description
    case .outdated(let error): "\(Self.outdated(error.named(name))) What was read before is still shown."
    case .repaired(let repairs): "\(name): \(repairs.description)"
    case .note(let note): "\(name): \(note)"
    case .goesOn(let address): "\(name): More entries at \(LinkPreview(text: nil, address: address).address)"
    case .notWatched:
      "\(name): The system can't watch more files for changes. Press F5 to read this one and those opened later again."
    }
  }

  /// What became of a file that was read before.
  private static func outdated(_ error: FeedError) -> String {
    switch error.reason {
    case .doesNotExist: "\(error.file): The file was moved or deleted."
    case .empty: "\(error.file): The file is empty now."
    case .cutOff, .endsEarly: "\(error.file): The file is cut off now."
    default: error.description
    }
  }
}
