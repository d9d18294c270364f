import ReadingState

nonisolated extension FeedMarks {
  /// What the reader did with an entry.
  ///
  /// - Parameter entry: The entry's key.
  /// - Complexity: O(length of the key).
  func marks(of entry: String) -> EntryMarks {
    // Most feeds have no marks.
    guard hasMarks else { return [] }
    let key = EntryKey(entry)
    var marks: EntryMarks = []
    if isRead(key) { marks.insert(.read) }
    if isStarred(key) { marks.insert(.starred) }
    return marks
  }
}

nonisolated extension ReadingState {
  /// Gives entries marks, or removes these.
  ///
  /// - Complexity: O(number of entries).
  func set(_ marks: EntryMarks, _ isOn: Bool, _ entries: [EntryKey], of feed: FeedKey) {
    if marks.contains(.read) { setRead(isOn, entries, of: feed) }
    if marks.contains(.starred) { setStarred(isOn, entries, of: feed) }
  }
}
