import FeedViewerBase
import FeedViewerReadingState
import VirtualList

/// Where the lists of feeds were left. The places outlive the window, and like marks they are kept for the feed, wherever
/// its file is.
struct ListPlaces {
  private let library: FeedLibrary

  init(library: FeedLibrary) { self.library = library }

  /// Remembers the place of a list that shows the entries of one file.
  ///
  /// - Parameter path: The file.
  func remember(_ list: ListView, showing entries: ShownEntries, of path: FilePath) {
    let feed = key(of: path)
    let place = SessionPlace(of: list, showing: entries, key: \.stateKey.storedText)
    // Most lists are where they were.
    guard place?.text != library.state.marks(of: feed).listPlace else { return }
    library.state.setListPlace(place?.text, of: feed)
  }

  /// The place of the list of one file; nil for its beginning.
  func place(of path: FilePath) -> SessionPlace? {
    guard let text = library.state.marks(of: key(of: path)).listPlace,
      let stored = SessionPlace(text: text)
    else { return nil }
    return SessionPlace(
      rowKey: "\(path)|\(stored.rowKey)", textInRow: stored.textInRow, ordinal: stored.ordinal)
  }

  private func key(of path: FilePath) -> FeedKey { FeedKey(library.feedKeys[path] ?? path.text) }
}
