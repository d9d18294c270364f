/// A change of what is stored of one feed.
enum FeedChange: Sendable, Equatable {
  case read(Bool, [EntryKey])
  case starred(Bool, [EntryKey])
  /// Where an article was left; nil forgets the place.
  case place(String?, EntryKey)
  /// Where the feed's list was left; nil forgets the place.
  case listPlace(String?)

  /// The number of rows that storing the change writes.
  var entryCount: Int {
    switch self {
    case .read(_, let entries), .starred(_, let entries): entries.count
    case .place, .listPlace: 1
    }
  }
}

/// A change that is to be stored.
enum StateChange: Sendable, Equatable {
  case feed(FeedChange, FeedKey)
  case session(ReadingSession, window: String)
}

/// Changes in the order in which they were made, until they are stored.
struct ChangeLog: Sendable {
  /// A transaction stores at most this many entries, so that a feed's marks are loaded in between while very many are
  /// being stored. 20,000 take about 50 ms.
  static let entriesPerTransaction = 20_000

  private(set) var changes: [StateChange]

  init(_ changes: [StateChange] = []) { self.changes = changes }

  var isEmpty: Bool { changes.isEmpty }

  mutating func append(_ change: StateChange) { changes.append(change) }

  /// Removes the oldest changes, as many as one transaction stores.
  ///
  /// - Complexity: O(number of changes).
  mutating func takeFirst(entries limit: Int = entriesPerTransaction) -> [StateChange] {
    var taken: [StateChange] = []
    var room = limit
    var next = 0
    while next < changes.count, room > 0 {
      let (now, later) = changes[next].split(after: room)
      taken.append(now)
      room -= now.entryCount
      if let later { changes[next] = later } else { next += 1 }
    }
    changes.removeFirst(next)
    return taken
  }

  /// Puts back changes that could not be stored.
  mutating func putBack(_ taken: [StateChange]) { changes.insert(contentsOf: taken, at: 0) }
}

extension StateChange {
  /// The number of rows that storing the change writes.
  var entryCount: Int {
    switch self {
    case .feed(let change, _): change.entryCount
    case .session: 1
    }
  }

  /// The change of the first `limit` entries, and that of the others.
  fileprivate func split(after limit: Int) -> (StateChange, StateChange?) {
    guard entryCount > limit, case .feed(let change, let feed) = self else { return (self, nil) }
    switch change {
    case .read(let isRead, let entries):
      return (
        .feed(.read(isRead, Array(entries[..<limit])), feed),
        .feed(.read(isRead, Array(entries[limit...])), feed)
      )
    case .starred(let isStarred, let entries):
      return (
        .feed(.starred(isStarred, Array(entries[..<limit])), feed),
        .feed(.starred(isStarred, Array(entries[limit...])), feed)
      )
    case .place, .listPlace: return (self, nil)
    }
  }
}
