/// Entries that are read before their turn one by one, because the list shows them far from their neighbours in the file: those
/// that were asked for last come first.
struct ScatteredNeeds {
  /// Entries that were asked for before are given up: the reader has gone on.
  private static let limit = 512
  /// Those that are read together.
  private static let batchSize = 16
  /// One batch is read while the one before is shown.
  private static let underWayLimit = 2

  /// The most urgent one at the end.
  private var waiting: [Int] = []
  private var underWay: Set<Int> = []
  private var batchCount = 0
  /// Those that could not be read the last time.
  private(set) var lacking: Set<Int> = []

  /// Asks for entries, the most urgent one first.
  mutating func ask(_ entries: [Int]) {
    let new = Set(entries)
    waiting.removeAll { new.contains($0) }
    waiting += entries.reversed().filter { !underWay.contains($0) }
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
  }

  /// The entries to read next, in the order of the file; none if none are to be read now.
  mutating func takeNext() -> [Int] {
    guard batchCount < Self.underWayLimit, !waiting.isEmpty else { return [] }
    let next = waiting.suffix(Self.batchSize)
    waiting.removeLast(next.count)
    underWay.formUnion(next)
    batchCount += 1
    return next.sorted()
  }

  /// Call when entries were read.
  ///
  /// - Parameter read: Those that could be read.
  mutating func ended(_ entries: [Int], read: [Int]) {
    underWay.subtract(entries)
    lacking.formUnion(entries)
    lacking.subtract(read)
    batchCount -= 1
  }
}
