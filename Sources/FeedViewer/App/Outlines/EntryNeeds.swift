/// The order in which entries are read where they are needed: those that were asked for last come first.
struct EntryNeeds {
  /// Beyond this many entries, those that were asked for before are given up: the reader has gone on.
  private static let limit = 512
  /// Entries that are read together, if they are few.
  private static let batchSize = 16
  /// One batch is read while the one before is shown.
  private static let underWayLimit = 2
  /// How many groups, or single entries, are remembered after they were read: a few screens.
  private static let recentLimit = 8

  /// The most urgent ones at the end.
  private var waiting: [Range<Int>] = []
  private var underWay: [[Range<Int>]] = []
  /// The entries that were read last.
  private(set) var recent: [Range<Int>] = []
  /// Those that could not be read the last time.
  private(set) var lacking: Set<Int> = []

  /// Asks for entries, the most urgent ones first.
  mutating func ask(_ entries: [Range<Int>]) {
    let new = Set(entries)
    waiting.removeAll { new.contains($0) }
    let known = Set(underWay.joined())
    waiting += entries.reversed().filter { !known.contains($0) }
    var surplus = waiting.reduce(-Self.limit) { $0 + $1.count }
    let outdated = waiting.prefix { entries in
      defer { surplus -= entries.count }
      return surplus > 0
    }
    waiting.removeFirst(outdated.count)
  }

  /// The entries to read next, in the order of the file; none if none are to be read now.
  ///
  /// - Parameter canBeRead: Whether entries can be read. Others wait.
  mutating func takeNext(where canBeRead: (Range<Int>) -> Bool) -> [Range<Int>] {
    guard underWay.count < Self.underWayLimit else { return [] }
    var next: [Range<Int>] = []
    var count = 0
    while let index = waiting.lastIndex(where: canBeRead),
      next.isEmpty || count + waiting[index].count <= Self.batchSize
    {
      count += waiting[index].count
      next.append(waiting.remove(at: index))
    }
    guard !next.isEmpty else { return [] }
    next.sort { $0.lowerBound < $1.lowerBound }
    underWay.append(next)
    return next
  }

  /// Call when entries were read.
  ///
  /// - Parameter read: The numbers of those that could be read.
  mutating func ended(_ entries: [Range<Int>], read: some Sequence<Int>) {
    underWay.removeAll { $0 == entries }
    lacking.formUnion(entries.joined())
    lacking.subtract(read)
    recent += entries
    if recent.count > Self.recentLimit { recent.removeFirst(recent.count - Self.recentLimit) }
  }

  /// Asks again for all that was not read, after entries were counted, or when what was being read does not come any more.
  ///
  /// - Parameter number: The number of an entry that seemed to have another one; rises with that.
  mutating func askAgain(_ number: (Int) -> Int = { $0 }) {
    let entries = lacking.sorted().map { $0..<$0 + 1 } + underWay.joined() + waiting
    self = EntryNeeds()
    // What was asked for last is the most urgent.
    ask(entries.reversed().map { number($0.lowerBound)..<number($0.upperBound - 1) + 1 })
  }
}
