import EntryRows
import VirtualList

/// Remembers which entries have been read, by feed and entry, so that marks survive reloading and moving of files.
struct ReadMarks {
  private struct Mark: Hashable {
    let feed: String
    let entry: ItemKey
  }

  private var marks: Set<Mark> = []

  func contains(feed: String, entry: String) -> Bool {
    // Most feeds have no marks while they are loaded.
    !marks.isEmpty && marks.contains(Mark(feed: feed, entry: ItemKey(entry)))
  }

  mutating func set(_ isRead: Bool, feed: String, entry: String) {
    if isRead {
      marks.insert(Mark(feed: feed, entry: ItemKey(entry)))
    } else {
      marks.remove(Mark(feed: feed, entry: ItemKey(entry)))
    }
  }
}
