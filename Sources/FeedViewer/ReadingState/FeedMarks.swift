/// The marks and reading places of one feed's entries: a value that any thread may look up.
public struct FeedMarks: Sendable, Equatable {
  var read: Set<EntryKey> = []
  var starred: Set<EntryKey> = []
  var places: [EntryKey: String] = [:]
  /// Where the list of the feed was left, in the form that `ReadingState.setListPlace` was given; nil for its beginning.
  public internal(set) var listPlace: String?

  /// No entry is read, starred or was left in the middle.
  public init() {}

  /// - Complexity: O(1).
  public func isRead(_ entry: EntryKey) -> Bool { read.contains(entry) }

  /// - Complexity: O(1).
  public func isStarred(_ entry: EntryKey) -> Bool { starred.contains(entry) }

  /// Where the entry's article was left, in the form that `ReadingState.setPlace` was given; nil for its beginning.
  ///
  /// - Complexity: O(1).
  public func place(of entry: EntryKey) -> String? { places[entry] }

  /// The number of entries that are read.
  ///
  /// - Complexity: O(1).
  public var readCount: Int { read.count }

  /// Whether any entry is read or starred.
  public var hasMarks: Bool { !read.isEmpty || !starred.isEmpty }

  /// Whether nothing is known of the feed.
  public var isEmpty: Bool {
    read.isEmpty && starred.isEmpty && places.isEmpty && listPlace == nil
  }

  /// Takes over what other marks say of some entries.
  mutating func adopt(_ other: FeedMarks, of entries: [EntryKey]) {
    for entry in entries {
      if other.isRead(entry) { read.insert(entry) } else { read.remove(entry) }
      if other.isStarred(entry) { starred.insert(entry) } else { starred.remove(entry) }
    }
  }

  mutating func apply(_ change: FeedChange) {
    switch change {
    case .read(let isRead, let entries): read.set(entries, areMembers: isRead)
    case .starred(let isStarred, let entries): starred.set(entries, areMembers: isStarred)
    case .place(let place, let entry): places[entry] = place
    case .listPlace(let place): listPlace = place
    }
  }

  /// The changes that make these marks out of none.
  var changes: [FeedChange] {
    var changes: [FeedChange] = []
    if !read.isEmpty { changes.append(.read(true, Array(read))) }
    if !starred.isEmpty { changes.append(.starred(true, Array(starred))) }
    changes += places.map { .place($1, $0) }
    if let listPlace { changes.append(.listPlace(listPlace)) }
    return changes
  }
}

extension Set {
  fileprivate mutating func set(_ elements: [Element], areMembers: Bool) {
    if areMembers {
      reserveCapacity(count + elements.count)
      formUnion(elements)
    } else {
      subtract(elements)
    }
  }
}
