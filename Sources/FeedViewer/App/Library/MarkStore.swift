import VirtualList

/// Remembers the marks of entries, by feed and entry, so that they survive reloading and moving of files.
struct MarkStore {
  private struct Entry: Hashable {
    let feed: String
    let key: ItemKey
  }

  private var marks: [Entry: EntryMarks] = [:]

  func marks(feed: String, entry: String) -> EntryMarks {
    // Most feeds have no marks while they are loaded.
    marks.isEmpty ? [] : marks[Entry(feed: feed, key: ItemKey(entry))] ?? []
  }

  mutating func set(_ new: EntryMarks, feed: String, entry: String) {
    marks[Entry(feed: feed, key: ItemKey(entry))] = new.isEmpty ? nil : new
  }
}
