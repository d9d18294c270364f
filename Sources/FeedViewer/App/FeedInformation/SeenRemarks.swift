import FeedViewerBase
import FeedViewerReadingState

/// Which remarks on files the reader has seen in their Feed Information.
///
/// They outlive the window. The state keeps them like reading places: those of a feed whose entries are files.
final class SeenRemarks {
  /// No feed has this identifier: the control character is in no text of a file.
  private nonisolated static let feed = FeedKey("\u{0}remarks on files")

  /// Called when what was stored is known.
  var onLoad: () -> Void = {}
  private let state: ReadingState
  private var isLoaded: Bool

  init(state: ReadingState) {
    self.state = state
    isLoaded = !state.isStored
    guard !isLoaded else { return }
    // It waits for the database.
    let loading = Task(executorPreference: PatientThreads.shared) { _ = state.load(Self.feed) }
    Task { [weak self] in
      await loading.value
      self?.isLoaded = true
      self?.onLoad()
    }
  }

  /// Whether nothing has changed since the reader saw the remarks on a file. Until what was stored is known, nothing new is
  /// announced.
  func contain(_ remarks: FileRemarks, on path: FilePath) -> Bool {
    guard isLoaded else { return true }
    return state.marks(of: Self.feed).place(of: Self.key(path), twinsAreKnown: true) == Self.text(remarks)
  }

  func insert(_ remarks: FileRemarks, on path: FilePath) {
    guard !contain(remarks, on: path) else { return }
    state.setPlace(Self.text(remarks), of: Self.key(path), in: Self.feed, twinsAreKnown: true)
  }

  private static func text(_ remarks: FileRemarks) -> String { String(remarks.fingerprint, radix: 16) }

  private static func key(_ path: FilePath) -> EntryKey {
    var hash = FNV1a()
    hash.combine(path.text)
    return EntryKey(digest: hash.value, check: 1)
  }
}
