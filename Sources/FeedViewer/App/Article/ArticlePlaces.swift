import FeedViewerReadingState
import LayoutCore
import VirtualList

/// Where articles were left. The places outlive the window.
struct ArticlePlaces {
  private let library: FeedLibrary

  init(library: FeedLibrary) { self.library = library }

  /// Remembers the place in an article; nil, its beginning, forgets it.
  func remember(_ place: ReadingPlace?, of row: FeedRow) {
    let (feed, twinsAreKnown) = (FeedKey(library.feedKey(of: row)), library.twinsAreKnown(in: row.path))
    let text = place.flatMap { place in place.row.map { "\($0.row) \(place.textInRow)" } }
    // Most articles are read from their beginnings.
    guard text != library.state.marks(of: feed).place(of: row, twinsAreKnown: twinsAreKnown) else { return }
    library.adoptEarlierMarks([row])
    library.state.setPlace(text, of: row.stateKey, in: feed, twinsAreKnown: twinsAreKnown)
  }

  func place(of row: FeedRow) -> ReadingPlace? {
    let marks = library.state.marks(of: FeedKey(library.feedKey(of: row)))
    guard let text = marks.place(of: row, twinsAreKnown: library.twinsAreKnown(in: row.path)) else {
      return nil
    }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = UInt32(parts[0]) else { return nil }
    return ReadingPlace(textInRow: parts[1], row: RowIndexPath(section: 0, row: Int(number)))
  }
}
