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
  /// The groups of which not all entries could be read.
  private var incomplete: Set<Int> = []

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

  /// Call when a group was read.
  ///
  /// - Parameter isComplete: Whether all of its entries were.
  mutating func ended(_ group: Int, isComplete: Bool = true) {
    underWay.remove(group)
    if isComplete { incomplete.remove(group) } else { incomplete.insert(group) }
    recent.append(group)
    if recent.count > Self.recentLimit { recent.removeFirst() }
  }

  /// Whether not all entries of a group could be read the last time.
  func isIncomplete(_ group: Int) -> Bool { incomplete.contains(group) }

  /// Asks again for all that was not read, after entries were counted.
  ///
  /// - Parameters:
  ///   - length: The number of entries of a group.
  ///   - number: The number of an entry that seemed to have another one.
  mutating func correct(groupLength length: Int, _ number: (Int) -> Int) {
    let groups = Array(incomplete) + Array(underWay) + waiting
    self = EntryNeeds()
    var moved: [Int] = []
    for group in groups {
      moved += (group * length..<(group + 1) * length).map { number($0) / length }
    }
    var known: Set<Int> = []
    // What was asked for last is the most urgent.
    ask(moved.reversed().filter { known.insert($0).inserted })
  }
}
