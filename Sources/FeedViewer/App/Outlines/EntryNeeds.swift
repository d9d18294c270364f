/// The order in which groups of entries are read before their turn: those that were asked for last come first.
struct EntryNeeds {
  /// Groups that were asked for before are given up: the reader has gone on.
  private static let limit = 32
  /// One is read while the one before is shown.
  private static let underWayLimit = 2

  /// How many groups are remembered after they were read: a few screens.
  private static let recentLimit = 8

  private var waiting: [Int] = []
  /// The groups that were read last.
  private(set) var recent: [Int] = []
  private var underWay: Set<Int> = []

  /// Asks for groups, the most urgent one first.
  mutating func ask(_ groups: [Int]) {
    let new = Set(groups)
    waiting.removeAll { new.contains($0) }
    waiting += groups.reversed().filter { !underWay.contains($0) }
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
  }

  /// The group to read next; nil if none is to be read now.
  mutating func takeNext() -> Int? {
    guard underWay.count < Self.underWayLimit, let next = waiting.popLast() else { return nil }
    underWay.insert(next)
    return next
  }

  mutating func ended(_ group: Int) {
    underWay.remove(group)
    recent.append(group)
    if recent.count > Self.recentLimit { recent.removeFirst() }
  }
}
