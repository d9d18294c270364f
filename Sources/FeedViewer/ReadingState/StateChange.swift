/// A change of what is stored of one feed.
enum FeedChange: Sendable, Equatable {
  /// A row as it is stored.
  struct Row: Sendable, Equatable {
    let digest: KeyDigest
    let row: MarkRow
  }

  /// An entry that gets the mark of the key that an earlier version of the program gave it.
  struct Adoption: Sendable, Equatable {
    let earlier: KeyDigest
    let entry: EntryKey
  }

  /// See `MarkRows.apply`.
  case marks(MarkChange, [EntryKey], twinsAreKnown: Bool)
  case adopted([Adoption])
  /// Rows of other marks.
  case rows([Row])
  /// Where the feed's list was left; nil forgets the place.
  case listPlace(String?)

  /// The number of rows that storing the change writes.
  var entryCount: Int {
    switch self {
    case .marks(_, let entries, _): entries.count
    case .adopted(let pairs): pairs.count
    case .rows(let rows): rows.count
    case .listPlace: 1
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

extension FeedChange {
  /// The change of some of its entries.
  fileprivate subscript(range: Range<Int>) -> FeedChange {
    switch self {
    case .marks(let change, let entries, let twinsAreKnown):
      .marks(change, Array(entries[range]), twinsAreKnown: twinsAreKnown)
    case .adopted(let pairs): .adopted(Array(pairs[range]))
    case .rows(let rows): .rows(Array(rows[range]))
    case .listPlace: self
    }
  }
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
    return (.feed(change[0..<limit], feed), .feed(change[limit..<change.entryCount], feed))
  }
}
