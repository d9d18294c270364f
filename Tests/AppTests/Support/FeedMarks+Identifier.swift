import FeedViewerReadingState

@testable import FeedViewer

nonisolated extension FeedMarks {
  /// The marks of the only entry with an identifier.
  func marks(ofIdentifier identifier: String) -> EntryMarks {
    let key = EntryKey(earlier: identifier)
    var marks: EntryMarks = []
    if isRead(key, twinsAreKnown: true) { marks.insert(.read) }
    if isStarred(key, twinsAreKnown: true) { marks.insert(.starred) }
    return marks
  }
}
