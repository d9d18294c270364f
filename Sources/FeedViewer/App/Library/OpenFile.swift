import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState

/// A file that was opened, even if it could not be read.
struct OpenFile {
  enum State {
    /// Being read for the first time; the rows read so far are shown.
    case loading
    /// Shown, and being read again.
    case reloading
    case ready
    case failed(FeedError)
  }

  /// A number of entries, not all of which have rows.
  struct AnnouncedCount: Equatable {
    var count: Int
    var isEstimate = false
  }

  let path: FilePath
  var state = State.loading
  /// Known as soon as the first rows are.
  var heading: FeedHeading?
  /// The number of entries that the file has; nil until they were counted or guessed, once they have rows, and again when they
  /// are read.
  var announced: AnnouncedCount?
  /// How often its rows were replaced, because it was read again.
  var rowsVersion = 0
  /// What a later state of the file is compared with; nil if it must be read.
  var loaded: LoadedFile?
  /// The repairs that are known so far.
  var reportedRepairs: FeedRepairs?
  /// One of each kind.
  var reportedNotes: [FeedNote] = []
  /// Where on the web the feed continues.
  var reportedRemotePage: String?
  /// The pages that were read after the file.
  var pages = VisitedFeedPages()

  init(path: FilePath) { self.path = path }

  /// What is remembered of the file when it is closed: its title, and what was told of it.
  var closed: OpenFile {
    var file = self
    file.state = .loading
    file.announced = nil
    file.loaded = nil
    file.pages = VisitedFeedPages()
    return file
  }

  var name: String { FileName.of(path) }

  /// The title to show.
  var title: String { heading?.title ?? name }

  var isLoading: Bool {
    switch state {
    case .loading, .reloading: true
    case .ready, .failed: false
    }
  }

  /// Whether it is read for the first time, so that nothing is known of what was not read yet.
  var isLoadingFirst: Bool { if case .loading = state { true } else { false } }

  var error: FeedError? {
    if case .failed(let error) = state { return error }
    return nil
  }
}

/// What is wrong with a file that is shown, or with what is stored.
struct LibraryProblem {
  enum Kind {
    /// The file can't be read any more; its old rows are still shown.
    case outdated(FeedError)
    /// Marks and places can't be stored or loaded.
    case state(StateProblem)
  }

  let path: FilePath
  let kind: Kind

  /// Whether it is one of the file, which may be over when the file is read again.
  var isOutdated: Bool { if case .outdated = kind { true } else { false } }

  /// A sentence with the file, the place and the reason.
  var message: String {
    let name = FileName.of(path)
    return Sentences.isolating(name, in: sentence(name))
  }

  private func sentence(_ name: String) -> String {
    switch kind {
    case .outdated(let error):
      Sentences.joined([
        Self.outdated(error.reason, named: "\u{2068}\(name)\u{2069}"),
        localized("Showing the last version read."),
      ])
    case .state(let problem): problem.message.localized
    }
  }

  /// What happened to a file that was read before.
  private static func outdated(_ reason: FeedError.Reason, named name: String) -> String {
    switch reason {
    case .doesNotExist: localized("“\(name)” was moved or deleted.")
    case .empty: localized("“\(name)” is now empty.")
    case .cutOff, .isIncomplete: localized("“\(name)” is now incomplete.")
    default: localized("“\(name)” can’t be read: \(reason.message)")
    }
  }
}
