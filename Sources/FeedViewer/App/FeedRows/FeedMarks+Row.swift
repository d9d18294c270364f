import FeedViewerFeeds
import FeedViewerReadingState

nonisolated extension EntryKey {
  /// The key of an entry's marks.
  init(_ identity: EntryIdentity) { self.init(digest: identity.key, check: identity.check) }
}

nonisolated extension FeedMarks {
  /// What the reader did with an entry.
  ///
  /// - Parameter twinsAreKnown: See `isRead`.
  /// - Complexity: O(1), or O(length of the key) if the feed has marks of earlier versions of the program.
  func marks(of entry: FeedEntry, twinsAreKnown: Bool) -> EntryMarks {
    hasMarks ? marks(of: EntryKey(entry.identity), twinsAreKnown, earlier: entry.key) : []
  }

  /// What the reader did with the entry of a row; see the other function.
  func marks(of row: FeedRow, twinsAreKnown: Bool) -> EntryMarks {
    hasMarks ? marks(of: row.stateKey, twinsAreKnown, earlier: row.entryKey) : []
  }

  /// - Parameter earlier: The key that earlier versions of the program gave the entry.
  private func marks(
    of key: EntryKey, _ twinsAreKnown: Bool, earlier: @autoclosure () -> String
  ) -> EntryMarks {
    var marks: EntryMarks = []
    if isRead(key, twinsAreKnown: twinsAreKnown) { marks.insert(.read) }
    if isStarred(key, twinsAreKnown: twinsAreKnown) { marks.insert(.starred) }
    if isRemoved(key, twinsAreKnown: twinsAreKnown) { marks.insert(.removed) }
    if marks.isEmpty, needsEarlierKey(key, twinsAreKnown) {
      let key = EntryKey(earlier: earlier())
      if isRead(key, twinsAreKnown: true) { marks.insert(.read) }
      if isStarred(key, twinsAreKnown: true) { marks.insert(.starred) }
    }
    return marks
  }

  /// Where the article of a row was left; nil for its beginning.
  func place(of row: FeedRow, twinsAreKnown: Bool) -> String? {
    let key =
      needsEarlierKey(row.stateKey, twinsAreKnown) ? EntryKey(earlier: row.entryKey) : row.stateKey
    return place(of: key, twinsAreKnown: twinsAreKnown)
  }

  /// Whether the mark of an entry may be under the key that an earlier version of the program gave it: where twins are not
  /// known, no entry has adopted its earlier mark.
  private func needsEarlierKey(_ key: EntryKey, _ twinsAreKnown: Bool) -> Bool {
    !twinsAreKnown && hasEarlierMarks && !hasMark(of: key)
  }
}

nonisolated extension ReadingState {
  /// Gives entries marks, or removes these.
  ///
  /// - Complexity: O(number of entries).
  func set(_ marks: EntryMarks, _ isOn: Bool, _ entries: [EntryKey], of feed: FeedKey, twinsAreKnown: Bool) {
    if marks.contains(.read) { setRead(isOn, entries, of: feed, twinsAreKnown: twinsAreKnown) }
    if marks.contains(.starred) { setStarred(isOn, entries, of: feed, twinsAreKnown: twinsAreKnown) }
    if marks.contains(.removed) { setRemoved(isOn, entries, of: feed, twinsAreKnown: twinsAreKnown) }
  }
}
