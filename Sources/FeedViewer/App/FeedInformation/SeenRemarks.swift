import FeedViewerBase
import FeedViewerReadingState

/// Which remarks on files the reader has seen or dismissed, by their fingerprints.
///
/// They outlive the window. The state keeps them like reading places: those of a feed whose entries are files.
final class SeenRemarks {
  /// Where remarks on a file are told. The texts tell the entries of one file apart; no path contains their control character.
  enum Place: String {
    /// In its Feed Information.
    case information = ""
    /// In the banner over its list.
    case banner = "\u{0}banner"
  }

  /// No feed has this identifier: the control character is in no text of a file.
  private nonisolated static let feed = FeedKey("\u{0}remarks on files")

  weak var follower: (any WindowEventFollower)?
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
      self?.follower?.follow(.remarksLoaded)
    }
  }

  /// Whether nothing has changed since the reader saw the remarks on a file. Until what was stored is known, nothing new is
  /// announced.
  func contain(_ fingerprint: UInt64, in place: Place, of path: FilePath) -> Bool {
    guard isLoaded else { return true }
    let stored = state.marks(of: Self.feed).place(of: Self.key(place, path), twinsAreKnown: true)
    return stored == Self.text(fingerprint)
  }

  func insert(_ fingerprint: UInt64, in place: Place, of path: FilePath) {
    guard !contain(fingerprint, in: place, of: path) else { return }
    state.setPlace(Self.text(fingerprint), of: Self.key(place, path), in: Self.feed, twinsAreKnown: true)
  }

  private static func text(_ fingerprint: UInt64) -> String { String(fingerprint, radix: 16) }

  private static func key(_ place: Place, _ path: FilePath) -> EntryKey {
    var hash = FNV1a()
    hash.combine(path.text + place.rawValue)
    return EntryKey(digest: hash.value, check: 1)
  }
}
